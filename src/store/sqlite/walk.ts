import { yieldWhenLong } from '../../domain/async/yield-to-others.js';

/**
 * All rows, page after page, until one is empty; each page begins after the row it is given. SQLite
 * answers without waiting, so a walk over all servers would hold every command up until its end.
 */
export async function* walk<Row>(
  pageAfter: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void, undefined> {
  let last: Row | undefined;
  do {
    const rows = await pageAfter(last);
    for (const row of rows) {
      // What is done with a row counts too.
      await yieldWhenLong();
      yield row;
    }
    last = rows.at(-1);
  } while (last !== undefined);
}
