import type { ListedPage } from './pages.js';
import { walkPages, type ListNotes } from './walk-pages.js';

/** All that was listed. */
export interface CollectedList<Item> extends ListNotes {
  readonly value: Item[];
}

/** All rows of a list whose bound is small enough to hold them. For a fleet, walk instead. */
export async function collectPages<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): Promise<CollectedList<Item>> {
  const value: Item[] = [];
  const notes = await walkPages(pages, (items) => void value.push(...items));
  return { value, ...notes };
}
