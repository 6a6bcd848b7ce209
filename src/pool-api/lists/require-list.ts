import { PoolListTooLong, PoolUnreadable } from '../../domain/errors/pool-errors.js';
import { hashOf } from '../../domain/json/canonical-json.js';
import { isRecord } from '../../domain/json/is-record.js';
import type { ListedPage } from './all-pages.js';

/** @throws PoolUnreadable if the list is null or absent */
export async function* requireList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  for await (const page of pages) {
    if (page.given === false) {
      const fault = 'it gave no list';
      throw new PoolUnreadable({ operation: 'requireList', fault, outcome: 'unknown' });
    }
    yield page;
  }
}

/** @throws PoolListTooLong after the last page, if the list was cut off there */
export async function* uncutList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  for await (const page of pages) {
    if (page.cutOff !== undefined) throw new PoolListTooLong('allPages', page.cutOff);
    yield page;
  }
}

/**
 * Whether `item_count` counts the page or the list, it can't exceed what all pages gave.
 * @throws PoolUnreadable after the last page
 */
async function* fullList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  let came = 0;
  let stated = 0;
  for await (const page of pages) {
    came += page.items.length;
    stated = Math.max(stated, page.itemCount ?? 0);
    yield page;
  }
  if (stated > came) throw tooFew(stated, came);
}

function tooFew(stated: number, came: number): PoolUnreadable {
  return notWhole(`its list says that it has ${stated} entries, but ${came} came`);
}

function notWhole(fault: string): PoolUnreadable {
  return new PoolUnreadable({ operation: 'wholeList', fault, outcome: 'unknown' });
}

/** All three, for conclusions about the whole list, such as "no site has that name". */
export function wholeList<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  return fullList(uncutList(requireList(pages)));
}

/**
 * For what a change rests on: a whole list that says nothing against having begun and ended there,
 * and in which no row came on two pages, because then another may have come on none. `steady` is a
 * row without what changes by itself.
 * @throws as `wholeList`, after the last page
 */
export async function* listForChange<Item>(
  pages: AsyncIterable<ListedPage<Item>>,
  steady: (item: Item) => unknown = (item) => item,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  const rows = rememberRows();
  let stated = 0;
  let fault: string | undefined;
  let goesOn = false;
  for await (const page of wholeList(pages)) {
    for (const item of page.items)
      if (rows.cameOnAnother(page.number, identityOf(steady(item)))) fault ??= ROW_AGAIN;
    stated = Math.max(stated, page.itemCount ?? 0, page.total ?? 0);
    if (page.isCountUnclear) fault ??= COUNT_UNCLEAR;
    fault ??= page.doubt;
    goesOn = page.goesOn === true;
    yield page;
  }
  if (goesOn) fault ??= 'its list ended, but says that more follows';
  if (fault !== undefined) throw notWhole(fault);
  if (stated > rows.count()) throw tooFew(stated, rows.count());
}

/** The rows of earlier pages, and those of the current one, where a row may come twice. */
function rememberRows() {
  const before = new Set<number>();
  let here = new Set<number>();
  let current = 0;
  return {
    cameOnAnother(number: number, row: number): boolean {
      if (number !== current) {
        for (const each of here) before.add(each);
        here = new Set();
        current = number;
      }
      here.add(row);
      return before.has(row);
    },
    /** Valid if no row has come on two pages. */
    count: () => before.size + here.size,
  };
}

const COUNT_UNCLEAR =
  'its list says how many entries it has, but not as a number, so there may be more than came';
const ROW_AGAIN = 'its list gave an entry twice, so another may be missing';

/** This many fit into a number, which takes a fifth of the memory of the text. */
const HASH_DIGITS = 12;

/** Of its id or, without one, of the whole row. */
function identityOf(row: unknown): number {
  const id = isRecord(row) ? row['id'] : undefined;
  const isId = (typeof id === 'string' && id !== '') || typeof id === 'number';
  return parseInt(hashOf(isId ? String(id) : row).slice(0, HASH_DIGITS), 16);
}
