import { PoolUnreadable } from '../domain/errors.js';
import type { ListedPage } from './pages.js';

/**
 * The pages of a list from which something is concluded of the whole: "none awaits approval",
 * "there is no subaccount of that name" and a count of miners hold only of a list that came.
 * @throws PoolUnreadable where the list is null or absent
 */
export async function* givenList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>> {
  for await (const page of pages) {
    if (page.given === false) {
      const fault = 'it gave no list';
      throw new PoolUnreadable({ operation: 'givenList', fault, outcome: 'unknown' });
    }
    yield page;
  }
}
