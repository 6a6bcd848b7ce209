import type { Read } from '../client.js';
import { uncutList } from './require-list.js';
import type { CutOff } from '../../domain/errors/pool-errors.js';
import type { ListedPage } from './all-pages.js';

/** Notes about a list as a whole. */
export interface ListNotes extends Omit<Read<unknown>, 'value'> {
  /** False if the list was null or absent: unknown, not empty. */
  readonly given?: boolean;
  /** True if a page came again although a next one was named: the list may go on. */
  readonly repeated?: boolean;
  /** True if its paging says that more follows, or that other pages came than requested. */
  readonly contradicts?: boolean;
  readonly cutOff?: CutOff;
}

/** Calls `take` with each page's items. `readAt` is that of the oldest page. */
export async function walkPages<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
  take: (items: readonly Item[]) => void,
): Promise<ListNotes> {
  const notes = takeNotes();
  for await (const page of pages) {
    take(page.items);
    notes.add(page);
  }
  return notes.whole();
}

/** A list whose first page has arrived. */
export interface OpenList<Item> {
  /** To be walked once; holds only a page or two. */
  readonly batches: AsyncIterable<readonly Item[]>;
  /** About the pages walked so far. */
  readonly notes: () => ListNotes;
}

/** Throws what the first page throws; the batches throw `PoolListTooLong` for a list cut off. */
export async function openList<Item>(
  listed: AsyncGenerator<ListedPage<Item>, void, undefined>,
): Promise<OpenList<Item>> {
  const notes = takeNotes();
  const pages = uncutList(listed);
  const first = await pages.next();

  async function* batches(): AsyncGenerator<readonly Item[]> {
    if (first.done === true) return;
    notes.add(first.value);
    yield first.value.items;
    for await (const page of pages) {
      notes.add(page);
      yield page.items;
    }
  }
  return { batches: batches(), notes: notes.whole };
}

/** Gathers the notes on a list, page by page. */
export function takeNotes() {
  const refused = new Set<string>();
  let readAt = Number.POSITIVE_INFINITY;
  let filledInAllSubaccounts = false;
  let given = true;
  let repeated = false;
  let isDoubted = false;
  let goesOn = false;
  let rows = 0;
  let total = 0;
  let cutOff: CutOff | undefined;
  return {
    add(page: ListedPage<unknown>): void {
      repeated ||= page.repeated === true;
      isDoubted ||= page.doubt !== undefined;
      // Only the last page counts: after the others, more did follow.
      goesOn = page.goesOn === true;
      rows += page.items.length;
      total = Math.max(total, page.total ?? 0);
      given &&= page.given !== false;
      cutOff ??= page.cutOff;
      readAt = Math.min(readAt, page.readAt);
      filledInAllSubaccounts ||= page.filledInAllSubaccounts;
      for (const name of page.refusedSubaccounts) refused.add(name);
    },
    whole: (): ListNotes => ({
      readAt,
      refusedSubaccounts: [...refused],
      filledInAllSubaccounts,
      ...(given ? {} : { given }),
      ...(repeated ? { repeated } : {}),
      ...(isDoubted || goesOn || (total > rows && !cutOff) ? { contradicts: true } : {}),
      ...(cutOff === undefined ? {} : { cutOff }),
    }),
  };
}
