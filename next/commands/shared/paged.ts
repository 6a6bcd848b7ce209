import { z } from 'zod';
import { csvFile } from '../../src/cards/kit/csv.js';
import { escape, listed, plural } from '../../src/cards/kit/text.js';
import { customId } from '../../src/discord/custom-id.js';
import type { Action } from '../../src/discord/command.js';
import { cardReply, type Button, type Line, type Reply } from '../../src/discord/reply.js';
import type { List } from '../../src/pool/pool.js';
import { defineAction, type Context } from '../context.js';

export interface PageOf<Row> {
  readonly rows: readonly Row[];
  readonly all: readonly Row[];
  /** 1-based. */
  readonly number: number;
  readonly pages: number;
  readonly list: List<Row>;
}

export interface PagedSpec<Kept, Row> {
  /** First part of the buttons' custom ids. */
  readonly kind: string;
  /** What the buttons remember: the filter. */
  readonly kept: z.ZodType<Kept>;
  /** On a page; default 7. */
  readonly rows?: number;
  list(kept: Kept, context: Context): Promise<List<Row>>;
  /** The card of one page; the buttons are added below its own. */
  show(page: PageOf<Row>, kept: Kept, context: Context): Promise<Reply>;
  /** Records of the file, if they are not the rows. */
  csv?(rows: readonly Row[], kept: Kept, context: Context): Promise<readonly object[]>;
  /** Units of its columns, such as `{ hashrate: 'H/s' }`. */
  readonly units?: Readonly<Record<string, string>>;
  /** Without its ending, such as `revenue-BTC`. */
  fileName(kept: Kept): string;
}

export interface Paged<Kept> {
  open(kept: Kept, context: Context): Promise<Reply>;
  readonly actions: Action<Context>[];
}

/** A list with [Previous] [Next] [CSV]; it is read again at each click. */
export function definePaged<Kept, Row extends object>(spec: PagedSpec<Kept, Row>): Paged<Kept> {
  const { kind, kept: schema, rows: size = 7 } = spec;

  async function show(kept: Kept, at: [string, number], context: Context): Promise<Reply> {
    const [token, wanted] = at;
    const list = await spec.list(kept, context);
    const pages = Math.max(1, Math.ceil(list.rows.length / size));
    const number = Math.min(Math.max(1, wanted), pages);
    const rows = list.rows.slice((number - 1) * size, number * size);
    const page = { rows, all: list.rows, number, pages, list };
    const reply = await spec.show(page, kept, context);
    const turn = (label: string, to: number): Button => ({
      label,
      id: customId(kind, token, String(to)),
      disabled: to < 1 || to > pages,
    });
    const buttons = [
      ...(pages > 1 ? [turn('Previous', number - 1), turn('Next', number + 1)] : []),
      ...(list.rows.length > 0 ? [{ label: 'CSV', id: customId(`${kind}-csv`, token) }] : []),
    ];
    return { ...reply, rows: [...(reply.rows ?? []), ...(buttons.length > 0 ? [buttons] : [])] };
  }

  const page = defineAction({
    kind,
    access: 'viewer',
    answers: 'update',
    args: z.tuple([z.string(), z.coerce.number().int()]),
    run: async ({ args: [token, number] }, context) =>
      show(await context.recall(token, schema), [token, number], context),
  });

  const csv = defineAction({
    kind: `${kind}-csv`,
    access: 'viewer',
    answers: 'private',
    args: z.tuple([z.string()]),
    async run({ args: [token] }, context) {
      const kept = await context.recall(token, schema);
      const list = await spec.list(kept, context);
      const records = (await spec.csv?.(list.rows, kept, context)) ?? list.rows;
      return fileReply(csvFile(spec.fileName(kept), records, spec.units), [
        `**${plural(records.length, 'row')}**, every field and digit`,
        incompleteLine(list),
      ]);
    },
  });

  return {
    open: async (kept, context) => show(kept, [await context.remember(kept), 1], context),
    actions: [page, csv],
  };
}

/** The private answer of a CSV button. */
export function fileReply(
  file: { readonly name: string; readonly data: Buffer },
  lines: readonly Line[],
): Reply {
  return cardReply({ title: file.name, lines }, { files: [file] });
}

/** `Page 1 of 5 · read from the pool`; a list of one page needs no number. */
export function pageFooter({ number, pages }: Pick<PageOf<unknown>, 'number' | 'pages'>): string {
  return pages > 1 ? `Page ${number} of ${pages} · read from the pool` : 'Read from the pool';
}

/** `⚠️ **Incomplete:** no access to lone-mesa-air`; null if everything was read. */
export function incompleteLine({
  refused,
  incomplete = null,
}: {
  readonly refused: readonly string[];
  readonly incomplete?: string | null;
}): string | null {
  const names = listed(refused.map((name) => escape(name, 40)));
  const why = [incomplete, refused.length > 0 && `no access to ${names}`].filter(Boolean);
  return why.length === 0 ? null : `⚠️ **Incomplete:** ${why.join(' · ')}`;
}
