import { PoolListTooLong, PoolUnreadable } from '../../domain/errors/errors.js';
import type { ListedPage } from './all-pages.js';

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

/**
 * Whether `item_count` counts the page or the list, it can't be more than all pages gave.
 * @throws PoolUnreadable after the last page
 */
async function* fullList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  let came = 0;
  let claimed = 0;
  for await (const page of pages) {
    came += page.items.length;
    claimed = Math.max(claimed, page.itemCount ?? 0);
    yield page;
  }
  if (claimed <= came) return;
  const fault = `its list says that it has ${claimed} entries, and ${came} came`;
  throw new PoolUnreadable({ operation: 'wholeList', fault, outcome: 'unknown' });
}

/** All three, for conclusions about the whole list, such as "there is no subaccount of that name". */
export function wholeList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  return fullList(uncutList(requireList(pages)));
}
