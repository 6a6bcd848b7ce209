import type { Read } from './client.js';
import type { ListedPage } from './pages.js';

/** What is to be said of a list as a whole, whatever is kept of its items. */
export interface ListNotes extends Omit<Read<unknown>, 'value'> {
  /** False where the list was null or absent: not said, which is not none. */
  readonly given?: boolean;
  /** True where a page came again though the pool named a next one: it may go on. */
  readonly repeated?: boolean;
}

/**
 * Hands each page's items to `take`, which may throw to end the walk. `readAt` is that of the
 * oldest page, of which there is one at least; refusals of any page are of the whole.
 */
export async function walkPages<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
  take: (items: readonly Item[]) => void,
): Promise<ListNotes> {
  const refused = new Set<string>();
  let readAt = Number.POSITIVE_INFINITY;
  let filledInAllSubaccounts = false;
  let given = true;
  let repeated = false;
  for await (const page of pages) {
    take(page.items);
    repeated ||= page.repeated === true;
    given &&= page.given !== false;
    readAt = Math.min(readAt, page.readAt);
    filledInAllSubaccounts ||= page.filledInAllSubaccounts;
    for (const name of page.refusedSubaccounts) refused.add(name);
  }
  return {
    readAt,
    refusedSubaccounts: [...refused],
    filledInAllSubaccounts,
    ...(given ? {} : { given }),
    ...(repeated ? { repeated } : {}),
  };
}
