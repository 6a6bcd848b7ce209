import { z } from 'zod';
import { defineAction, type Action, type Answer, type Context } from '../../src/command.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { pageNumber } from './page-number.js';
import type { Listing, Read } from '../../src/pool-api/client.js';
import { pageDigest } from '../../src/pool-api/lists/pages.js';
import type { Pages } from '../../src/views/kit/paging.js';

/** One list that people page through and take home as a file. */
interface PagedList<Kept> {
  /** Kind of the paging buttons; `<kind>-csv` is that of the file's button. */
  readonly kind: string;
  /** What the buttons remember: the filter, and the words that say it. */
  readonly kept: z.ZodType<Kept>;
  show(kept: Kept, turn: PageRequest, context: Context): Promise<Reply>;
  /** The whole list as a file, over all pages. */
  csv?(kept: Kept, context: Context): Answer | Promise<Answer>;
}

/** Which page is shown, and how its buttons lead on. */
export interface PageRequest {
  readonly number: number;
  /** Id under which the filter is remembered. */
  readonly stateId: string;
  readonly pages: (more: boolean) => Pages;
  /**
   * The same for a page as the pool gave it, and of that page what is shown: `most` rows, because
   * some pools put all they have into one. How many stay unseen is said, and the file has them.
   */
  readonly shownOf: <Item>(read: Read<Listing<Item>>, most: number) => ShownPage<Item>;
}

interface ShownPage<Item> {
  readonly read: Read<Listing<Item>>;
  readonly pages: Pages;
}

/**
 * A page is the last where the pool says so by an empty page or `next_page_url: null`, and where
 * it gives the page again from which someone turned: some pools repeat their last one for ever.
 */
function moreFollow({ items, pagination }: Listing<unknown>, isRepeated: boolean): Pages['more'] {
  const next = pagination?.next_page_url;
  if (isRepeated || items.length === 0 || next === null) return false;
  return next ? true : 'unsaid';
}

/** The first page as a reply, and the actions that turn it, which also work after a restart. */
export function definePaged<Kept>(list: PagedList<Kept>): {
  readonly open: (kept: Kept, context: Context) => Promise<Reply>;
  readonly actions: readonly Action[];
} {
  const csvKind = `${list.kind}-csv`;
  const csv = list.csv?.bind(list);

  async function show({ stateId, number, from }: Asked, context: Context): Promise<Reply> {
    const kept = await context.recall(stateId, list.kept);
    const pages = (more: Pages['more'], ...mark: string[]): Pages => ({
      number,
      more,
      customId: (to) => encodeCustomId(list.kind, stateId, String(to), ...mark),
      ...(csv === undefined ? {} : { csvId: encodeCustomId(csvKind, stateId) }),
    });
    const turn: PageRequest = {
      number,
      stateId,
      pages: (more) => pages(more),
      shownOf(read, most) {
        const items = read.value.items.slice(0, most);
        const mark = markOf(items);
        const more = moreFollow(read.value, mark === from);
        return {
          read: { ...read, value: { ...read.value, items } },
          pages: {
            ...pages(more, ...(mark === null ? [] : [mark])),
            unseen: read.value.items.length - items.length,
          },
        };
      },
    };
    return list.show(kept, turn, context);
  }

  const turnPage = defineAction({
    kind: list.kind,
    access: 'viewer',
    answers: 'update',
    args: z.tuple([z.string(), pageNumber, z.string().optional()]),
    fields: z.object({}),
    run: ({ args: [stateId, number, from] }, context) => show({ stateId, number, from }, context),
  });

  return {
    open: async (kept, context) =>
      show({ stateId: await context.remember(kept), number: 1 }, context),
    actions: csv === undefined ? [turnPage] : [turnPage, csvAction(csvKind, list.kept, csv)],
  };
}

/** Which page of which list, and the mark of the page from which someone turned to it. */
interface Asked {
  readonly stateId: string;
  readonly number: number;
  readonly from?: string | undefined;
}

/** Null where rows look alike, so that two pages of them may be two all the same. */
function markOf(items: readonly unknown[]): string | null {
  const isDistinct = new Set(items.map((item) => JSON.stringify(item))).size === items.length;
  return isDistinct ? pageDigest(items).slice(0, 8) : null;
}

function csvAction<Kept>(
  kind: string,
  schema: z.ZodType<Kept>,
  csv: (kept: Kept, context: Context) => Answer | Promise<Answer>,
): Action {
  return defineAction({
    kind,
    access: 'viewer',
    answers: 'private',
    args: z.tuple([z.string()]),
    fields: z.object({}),
    run: async ({ args: [stateId] }, context) =>
      csv(await context.recall(stateId, schema), context),
  });
}
