import type { Read } from './client.js';
import type { ListedPage } from './pages.js';

/**
 * A list of all pages that is known to be small enough to hold. For a fleet, stream instead.
 * `readAt` is that of the oldest page; refusals of any page are of the whole.
 */
export async function gather<Item>(pages: AsyncIterable<ListedPage<Item>>): Promise<Read<Item[]>> {
  const items: Item[] = [];
  const refused = new Set<string>();
  let readAt = Number.POSITIVE_INFINITY;
  let filledInAllSubaccounts = false;
  for await (const page of pages) {
    items.push(...page.items);
    readAt = Math.min(readAt, page.readAt);
    filledInAllSubaccounts ||= page.filledInAllSubaccounts;
    for (const name of page.refusedSubaccounts) refused.add(name);
  }
  return {
    value: items,
    readAt: Number.isFinite(readAt) ? readAt : Date.now(),
    refusedSubaccounts: [...refused],
    filledInAllSubaccounts,
  };
}
