import { UserError } from '../domain/errors.js';
import type { ListedPage } from '../pool-api/pages.js';
import { noListSentence } from '../views/card.js';

/**
 * The pages of a list from which something is concluded of the whole: "none awaits approval" and
 * a count of miners hold only of a list that came. Throws a UserError where none did.
 */
export async function* givenList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>> {
  for await (const page of pages) {
    if (page.given === false) throw new UserError(noListSentence);
    yield page;
  }
}
