import type { GuildSettings } from '../guilds/settings.js';
import { PoolError } from '../pool/pool-error.js';
import type { MinerFilter, Pool, Read } from '../pool/pool.js';
import type { Subaccount, Summary } from '../pool/schemas.js';
import { namedPart, part, type Part } from './failures.js';
import { areManyFailing, type Fleet } from './pool-health.js';
import { minerFilterOf } from './sites-and-subaccounts.js';
import type { SummaryPart, Wanted } from './summary.js';

/** What a summary's card shows of the pool. */
export async function readSummary(
  wanted: Wanted,
  { pool, settings }: { readonly pool: Pool; readonly settings: GuildSettings },
) {
  const { currency, place } = wanted;
  const reading = pool.summary(currency, place.scope);
  // The pool's list of miners says nothing about another coin.
  const filter = currency === settings.currency ? minerFilterOf(place) : null;
  const [read, fleet, sites, payments] = await Promise.all([
    reading,
    filter && readFleet(reading, filter, pool),
    reading.then((summary) => readSites(summary, wanted, pool)),
    part(pool.paymentSettings(currency, place.scope)),
  ]);
  return { read, fleet, sites, payments };
}

/** Null if few fail. */
async function readFleet(
  reading: Promise<Read<Summary>>,
  filter: MinerFilter,
  pool: Pool,
): Promise<Part<Fleet> | null> {
  const ofFailing = { ...filter, healthy_status: 'failing' };
  const failing = await part(pool.miners(ofFailing, { number: 1, size: 1_000 }));
  if (failing instanceof PoolError) return failing;
  const { rows, hasMore: isMore } = failing;
  if (!areManyFailing(rows.length, (await reading).value.active_miners)) return null;
  // The total takes the whole list.
  const all = await part(pool.allMiners(filter));
  if (all instanceof PoolError || all.incomplete !== null)
    return { failing: rows.length, isMore, total: null };
  const ofAll = all.rows.filter(({ healthy_status }) => healthy_status === 'failing');
  return { failing: ofAll.length, isMore: false, total: all.rows.length };
}

/** For the whole workspace: the sites that its summary names. */
export async function readSites(
  { value: { subaccounts } }: Read<Summary>,
  { currency, place }: Wanted,
  pool: Pool,
): Promise<SummaryPart[]> {
  if (place.scope !== undefined) return [];
  const sites = new Map<string, string>();
  for (const { site } of subaccounts ?? [])
    if (site?.id) sites.set(String(site.id), String(site.name ?? site.id));
  if (sites.size < 2) return [];
  return Promise.all(
    [...sites].map(([siteId, name]) => namedPart(name, pool.summary(currency, { siteId }))),
  );
}

export function readSubaccounts(
  rows: readonly Pick<Subaccount, 'name'>[],
  currency: string,
  pool: Pool,
): Promise<SummaryPart[]> {
  const names = rows.map(({ name }) => String(name ?? ''));
  return Promise.all(
    names.map((name) => namedPart(name, pool.summary(currency, { subaccounts: [name] }))),
  );
}
