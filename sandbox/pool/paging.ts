import { z } from 'zod';
import { readQuery, type Call } from './call.js';
import { endlessSource } from './deviations/endless.js';
import type { Source } from './deviations/endless.js';

/** An endpoint group's paging rule in section 8. */
export interface PageRule {
  readonly parameter: 'page' | 'page_number';
  readonly size: number;
  readonly max?: number;
}

export interface PaginationRecord {
  page_number: number;
  page_size: number;
  item_count: number;
  previous_page_url: string | null;
  next_page_url: string | null;
}

/** The silent cap of 'page-size-capped'. */
const cappedPageSize = 20;

export function sourceOf<Item>(items: readonly Item[]): Source<Item> {
  return {
    total: items.length,
    at(index) {
      const item = items[index];
      if (item === undefined) throw new RangeError(`No item ${index}`);
      return item;
    },
  };
}

/** The page that the query requests; 400 for a page or size outside the rule. */
export function paginate<Item>(
  call: Call,
  rule: PageRule,
  listed: Source<Item>,
): { items: unknown[]; pagination: PaginationRecord } {
  const { deviations } = call;
  const asked = readPage(call, rule);
  const source = deviations.has('pages-never-end') ? endlessSource(listed) : listed;
  const size = sizeFor(call, asked.size, listed.total);
  const last = Math.max(1, Math.ceil(source.total / size));
  const repeats = deviations.has('last-page-repeats');
  const from = (repeats ? Math.min(asked.number, last) : asked.number) - 1;
  const count = Math.max(0, Math.min(size, source.total - from * size));
  const items = Array.from({ length: count }, (_, index) => source.at(from * size + index));
  const endless = repeats || deviations.has('next-page-never-null');
  const link = (number: number) => pageUrl(call, rule, { number, size: asked.size });
  return {
    items,
    pagination: {
      page_number: deviations.has('page-number-zero') ? 0 : asked.number,
      page_size: size,
      item_count: deviations.has('item-count-is-page-length') ? items.length : source.total,
      previous_page_url: asked.number > 1 ? link(asked.number - 1) : null,
      next_page_url: endless || asked.number < last ? link(asked.number + 1) : null,
    },
  };
}

function sizeFor({ deviations }: Call, asked: number, total: number): number {
  if (deviations.has('page-size-ignored')) return Math.max(1, total);
  return deviations.has('page-size-capped') ? Math.min(asked, cappedPageSize) : asked;
}

interface Page {
  readonly number: number;
  readonly size: number;
}

/** A parameter named for another group is unknown here, so it has no effect. */
function readPage(call: Call, { parameter, size, max = 1_000_000 }: PageRule): Page {
  const whole = z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number);
  const read = readQuery(
    call,
    z.object({
      [parameter]: whole.pipe(z.number().min(1)).default(1),
      page_size: whole.pipe(z.number().min(1).max(max)).default(size),
    }),
  );
  return { number: read[parameter] ?? 1, size: read['page_size'] ?? size };
}

function pageUrl(
  { url, deviations }: Call,
  { parameter }: PageRule,
  { number, size }: Page,
): string {
  const next = new URL(url);
  if (deviations.has('next-page-drops-filters')) next.search = '';
  next.searchParams.set(parameter, `${number}`);
  next.searchParams.set('page_size', `${size}`);
  if (deviations.has('next-page-foreign-host')) return foreignUrl(next);
  return deviations.has('next-page-relative') ? `${next.pathname}${next.search}` : next.href;
}

/** The same server under another host name: if a client follows it, `requests` shows that. */
export function foreignUrl(url: URL): string {
  const foreign = new URL(url);
  foreign.hostname = 'localhost';
  foreign.pathname = `/elsewhere${url.pathname}`;
  return foreign.href;
}
