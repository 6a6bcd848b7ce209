import type { List, Page } from './pool.js';
import { PoolError } from './pool-error.js';

const MAX_ROWS = 10_000;

export interface PageRead<Row> extends Omit<Page<Row>, 'rows'> {
  /** Null if the answer has no list. */
  readonly rows: readonly Row[] | null;
}

/**
 * Reads a list page by page, up to 10,000 rows. `incomplete` says what is missing.
 * @throws PoolError if the first page fails
 */
export async function readAll<Row extends object>(
  read: (number: number) => Promise<PageRead<Row>>,
  ahead?: number,
): Promise<List<Row>> {
  const rows: Row[] = [];
  let readAt = Infinity;
  const list = (incomplete: string | null) => ({ rows, readAt, refused: [], incomplete });
  try {
    for await (const page of readPages(read, ahead)) {
      readAt = Math.min(readAt, page.readAt);
      if (page.rows === null) return list('the pool gave no list');
      for (const row of page.rows) rows.push(row);
      if (rows.length > MAX_ROWS) {
        rows.length = MAX_ROWS;
        return list(`only the first ${counted(MAX_ROWS)} were read`);
      }
    }
  } catch (error) {
    if (rows.length === 0 || !(error instanceof PoolError)) throw error;
    return list(`the pool stopped answering after ${counted(rows.length)}`);
  }
  return list(null);
}

/**
 * Pages until one is the last, is empty, or repeats an earlier one. Counts are never trusted, and
 * addresses of next pages never followed: pools have been seen to get both wrong. `ahead`: how many
 * are under way at once, after the first.
 */
export async function* readPages<Page extends PageRead<object>>(
  read: (number: number) => Promise<Page>,
  ahead = 1,
): AsyncGenerator<Page> {
  const underWay: Promise<Page | { error: unknown }>[] = [];
  const seen = new Set<string>();
  let asked = 0;
  while (true) {
    const most = asked === 0 ? 1 : ahead;
    while (underWay.length < most) {
      underWay.push(read(++asked).catch((error: unknown) => ({ error })));
    }
    const page = await underWay.shift();
    if (page === undefined) return;
    if ('error' in page) throw page.error;
    const rows = page.rows ?? [];
    if (seen.size > 0 && seen.has(startOf(rows))) return;
    if (rows.length > 0 || seen.size === 0) yield page;
    if (rows.length === 0 || !page.hasMore) return;
    seen.add(startOf(rows));
  }
}

/** Three rows, because two contracts or payments may be alike in every field. */
const startOf = (rows: readonly object[]) =>
  JSON.stringify(rows.slice(0, 3).map((row) => ('id' in row && row.id !== null ? row.id : row)));

const counted = (count: number) => new Intl.NumberFormat('en').format(count);
