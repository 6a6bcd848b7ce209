import { z } from 'zod';
import { pageButtons } from '../../src/cards/kit/buttons.js';
import { csvReply, type Records, type Units } from '../../src/cards/kit/csv.js';
import { incompleteLine } from '../../src/cards/failures.js';
import type { Page } from '../../src/cards/kit/table.js';
import { customId } from '../../src/discord/custom-id.js';
import { cardReply, type Button, type Card, type Reply } from '../../src/discord/reply.js';
import type { List } from '../../src/pool/pool.js';
import { defineAction, type Context } from '../define.js';

interface PagedSpec<Kept, Row> {
  /** First part of the buttons' custom ids. */
  readonly kind: string;
  /** What the buttons remember: the filter. */
  readonly kept: z.ZodType<Kept>;
  /** Rows on a page; default 7. */
  readonly rows?: number;
  list(kept: Kept, context: Context): Promise<List<Row>>;
  /** The card of one page; its number, its time and what is missing are added. */
  card(page: Page<Row>, kept: Kept, context: Context): Card | Promise<Card>;
  /** Records for the file, if they are not the rows. */
  csv?(rows: readonly Row[], kept: Kept, context: Context): Promise<object[]> | object[];
  readonly units?: Units;
  /** Without its extension, such as `revenue-BTC`; default: the kind. */
  fileName?(kept: Kept): string;
}

/** A list with [Previous] [Next] [CSV]; each click reads it again. */
export function definePaged<Kept, Row extends object>(spec: PagedSpec<Kept, Row>) {
  const { kind, kept: schema, rows: size = 7 } = spec;

  async function show(kept: Kept, wanted: number, context: Context): Promise<Reply> {
    const [list, token] = await Promise.all([spec.list(kept, context), context.remember(kept)]);
    const { rows: all, readAt } = list;
    const pages = Math.max(1, Math.ceil(all.length / size));
    const number = Math.min(Math.max(1, wanted), pages);
    const rows = all.slice((number - 1) * size, number * size);
    const card = await spec.card({ rows, all, at: readAt }, kept, context);
    const buttons = [
      ...pageButtons(number, number < pages, (to) => customId(kind, token, String(to))),
      ...(all.length > 0 ? [csv.button(token)] : []),
    ];
    const lines = [...(card.lines ?? []), incompleteLine(list)];
    const footer = pages > 1 ? `Page ${number} of ${pages} · read from the pool` : undefined;
    return cardReply({ ...card, lines, footer, at: readAt }, { rows: [buttons] });
  }

  const page = defineAction({
    kind,
    answers: 'update',
    kept: schema,
    args: z.tuple([z.coerce.number().int()]),
    run: ({ kept, args: [number] }, context) => show(kept, number, context),
  });

  const csv = defineCsv(`${kind}-csv`, schema, async (kept, context) => {
    const list = await spec.list(kept, context);
    const records = (await spec.csv?.(list.rows, kept, context)) ?? list.rows;
    const name = spec.fileName?.(kept) ?? kind;
    return { name, records, units: spec.units, incomplete: incompleteLine(list) };
  });

  return {
    open: (kept: Kept, context: Context) => show(kept, 1, context),
    actions: [page, csv.action],
  };
}

/** [CSV]: the file holds what the pool lists when it is clicked. */
export function defineCsv<Kept>(
  kind: string,
  schema: z.ZodType<Kept>,
  read: (kept: Kept, context: Context) => Promise<Records>,
) {
  const action = defineAction({
    kind,
    kept: schema,
    run: async ({ kept }, context) => csvReply(await read(kept, context)),
  });
  const button = (token: string): Button => ({ label: 'CSV', id: customId(kind, token) });
  return {
    action,
    button,
    /** The card with the button below it. */
    async below(card: Card | Promise<Card>, kept: Kept, context: Context): Promise<Reply> {
      const [shown, token] = await Promise.all([card, context.remember(kept)]);
      return cardReply(shown, { rows: [[button(token)]] });
    },
  };
}
