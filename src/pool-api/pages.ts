import { createHash } from 'node:crypto';
import { breathe } from '../domain/breathe.js';
import { PoolNotFound, PoolRejected, PoolUnreadable } from '../domain/errors.js';
import { settlesWithin } from '../domain/in-time.js';
import { isRecord } from '../domain/is-record.js';
import type { Page, Read } from './client.js';
import type { Pagination } from './resources.js';
import type { WalkBound } from './walk-bounds.js';

/** What any listing method answers with, once its list is called `items`. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  /** False where the list was null or absent, which is not the same as empty. */
  readonly given?: boolean | undefined;
  readonly pagination?: Pagination | null | undefined;
}

export type FetchPage<Item> = (page: Required<Page>) => Promise<Read<Listed<Item>>>;

export interface PagesOptions {
  /**
   * Sizes to ask for, best first; the next one is tried where the pool refuses one with 400.
   * The last should be the group's documented default (section 8).
   */
  readonly sizes?: readonly number[];
  /** Pages asked for at once; they are yielded in order all the same. */
  readonly inFlight?: number;
  /** Of every walk, because no list can be trusted to end. */
  readonly bound: WalkBound;
}

/** Where a walk was ended by its bound although the list may go on. */
export interface CutOff {
  readonly by: 'rows' | 'time';
  /** How many rows came before it. */
  readonly rows: number;
}

/**
 * The first page, or a further one with something in it, or one that says by a mark why there is
 * nothing. A page with more rows than anybody asks for comes in several parts.
 */
export interface ListedPage<Item> {
  readonly items: readonly Item[];
  /** False on a first page without a list: not said, which is not none. */
  readonly given?: boolean | undefined;
  /**
   * On a last one without items: a full page came again though the pool named a next one. Rows
   * without ids may look alike, so the list may go on.
   */
  readonly repeated?: boolean | undefined;
  /** On a last one without items: the list goes on, or nobody knows whether it does. */
  readonly cutOff?: CutOff | undefined;
  /** What its `item_count` says, of this page or of all: nobody knows which. */
  readonly said?: number | undefined;
  readonly number: number;
  readonly readAt: number;
  readonly refusedSubaccounts: readonly string[];
  readonly filledInAllSubaccounts: boolean;
}

/** Sizes up to 1,000 are seen to work (notes); 10 is the default of the pool's lists. */
export const POOL_PAGE_SIZES = [1_000, 100, 10] as const;
export const MINER_PAGE_SIZES = [1_000, 100, 25] as const;
export const DERIVATIVES_PAGE_SIZES = [100, 50] as const;
/** Rows handed out at once: what a larger page holds beyond comes after others had their turn. */
const PART_ROWS = 1_000;

/**
 * All pages of a list, by our own counter. The list ends where the pool says that there is no
 * next page, with an empty page, with a page that was there before, or with a 404 after a page
 * that named no next one. Neither `item_count` nor a short page ends it, and `next_page_url` is
 * not followed (notes). The first page comes also without items: what was refused, filled in and
 * when it was read is said of the whole list. Past its bound a list is cut off, and a last mark
 * says so.
 * @throws PoolUnreadable for a page without a list though the one before named it; PoolNotFound
 *   where such a page is not found
 */
export async function* allPages<Item>(
  fetchPage: FetchPage<Item>,
  options: PagesOptions,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  const { sizes = POOL_PAGE_SIZES, inFlight = 1, bound } = options;
  const until = performance.now() + bound.ms;
  const seen = new Set<string>();
  const { first, size } = await firstPage(fetchPage, sizes);
  const pages = inOrder((number) => fetchPage({ number, size }), inFlight);
  let read: Read<Listed<Item>> | null = first;
  let rows = 0;
  let isNamed = false;
  for (let number = 1; read !== null; number++) {
    const { value, ...readAs }: Read<Listed<Item>> = read;
    const { items, given, pagination }: Listed<Item> = value;
    const about = { ...readAs, ...saidIn(pagination) };
    const mark = await digestOf(items);
    const repeated = seen.has(mark);
    if (repeated && isNamed && items.length >= size)
      yield { ...about, items: [], number, repeated };
    if (repeated) return;
    seen.add(mark);
    const taken = items.slice(0, bound.rows - rows);
    rows += taken.length;
    if (number === 1 || taken.length > 0)
      for await (const part of inParts(taken))
        yield { ...about, items: part, number, ...(given === false ? { given } : {}) };
    if (taken.length < items.length) {
      yield { ...about, items: [], number, cutOff: { by: 'rows', rows } };
      return;
    }
    if (items.length === 0 || pagination?.next_page_url === null) return;
    isNamed = namesNext(pagination);
    const coming = laterPage(pages.next(number + 1), isNamed);
    if (!(await settlesWithin(until - performance.now(), coming))) {
      yield { ...about, items: [], number, cutOff: { by: 'time', rows } };
      return;
    }
    read = await coming;
  }
}

