import type { Read } from '../client.js';
import { uncutList } from './require-list.js';
import type { CutOff, ListedPage } from './pages.js';

/** What is to be said of a list as a whole, whatever is kept of its items. */
export interface ListNotes extends Omit<Read<unknown>, 'value'> {
  /** False where the list was null or absent: not said, which is not none. */
  readonly given?: boolean;
  /** True where a page came again though the pool named a next one: it may go on. */
  readonly repeated?: boolean;
  /** Where it was read no further. */
  readonly cutOff?: CutOff;
}

/**
 * Hands each page's items to `take`, which may throw to end the walk. `readAt` is that of the
 * oldest page, of which there is one at least; refusals of any page are of the whole.
 */
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

/** A list of which the first page has come. */
export interface OpenList<Item> {
  /** To be walked once; of a large list no more than a page or two are held. */
  readonly batches: AsyncIterable<readonly Item[]>;
  /** Of the pages walked so far. */
  readonly notes: () => ListNotes;
}

/**
 * Waits for the first page, so that what fails at once is thrown before anything is made of it.
 * Where the list is cut off its batches end with a `PoolListTooLong`.
 */
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

function takeNotes() {
  const refused = new Set<string>();
  let readAt = Number.POSITIVE_INFINITY;
  let filledInAllSubaccounts = false;
  let given = true;
  let repeated = false;
  let cutOff: CutOff | undefined;
  return {
    add(page: ListedPage<unknown>): void {
      repeated ||= page.repeated === true;
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
      ...(cutOff === undefined ? {} : { cutOff }),
    }),
  };
}
