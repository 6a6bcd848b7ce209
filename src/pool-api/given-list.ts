import { PoolListTooLong, PoolUnreadable } from '../domain/errors.js';
import type { ListedPage } from './pages.js';

/**
 * The pages of a list that came: "none of those read awaits approval" holds of no other.
 * @throws PoolUnreadable where the list is null or absent
 */
export async function* givenList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  for await (const page of pages) {
    if (page.given === false) {
      const fault = 'it gave no list';
      throw new PoolUnreadable({ operation: 'givenList', fault, outcome: 'unknown' });
    }
    yield page;
  }
}

/**
 * The pages of a list that is not cut off.
 * @throws PoolListTooLong after the last page that was read, where it was cut off there
 */
export async function* uncutList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  for await (const page of pages) {
    if (page.cutOff !== undefined) throw new PoolListTooLong('allPages', page.cutOff);
    yield page;
  }
}

/**
 * The pages of a list that has no fewer entries than it says: whether `item_count` is of the page
 * or of all, more than came of all pages cannot be.
 * @throws PoolUnreadable after the last page, where fewer came
 */
async function* fullList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  let came = 0;
  let said = 0;
  for await (const page of pages) {
    came += page.items.length;
    said = Math.max(said, page.said ?? 0);
    yield page;
  }
  if (said <= came) return;
  const fault = `its list says that it has ${said} entries, and ${came} came`;
  throw new PoolUnreadable({ operation: 'wholeList', fault, outcome: 'unknown' });
}

/**
 * The pages of a list from which something is concluded of the whole: "there is no subaccount of
 * that name" and a count of miners hold only of a list that came, whole and to its end.
 * @throws what `givenList`, `uncutList` and `fullList` throw
 */
export function wholeList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  return fullList(uncutList(givenList(pages)));
}
