import { PoolListTooLong, PoolUnreadable } from '../../domain/errors/errors.js';
import type { ListedPage } from './pages.js';

/** @throws PoolUnreadable where the list is null or absent */
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

/** @throws PoolListTooLong after the last page, where the list was cut off there */
export async function* uncutList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  for await (const page of pages) {
    if (page.cutOff !== undefined) throw new PoolListTooLong('allPages', page.cutOff);
    yield page;
  }
}

/** Both, for conclusions about the whole list, such as "there is no subaccount of that name". */
export function wholeList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  return uncutList(requireList(pages));
}
