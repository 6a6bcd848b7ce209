import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { dayOf } from './formulas.js';
import type { PoolRequest } from './types.js';
import type { SubaccountRecord } from './settings.js';
import { subaccountOf, type World } from './workspace.js';

/** One request to one operation. */
export interface Call {
  readonly world: World;
  readonly request: PoolRequest;
  readonly url: URL;
  /** A path parameter, decoded. */
  param(name: string): string;
}

/** Ends the operation with an error answer. */
export function refuse(status: 400 | 403 | 404 | 409, message: string): never {
  throw new HTTPException(status, { message });
}

/** A path parameter out of a list. */
export function pathChoice(call: Call, name: string, values: readonly string[]): string {
  return oneOf(values, name, call.param(name));
}

/** A query parameter out of a list, if it is given. */
export function queryChoice(call: Call, name: string, values: readonly string[]) {
  const value = call.url.searchParams.get(name);
  return value === null ? undefined : oneOf(values, name, value);
}

function oneOf(values: readonly string[], name: string, value: string): string {
  return values.includes(value)
    ? value
    : refuse(400, `${name} must be one of ${values.join(', ')}`);
}

export function readBody<Schema extends z.ZodType>(
  { request }: Call,
  schema: Schema,
): z.output<Schema> {
  const read = schema.safeParse(request.body);
  return read.success ? read.data : refuse(400, z.prettifyError(read.error));
}

/** Without a fallback a missing date is refused. */
export function dateIn({ url }: Call, name: string, fallback?: string): string {
  const value = url.searchParams.get(name) ?? fallback ?? refuse(400, `${name} is required`);
  return z.iso.date().safeParse(value).success ? value : refuse(400, `${name} must be a date`);
}

/** A report's days, both included. */
export function rangeIn(call: Call): { start_date: string; end_date: string } {
  const range = { start_date: dateIn(call, 'start_date'), end_date: dateIn(call, 'end_date') };
  if (range.end_date < range.start_date) refuse(400, 'end_date lies before start_date');
  if (range.end_date > dayOf(call.world.now())) refuse(400, 'end_date must not be in the future');
  return range;
}

/** The subaccounts that `subaccount_names` or `site_id` select; all without either. */
export function scopeIn(call: Call): SubaccountRecord[] {
  const { url, world } = call;
  const names = url.searchParams.getAll('subaccount_names').flatMap((each) => each.split(','));
  const siteId = url.searchParams.get('site_id');
  if (names.length > 0 && siteId !== null)
    refuse(400, 'Only one of subaccount_names and site_id may be given');
  if (siteId !== null) {
    const site = siteOf(world, siteId);
    return world.subaccounts.filter((each) => each.site.id === site.id);
  }
  if (names.length === 0) return world.subaccounts;
  return names.map(
    (name) =>
      subaccountOf(world, name) ?? refuse(403, 'User does not have access to these subaccounts'),
  );
}

export function siteOf({ sites }: World, id: string): World['sites'][number] {
  if (!z.guid().safeParse(id).success) refuse(400, 'site_id must be a UUID');
  return sites.find((site) => site.id === id) ?? refuse(404, 'Site not found');
}

export function subaccountIn(call: Call): SubaccountRecord {
  return subaccountOf(call.world, call.param('name')) ?? refuse(404, 'Subaccount not found');
}

/** How an endpoint pages (section 8). */
export interface Paging {
  readonly parameter: 'page' | 'page_number';
  readonly size: number;
  readonly max?: number;
}

/** The page asked for, and the pagination object (2.2). */
export function paginate<Row>({ url }: Call, paging: Paging, rows: readonly Row[]) {
  const number = wholeIn(url, paging.parameter, { fallback: 1, max: 1e6 });
  const size = wholeIn(url, 'page_size', { fallback: paging.size, max: paging.max ?? 1e6 });
  const link = (page: number) => {
    const there = new URL(url);
    there.searchParams.set(paging.parameter, `${page}`);
    return there.href;
  };
  const pagination = {
    page_number: number,
    page_size: size,
    item_count: rows.length,
    previous_page_url: number > 1 ? link(number - 1) : null,
    next_page_url: number * size < rows.length ? link(number + 1) : null,
  };
  return { page: rows.slice((number - 1) * size, number * size), pagination };
}

function wholeIn(url: URL, name: string, { fallback, max }: { fallback: number; max: number }) {
  const value = Number(url.searchParams.get(name) ?? fallback);
  return Number.isInteger(value) && value >= 1 && value <= max
    ? value
    : refuse(400, `${name} must be a whole number from 1 to ${max}`);
}
