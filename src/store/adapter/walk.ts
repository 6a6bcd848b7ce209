import { yieldWhenLong } from '../../domain/async/yield-to-others.js';

/**
 * All rows, page by page, until one has fewer than `page`; each page begins after the given row.
 * SQLite answers without waiting, so a walk over all servers would hold up every command.
 */
export async function* walkRows<Row>(
  page: number,
  pageAfter: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void, undefined> {
  let rows: readonly Row[] = [];
  do {
    rows = await pageAfter(rows.at(-1));
    for (const row of rows) {
      // The work done with each row counts too.
      await yieldWhenLong();
      yield row;
    }
  } while (rows.length >= page);
}
