import { z } from 'zod';
import { defineAction, type Action, type Replies, type Context } from '../../src/command.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { pageNumber } from './page-number.js';
import type { Listing, Read } from '../../src/pool-api/client.js';
import { paginationMetadata } from '../../src/pool-api/lists/pagination-metadata.js';
import { pageDigest } from '../../src/pool-api/lists/all-pages.js';
import type { Pages } from '../../src/views/kit/paging.js';

/** A list with pages and a file. */
interface PagedList<Kept> {
  /** Kind of the paging buttons; the file button's is `<kind>-csv`. */
  readonly kind: string;
  /** What the buttons store: the filter and its wording. */
  readonly kept: z.ZodType<Kept>;
  show(kept: Kept, turn: PageRequest, context: Context): Promise<Reply>;
  /** The whole list, all pages, as a file. */
  csv?(kept: Kept, context: Context): Replies | Promise<Replies>;
}

/** The page to show and its buttons. */
export interface PageRequest {
  readonly number: number;
  /** Id of the stored filter. */
  readonly stateId: string;
  readonly pages: (more: boolean) => Pages;
  /** The page cut to `most` rows, because some pools put everything on one page. */
  readonly shownOf: <Item>(read: Read<Listing<Item>>, most: number) => ShownPage<Item>;
}

interface ShownPage<Item> {
  readonly read: Read<Listing<Item>>;
  readonly pages: Pages;
}

/**
 * The last page is empty, has `next_page_url: null`, or repeats the page before it, as some pools
 * do for ever.
 */
function moreFollow(
  { items, pagination }: Listing<unknown>,
  { number, isRepeated }: { readonly number: number; readonly isRepeated: boolean },
): Pages['more'] {
  const next = pagination?.next_page_url;
  if (isRepeated || items.length === 0) return false;
  // It names no next page, but may still say in other fields that there is one.
  if (next === null) return paginationMetadata(pagination, number).goesOn ? 'unsaid' : false;
  return next ? true : 'unsaid';
}

/** Returns the first page as a reply, and paging actions that survive a restart. */
export function definePaged<Kept>(list: PagedList<Kept>): {
  readonly open: (kept: Kept, context: Context) => Promise<Reply>;
  readonly actions: readonly Action[];
} {
  const csvKind = `${list.kind}-csv`;
  const csv = list.csv?.bind(list);

  async function show(
    { stateId, number, from, before }: ReaderPosition,
    context: Context,
  ): Promise<Reply> {
    const kept = await context.recall(stateId, list.kept);
    const pages = (more: Pages['more'], ...digest: string[]): Pages => ({
      number,
      more,
      customId: (to) => encodeCustomId(list.kind, stateId, String(to), ...digest),
      ...(csv === undefined ? {} : { csvId: encodeCustomId(csvKind, stateId) }),
    });
    const turn: PageRequest = {
      number,
      stateId,
      pages: (more) => pages(more),
      shownOf(read, most) {
        const items = read.value.items.slice(0, most);
        const digest = distinctDigest(items);
        const isRepeated = digest !== null && digest === from;
        const more = moreFollow(read.value, { number, isRepeated });
        const seen = before === undefined || isRepeated ? undefined : before + items.length;
        const turned = pages(more, digest ?? '');
        return {
          read: { ...read, value: { ...read.value, items } },
          pages: {
            ...turned,
            ...(seen !== undefined && { seen }),
            // Going back, nobody knows how many rows came before.
            customId: (to) =>
              to < number || seen === undefined
                ? turned.customId(to)
                : encodeCustomId(list.kind, stateId, String(to), digest ?? '', String(seen)),
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
    answers: 'update-own',
    args: z.tuple([z.string(), pageNumber, z.string().optional(), rowsBefore.optional()]),
    run: ({ args: [stateId, number, from, before] }, context) =>
      show({ stateId, number, from, before }, context),
  });

  return {
    open: async (kept, context) =>
      show({ stateId: await context.remember(kept), number: 1, before: 0 }, context),
    actions: csv === undefined ? [turnPage] : [turnPage, csvAction(csvKind, list.kept, csv)],
  };
}

const rowsBefore = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number);

/** Page number, filter id, and the digest of the page the reader came from. */
interface ReaderPosition {
  readonly stateId: string;
  readonly number: number;
  readonly from?: string | undefined;
  /** Rows on the earlier pages, if each of them was visited. */
  readonly before?: number | undefined;
}

/** Null if rows aren't distinct, because then equal pages don't prove a repeat. */
function distinctDigest(items: readonly unknown[]): string | null {
  const isDistinct = new Set(items.map((item) => JSON.stringify(item))).size === items.length;
  return isDistinct ? pageDigest(items).slice(0, 8) : null;
}

function csvAction<Kept>(
  kind: string,
  schema: z.ZodType<Kept>,
  csv: (kept: Kept, context: Context) => Replies | Promise<Replies>,
): Action {
  return defineAction({
    kind,
    access: 'viewer',
    answers: 'private',
    args: z.tuple([z.string()]),
    run: async ({ args: [stateId] }, context) =>
      csv(await context.recall(stateId, schema), context),
  });
}
