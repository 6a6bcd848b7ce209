import type { List } from './pool.js';
import { PoolError } from './pool-error.js';

const MAX_ROWS = 10_000;

export interface PageRead<Row> {
  /** Null if the answer has no list. */
  readonly rows: readonly Row[] | null;
  /** Undefined if the pool does not say. */
  readonly hasNext: boolean | undefined;
  readonly readAt: number;
}

interface Paging {
  readonly size: number;
  /** Pages under way at once, after the first. */
  readonly ahead?: number;
}

/**
 * Reads a list page by page, up to 10,000 rows. `incomplete` says what is missing.
 * @throws PoolError if the first page fails
 */
export async function readAll<Row extends object>(
  read: (number: number) => Promise<PageRead<Row>>,
  paging: Paging,
): Promise<List<Row>> {
  const rows: Row[] = [];
  let readAt = Infinity;
  const list = (incomplete: string | null) => ({ rows, readAt, refused: [], incomplete });
  try {
    for await (const page of walk(read, paging)) {
      readAt = Math.min(readAt, page.readAt);
      if (page.rows === null) return list('the pool gave no list');
      for (const row of page.rows) rows.push(row);
      if (rows.length > MAX_ROWS || (rows.length === MAX_ROWS && page.hasNext)) {
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
 * Pages until one has no next, is empty, repeats an earlier one or, where the pool does not say, is
 * short. Counts are never trusted, and addresses of next pages never followed: pools have been seen
 * to get both wrong.
 */
export async function* walk<Page extends PageRead<object>>(
  read: (number: number) => Promise<Page>,
  { size, ahead = 1 }: Paging,
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
    // Three, because two contracts or payments may be alike in every field.
    const start = JSON.stringify(rows.slice(0, 3).map(identity));
    if (seen.has(start)) return;
    if (rows.length > 0 || seen.size === 0) yield page;
    const hasNext = page.hasNext ?? rows.length >= size;
    if (rows.length === 0 || !hasNext) return;
    seen.add(start);
  }
}

const identity = (row: object) => ('id' in row && row.id !== null ? row.id : row);

const counted = (count: number) => new Intl.NumberFormat('en').format(count);
