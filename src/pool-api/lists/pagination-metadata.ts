import { plainNamedFields } from '../../domain/pool-answers/outcome-fields.js';
import { isRecord } from '../../domain/json/is-record.js';
import type { Pagination } from '../resources.js';

/** What a page says about its list besides its rows; empty if it says nothing. */
export interface PaginationMetadata {
  /** Its `item_count`, of this page or of all pages: nobody knows which. */
  readonly itemCount?: number;
  /** Another count, under a usual name; undocumented. */
  readonly total?: number;
  /** It says that more follows, in a usual field other than `next_page_url`; undocumented. */
  readonly goesOn?: true;
  /** Its `item_count` is there but no number: `10+`, an object, a list. */
  readonly isCountUnclear?: true;
  /** Why it isn't the page requested, or the first page isn't the first. */
  readonly doubt?: string;
}

/** Names as `plainNamedFields` gives them. */
const ITEM_COUNT = /^((item|row|record|result|entry|entrie)s?)?count$/;
const TOTAL = /^total((item|row|record|result|entry|entrie)s?)?(count)?$/;
const NUMBER = /^(current|this)?page(number|no|num)?$/;
const EARLIER = /^(has)?prev/;
const GOES_ON = /^(hasmore.*|hasnext.*|more|(is)?(truncated|incomplete)|incompleteresults)$/;
const IS_LAST = /^(is)?last(page)?$/;
/** The number of pages, or the number of the last one. */
const LAST_NUMBER = /^((total|num|numberof)?pages|pages?(count|total)|(last|max)page(number)?)$/;
const LINKS = /^links?$/;

/** For page `number`, by our own counter. */
export function paginationMetadata(
  pagination: Pagination | null | undefined,
  number: number,
): PaginationMetadata {
  if (!pagination) return {};
  const fields = plainNamedFields(pagination);
  const itemCount = greatest(fields, ITEM_COUNT);
  const total = greatest(fields, TOTAL);
  // An empty page is the end whatever its `next_page_url`, so that says nothing here.
  const { next_page_url: _, ...undocumented } = pagination;
  const goesOn = saysMore(undocumented, number);
  const doubt = doubtOf(fields, number);
  return {
    ...(itemCount === undefined ? {} : { itemCount }),
    ...(total === undefined ? {} : { total }),
    ...(goesOn ? { goesOn } : {}),
    ...(isNoCount(pagination.item_count) ? { isCountUnclear: true } : {}),
    ...(doubt === undefined ? {} : { doubt }),
  };
}

type Fields = readonly (readonly [name: string, value: unknown])[];

function greatest(fields: Fields, names: RegExp): number | undefined {
  const found = fields.flatMap(([name, value]) => (names.test(name) ? [figureOf(value)] : []));
  return found.every(Number.isNaN) ? undefined : Math.max(...found.filter((each) => each >= 0));
}

/** Some answers have zero where the page's number should be, so zero says nothing. */
function doubtOf(fields: Fields, number: number): string | undefined {
  const numbers = fields.flatMap(([name, value]) => (NUMBER.test(name) ? [figureOf(value)] : []));
  const other = numbers.find((said) => !Number.isNaN(said) && said !== 0 && said !== number);
  if (other !== undefined)
    return `it was asked for page ${number} of its list, and says that it sent page ${other}`;
  const saysEarlier = fields.some(([name, value]) =>
    LINKS.test(name) ? hasLink(value, EARLIER) : EARLIER.test(name) && isGiven(value),
  );
  if (number === 1 && saysEarlier)
    return 'the first page of its list says that another one comes before it';
  return undefined;
}

/** Looks only at fields that the pool's description doesn't list. */
function saysMore(fields: Readonly<Record<string, unknown>>, number: number): boolean {
  return plainNamedFields(fields).some(([name, value]) => {
    if (name.startsWith('next')) return isGiven(value);
    if (LINKS.test(name)) return hasLink(value, /^next$/);
    if (GOES_ON.test(name)) return isYes(value);
    const isPast = LAST_NUMBER.test(name) && figureOf(value) > number;
    return isPast || (IS_LAST.test(name) && (value === false || value === 'false'));
  });
}

function hasLink(links: unknown, names: RegExp): boolean {
  if (!isRecord(links)) return false;
  return plainNamedFields(links).some(([name, link]) => names.test(name) && isGiven(link));
}

function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value !== null && value !== false && value !== 0;
}

function isNoCount(value: unknown): boolean {
  const isAbsent = value === undefined || value === null || value === '';
  return !isAbsent && Number.isNaN(figureOf(value));
}

function isYes(value: unknown): boolean {
  return value === true || value === 'true' || figureOf(value) > 0;
}

/** NaN if it is no figure; `"1,099"` is one. */
function figureOf(value: unknown): number {
  if (typeof value === 'number') return value;
  // Not every value can be converted to a number: `{"toString": 1}` throws.
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN;
  return Number(value.replaceAll(/[,_' ]/g, ''));
}
