import type { Pagination } from '../resources.js';

/** What one page says of its list beside its rows; nothing where it says nothing. */
export interface PageClaims {
  /** Its `item_count`, of this page or of all: nobody knows which. */
  readonly itemCount?: number;
  /** Another count that it gives under a usual name; undocumented. */
  readonly total?: number;
  /** It says that more follows, in a usual field beside `next_page_url`; undocumented. */
  readonly goesOn?: true;
  /** Why it isn't the page that was asked for, or the first one isn't the first. */
  readonly doubt?: string;
}

const TOTALS = new Set(['total', 'totalcount', 'totalitems', 'totalrecords', 'totalresults']);
const GOES_ON = new Set(['hasmore', 'hasnext', 'hasnextpage']);

/** Of page `number`, by our own counter. */
export function claimsOf(pagination: Pagination | null | undefined, number: number): PageClaims {
  if (!pagination) return {};
  const itemCount = Number(pagination.item_count ?? NaN);
  const others = Object.entries(pagination).map(([name, value]) => ({
    name: name.replaceAll(/[^a-z]/gi, '').toLowerCase(),
    value,
  }));
  const totals = others
    .filter(({ name, value }) => TOTALS.has(name) && value !== null)
    .map(({ value }) => Number(value))
    .filter(Number.isFinite);
  const goesOn = others.some(
    ({ name, value }) => GOES_ON.has(name) && (value === true || value === 'true'),
  );
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
