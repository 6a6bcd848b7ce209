import type { ListedPage } from './pages.js';
import { walkPages, type ListNotes } from './walk-pages.js';

/** All that was listed. */
export interface Gathered<Item> extends ListNotes {
  readonly value: Item[];
}

/** A list of all pages that is known to be small enough to hold. For a fleet, walk instead. */
export async function gather<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): Promise<Gathered<Item>> {
  const value: Item[] = [];
  const notes = await walkPages(pages, (items) => void value.push(...items));
  return { value, ...notes };
}
