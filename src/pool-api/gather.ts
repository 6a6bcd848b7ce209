import type { Read } from './client.js';
import type { ListedPage } from './pages.js';

/** All that was listed, and whether the pool gave a list at all. */
export interface Gathered<Item> extends Read<Item[]> {
  /** False where the list was null or absent: not said, which is not none. */
  readonly given?: boolean;
  /** True where a page came again though the pool named a next one: it may go on. */
  readonly repeated?: boolean;
}

/**
 * A list of all pages that is known to be small enough to hold. For a fleet, stream instead.
 * `readAt` is that of the oldest page, of which there is one at least; refusals of any page are
 * of the whole.
 */
export async function gather<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): Promise<Gathered<Item>> {
  const items: Item[] = [];
  const refused = new Set<string>();
  let readAt = Number.POSITIVE_INFINITY;
  let filledInAllSubaccounts = false;
  let given = true;
  let repeated = false;
  for await (const page of pages) {
    items.push(...page.items);
    repeated ||= page.repeated === true;
    given &&= page.given !== false;
    readAt = Math.min(readAt, page.readAt);
    filledInAllSubaccounts ||= page.filledInAllSubaccounts;
    for (const name of page.refusedSubaccounts) refused.add(name);
  }
  return {
    value: items,
    readAt,
    refusedSubaccounts: [...refused],
    filledInAllSubaccounts,
    ...(given ? {} : { given }),
    ...(repeated ? { repeated } : {}),
  };
}
