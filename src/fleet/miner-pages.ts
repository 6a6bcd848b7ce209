import { part } from '../cards/failures.js';
import { pageButtons } from '../cards/kit/buttons.js';
import { minerCard, minerChoices, minersCard, type NamedFilter } from '../cards/miners.js';
import { customId, type Memory } from '../discord/custom-id.js';
import { cardReply, type Reply } from '../discord/reply.js';
import { UserError } from '../errors.js';
import { PoolError } from '../pool/pool-error.js';
import type { Pool } from '../pool/pool.js';
import type { Scalar } from '../pool/schemas.js';

/** Read page by page with the pool's own filter and order: a fleet has up to 100,000 miners. */
export async function minersReply(
  filter: NamedFilter,
  number: number,
  asking: Pick<Memory, 'remember'> & { readonly pool: Pool },
): Promise<Reply> {
  const [{ rows, readAt, hasMore }, token] = await Promise.all([
    readPage(filter, number, asking.pool),
    asking.remember(filter),
  ]);
  // The list has got shorter since.
  if (rows.length === 0 && number > 1) return minersReply(filter, 1, asking);
  const isOnly = number === 1 && !hasMore;
  const footer = isOnly ? undefined : `Page ${number} · read from the pool`;
  const card = { ...minersCard(rows, filter), footer, at: readAt };
  const select = customId('miner', token, String(number));
  const buttons = [
    ...pageButtons(number, hasMore, (to) => customId('miners', token, String(to))),
    ...(rows.length > 0 ? [{ label: 'CSV', id: customId('miners-csv', token) }] : []),
  ];
  return cardReply(card, {
    rows: [{ select, placeholder: 'Show one miner', options: minerChoices(rows) }, buttons],
  });
}

interface Chosen {
  readonly filter: NamedFilter;
  readonly number: number;
  readonly id: string | undefined;
}

/** One that was chosen on a page. @throws UserError if it is no longer there */
export async function minerReply({ filter, number, id }: Chosen, pool: Pool): Promise<Reply> {
  const { rows, readAt } = await readPage(filter, number, pool);
  const miner = rows.find((each) => String(each.id) === id);
  if (miner === undefined)
    throw new UserError('No longer on this page', 'Run `/miners list` again.');
  return cardReply(minerCard({ value: miner, readAt }, await siteNameOf(miner.site_id, pool)));
}

function readPage(named: NamedFilter, number: number, pool: Pool) {
  const { siteName: _, ...filter } = named;
  return pool.miners(filter, { number, size: 7 });
}

/** Models of the first hundred miners: there is no list of models. */
export async function modelNames(pool: Pool): Promise<string[]> {
  const { rows } = await pool.miners({}, { number: 1, size: 100 });
  return [...new Set(rows.flatMap(({ model }) => (model ? [String(model)] : [])))];
}

/** The name of the site with this id; undefined if the pool doesn't give it. */
export async function siteNameOf(
  id: Scalar | null | undefined,
  pool: Pool,
): Promise<string | undefined> {
  const sites = id ? await part(pool.sites()) : [];
  if (sites instanceof PoolError) return undefined;
  return sites.find((site) => site.id === String(id))?.name;
}