/** At least one part; between two of them others have their turn. */
async function* inParts<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items.slice(0, PART_ROWS);
  for (let start = PART_ROWS; start < items.length; start += PART_ROWS) {
    await breathe();
    yield items.slice(start, start + PART_ROWS);
  }
}

/** The first page decides the size of all others, since only equal pages can be counted on. */
async function firstPage<Item>(fetchPage: FetchPage<Item>, sizes: readonly number[]) {
  for (const [index, size] of sizes.entries()) {
    try {
      const first = await fetchPage({ number: 1, size });
      return { first, size: sizeGiven(first.value, size) };
    } catch (error) {
      const isRefused = error instanceof PoolRejected && error.status === 400;
      if (!isRefused || index === sizes.length - 1) throw error;
    }
  }
  throw new RangeError('no page size to ask for');
}

/**
 * The size to go on with. A pool may cap what was asked: from then on we ask for what it gives,
 * because otherwise it may count pages by the one size and fill them by the other.
 */
function sizeGiven({ items, pagination }: Listed<unknown>, asked: number): number {
  const said = Number(pagination?.page_size ?? 0);
  const given = Math.max(items.length, said < asked ? said : 0);
  return given > 0 && given < asked ? given : asked;
}

/**
 * Null past the end. A page that the one before named is not past the end: without it the list
 * would pass for whole.
 */
async function laterPage<Item>(coming: Promise<Read<Listed<Item>>>, isNamed: boolean) {
  try {
    const read = await coming;
    if (isNamed && read.value.given === false) throw withoutList();
    return read;
  } catch (error) {
    if (error instanceof PoolNotFound && !isNamed) return null;
    throw error;
  }
}

function saidIn(pagination: Pagination | null | undefined): { readonly said?: number } {
  const said = Number(pagination?.item_count ?? NaN);
  return Number.isFinite(said) ? { said } : {};
}

function namesNext(pagination: Pagination | null | undefined): boolean {
  return typeof pagination?.next_page_url === 'string' && pagination.next_page_url !== '';
}

/** Fetches ahead, hands out in order, and holds no more than `ahead` pages. */
function inOrder<Value>(fetch: (number: number) => Promise<Value>, ahead: number) {
  const coming = new Map<number, Promise<Value>>();
  return {
    next(number: number): Promise<Value> {
      for (let each = number; each < number + ahead; each++) {
        if (coming.has(each)) continue;
        const page = fetch(each);
        // A page past the end may fail without anyone waiting for it.
        page.catch(() => undefined);
        coming.set(each, page);
      }
      const page = coming.get(number) ?? fetch(number);
      coming.delete(number);
      return page;
    },
  };
}

/**
 * By ids where every item has one, because figures move between two looks at the same page;
 * else by the whole content. Of few items: of a page of any length `digestOf` does it in parts.
 */
export function fingerprint(items: readonly unknown[]): string {
  return createHash('sha1')
    .update(JSON.stringify(telling(items)))
    .digest('base64');
}

async function digestOf(items: readonly unknown[]): Promise<string> {
  const hash = createHash('sha1');
  for await (const part of inParts(telling(items))) hash.update(JSON.stringify(part));
  return hash.digest('base64');
}

function telling(items: readonly unknown[]): readonly unknown[] {
  const ids = items.map((item) => (isRecord(item) ? item['id'] : undefined));
  return ids.every((id) => typeof id === 'string' || typeof id === 'number') ? ids : items;
}

function withoutList(): PoolUnreadable {
  const fault = 'it named a next page, which came without a list';
  return new PoolUnreadable({ operation: 'allPages', fault, outcome: 'unknown' });
}
