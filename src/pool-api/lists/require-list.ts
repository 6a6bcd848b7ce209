import { PoolListTooLong, PoolUnreadable } from '../../domain/errors/errors.js';
import type { ListedPage } from './pages.js';

/**
 * The pages of a list that came: "none of those read awaits approval" holds of no other.
 * @throws PoolUnreadable where the list is null or absent
 */
export async function* requireList<Item>(
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
 * The pages of a list from which something is concluded of the whole: "there is no subaccount of
 * that name" and a count of miners hold only of a list that came, and came to its end.
 * @throws what `givenList` and `uncutList` throw
 */
export function wholeList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  return uncutList(requireList(pages));
}
