import { createHash } from 'node:crypto';
import { yieldToOthers } from '../../domain/async/yield-to-others.js';
import {
  PoolNotFound,
  PoolRejected,
  PoolUnreadable,
  type CutOff,
} from '../../domain/errors/pool-errors.js';
import { settlesWithin } from '../../domain/async/timeout.js';
import { isRecord } from '../../domain/json/is-record.js';
import type { Page, Read } from '../client.js';
import type { Pagination } from '../resources.js';
import { paginationMetadata, type PaginationMetadata } from './pagination-metadata.js';
import type { WalkBound } from './walk-bounds.js';

/** An answer with its list renamed to `items`. */
export interface ItemPage<Item> {
  readonly items: readonly Item[];
  /** False if the list was null or absent: unknown, not empty. */
  readonly given?: boolean | undefined;
  readonly pagination?: Pagination | null | undefined;
}

export type FetchPage<Item> = (page: Required<Page>) => Promise<Read<ItemPage<Item>>>;

export interface PagesOptions {
  /** Best first; after a 400 the next is tried. The last is the documented default. */
  readonly sizes?: readonly number[];
  /** Pages requested at once; they are yielded in order. */
  readonly inFlight?: number;
  /** Required, because no list can be trusted to end. */
  readonly bound: WalkBound;
}

/** The first page, a later one with items, or a final marker without. Large pages come in parts. */
export interface ListedPage<Item> extends PaginationMetadata {
  readonly items: readonly Item[];
  /** False on a first page without a list: unknown, not empty. */
  readonly given?: boolean | undefined;
  /** A final marker: a full page came again though a next one was named, so the list may go on. */
  readonly repeated?: boolean | undefined;
  /** A final marker: the list may go on. */
  readonly cutOff?: CutOff | undefined;
  readonly number: number;
  readonly readAt: number;
  readonly refusedSubaccounts: readonly string[];
  readonly filledInAllSubaccounts: boolean;
}

/** Up to 1,000 has been seen to work; 10 is the documented default. */
export const POOL_PAGE_SIZES = [1_000, 100, 10] as const;
export const MINER_PAGE_SIZES = [1_000, 100, 25] as const;
export const DERIVATIVES_PAGE_SIZES = [100, 50] as const;
const EARLIER_AGAIN = 'it sent an earlier page of its list again instead of the next one';
/** Rows yielded at once, so that a large page doesn't block the event loop. */
const PART_ROWS = 1_000;

/**
 * All pages of a list, by our own counter. It ends with a null `next_page_url`, an empty or
 * repeated page, or a 404 after a page that named no next one; never by `item_count` or a short
 * page. The first page is always yielded, even without items.
 * @throws PoolUnreadable, PoolNotFound for a page that the previous one named
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
  let read: Read<ItemPage<Item>> | null = first;
  let rows = 0;
  let isNamed = false;
  let lastDigest = '';
  for (let number = 1; read !== null; number++) {
    const { value, ...readAs }: Read<ItemPage<Item>> = read;
    const { items, given, pagination }: ItemPage<Item> = value;
    const metadata = paginationMetadata(pagination, number);
    const about = { ...readAs, ...metadata };
    const isLast = items.length === 0 || pagination?.next_page_url === null;
    // The only page of a list has nothing to be compared with.
    if (number > 1 || !isLast) {
      const digest = await digestOf(items);
      const isRepeated = seen.has(digest);
      if (isRepeated || items.length === 0) {
        const mayGoOn = isRepeated && isNamed && items.length >= size;
        // Past the end the last page may come again, but not if it was named and ends the list.
        const isEnd = digest === lastDigest && !(isNamed && isLast);
        const doubt = isRepeated && !isEnd ? EARLIER_AGAIN : metadata.doubt;
        const said = { ...(mayGoOn ? { repeated: true } : {}), ...(doubt ? { doubt } : {}) };
        if (mayGoOn || doubt || metadata.goesOn) yield { ...about, items: [], number, ...said };
        return;
      }
      seen.add(digest);
      lastDigest = digest;
    }
    const taken = items.slice(0, bound.rows - rows);
    rows += taken.length;
    if (number === 1 || taken.length > 0)
      for await (const part of inParts(taken))
        yield { ...about, items: part, number, ...(given === false ? { given } : {}) };
    if (taken.length < items.length) {
      yield { ...about, items: [], number, cutOff: { by: 'rows', rows } };
      return;
    }
    if (isLast) return;
    isNamed = namesNext(pagination);
    const coming = laterPage(pages.next(number + 1), isNamed);
    if (!(await settlesWithin(until - performance.now(), coming))) {
      yield { ...about, items: [], number, cutOff: { by: 'time', rows } };
      return;
    }
    read = await coming;
  }
}

/** At least one part; yields to the event loop between parts. */
async function* inParts<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items.slice(0, PART_ROWS);
  for (let start = PART_ROWS; start < items.length; start += PART_ROWS) {
    await yieldToOthers();
    yield items.slice(start, start + PART_ROWS);
  }
}

/** The first page decides the size of the others: pages are counted, so they must be equal. */
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

/** A pool may cap the size but count pages by the requested one, so we request what it gives. */
function sizeGiven({ items, pagination }: ItemPage<unknown>, asked: number): number {
  const pageSize = Number(pagination?.page_size ?? 0);
  const given = Math.max(items.length, pageSize < asked ? pageSize : 0);
  return given > 0 && given < asked ? given : asked;
}

/** Null past the end, unless the previous page named this one. */
async function laterPage<Item>(coming: Promise<Read<ItemPage<Item>>>, isNamed: boolean) {
  try {
    const read = await coming;
    if (isNamed && read.value.given === false) throw withoutList();
    return read;
  } catch (error) {
    if (error instanceof PoolNotFound && !isNamed) return null;
    throw error;
  }
}

function namesNext(pagination: Pagination | null | undefined): boolean {
  return typeof pagination?.next_page_url === 'string' && pagination.next_page_url !== '';
}

/** Fetches up to `ahead` pages ahead. */
function inOrder<Value>(fetch: (number: number) => Promise<Value>, ahead: number) {
  const coming = new Map<number, Promise<Value>>();
  return {
    next(number: number): Promise<Value> {
      for (let each = number; each < number + ahead; each++) {
        if (coming.has(each)) continue;
        const page = fetch(each);
        // A page past the end may fail unawaited.
        page.catch(() => undefined);
        coming.set(each, page);
      }
      const page = coming.get(number) ?? fetch(number);
      coming.delete(number);
      return page;
    },
  };
}

/** For few items; `digestOf` handles a page of any length in parts. */
export function pageDigest(items: readonly unknown[]): string {
  return createHash('sha1')
    .update(JSON.stringify(comparableRows(items)))
    .digest('base64');
}

async function digestOf(items: readonly unknown[]): Promise<string> {
  const hash = createHash('sha1');
  for await (const part of inParts(comparableRows(items))) hash.update(JSON.stringify(part));
  return hash.digest('base64');
}

/** The ids if every item has one, because figures change between two reads. */
function comparableRows(items: readonly unknown[]): readonly unknown[] {
  const ids = items.map((item) => (isRecord(item) ? item['id'] : undefined));
  return ids.every((id) => typeof id === 'string' || typeof id === 'number') ? ids : items;
}

function withoutList(): PoolUnreadable {
  const fault = 'it named a next page, which came without a list';
  return new PoolUnreadable({ operation: 'allPages', fault, outcome: 'unknown' });
}
