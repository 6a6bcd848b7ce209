import type { ListedPage } from './all-pages.js';
import { walkPages, type ListNotes } from './walk-pages.js';

export interface CollectedList<Item> extends ListNotes {
  readonly value: Item[];
}

/** For lists whose bound fits in memory; walk a fleet with `walkPages`. */
export async function collectPages<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): Promise<CollectedList<Item>> {
  const value: Item[] = [];
  const notes = await walkPages(pages, (items) => void value.push(...items));
  return { value, ...notes };
}
