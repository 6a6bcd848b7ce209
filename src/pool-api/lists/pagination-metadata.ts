import { isRecord } from '../../domain/json/is-record.js';
import type { Pagination } from '../resources.js';

/** What one page says of its list beside its rows; nothing where it says nothing. */
export interface PaginationMetadata {
  /** Its `item_count`, of this page or of all: nobody knows which. */
  readonly itemCount?: number;
  /** Another count that it gives under a usual name; undocumented. */
  readonly total?: number;
  /** It says that more follows, in a usual field other than `next_page_url`; undocumented. */
  readonly goesOn?: true;
  /** Why it isn't the page that was asked for, or the first one isn't the first. */
  readonly doubt?: string;
}

const TOTALS = new Set(['total', 'totalcount', 'totalitems', 'totalrecords', 'totalresults']);
const GOES_ON = /^(hasmore.*|hasnext.*|more|(is)?(truncated|incomplete)|incompleteresults)$/;
const IS_LAST = /^(is)?last(page)?$/;
/** How many pages there are, or the number of the last one. */
const LAST_NUMBER = /^((total|num|numberof)?pages|pages?(count|total)|(last|max)page(number)?)$/;
const LINKS = /^links?$/;

/** Of page `number`, by our own counter. */
export function paginationMetadata(
  pagination: Pagination | null | undefined,
  number: number,
): PaginationMetadata {
  if (!pagination) return {};
  const itemCount = Number(pagination.item_count ?? NaN);
  const others = Object.entries(pagination).map(([name, value]) => ({
    name: plainName(name),
    value,
  }));
  const totals = others
    .filter(({ name, value }) => TOTALS.has(name) && isFigure(value))
    .map(({ value }) => Number(value))
    .filter(Number.isFinite);
  // An empty page is the end whatever `next_page_url` it has, so that says nothing here.
  const { next_page_url: _, ...undocumented } = pagination;
  const goesOn = saysMore(undocumented, number);
  const doubt = doubtOf(pagination, number);
  return {
    ...(Number.isFinite(itemCount) ? { itemCount } : {}),
    ...(totals.length > 0 ? { total: Math.max(...totals) } : {}),
    ...(goesOn ? { goesOn } : {}),
    ...(doubt === undefined ? {} : { doubt }),
  };
}

/** Some answers have a zero where the page's number should be, so zero says nothing. */
function doubtOf(pagination: Pagination, number: number): string | undefined {
  const said = Number(pagination.page_number ?? 0);
  if (Number.isFinite(said) && said !== 0 && said !== number)
    return `page ${number} of its list was asked for, and it says that page ${said} came`;
  if (number === 1 && pagination.previous_page_url)
    return 'the first page of its list says that another one comes before it';
  return undefined;
}

/** Looks only at fields that the pool's description doesn't have. */
function saysMore(fields: Readonly<Record<string, unknown>>, number: number): boolean {
  return Object.entries(fields).some(([written, value]) => {
    const name = plainName(written);
    if (name.startsWith('next')) return isGiven(value);
    if (LINKS.test(name)) return isRecord(value) && isGiven(value['next']);
    if (GOES_ON.test(name)) return isYes(value);
    const isPast = LAST_NUMBER.test(name) && isFigure(value) && Number(value) > number;
    return isPast || (IS_LAST.test(name) && (value === false || value === 'false'));
  });
}

function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value !== null && value !== false && value !== 0;
}

function isYes(value: unknown): boolean {
  return value === true || value === 'true' || (isFigure(value) && Number(value) > 0);
}

/** Not each value can be made a number: `{"toString": 1}` throws. */
function isFigure(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

/** `has_next_page` and `hasNextPage` alike. */
function plainName(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase();
}
