import { STATUS_CODES } from 'node:http';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { dayOf } from './formulas.js';
import type { SubaccountRecord } from './settings.js';
import type { PoolRequest } from './types.js';
import { subaccountOf, type World } from './workspace.js';

/** One request to one operation. */
export interface Call {
  readonly world: World;
  readonly request: PoolRequest;
  readonly url: URL;
  /** Parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Ends the operation with an error answer. */
export function refuse(status: 400 | 401 | 403 | 404 | 409, message: string): never {
  const code = STATUS_CODES[status]?.toUpperCase().replaceAll(' ', '_');
  throw new HTTPException(status, { res: Response.json({ error: { code, message } }, { status }) });
}

/** The parameters of path and query that the schema names, or a refusal. */
export function readQuery<Schema extends z.ZodType>({ url, params }: Call, schema: Schema) {
  return read(schema, { ...Object.fromEntries(url.searchParams), ...params });
}

export function readBody<Schema extends z.ZodType>({ request }: Call, schema: Schema) {
  return read(schema, request.body);
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  return error ? refuse(400, z.prettifyError(error)) : data;
}

/** A report's days, both included. */
export function rangeIn(call: Call): { start_date: string; end_date: string } {
  const day = z.iso.date();
  const range = readQuery(call, z.object({ start_date: day, end_date: day }));
  if (range.end_date < range.start_date) refuse(400, 'end_date lies before start_date');
  if (range.end_date > dayOf(call.world.now())) refuse(400, 'end_date must not be in the future');
  return range;
}

/** The subaccounts that `subaccount_names` or `site_id` select; all without either. */
export function scopeIn({ url, world }: Call): SubaccountRecord[] {
  const names = url.searchParams.getAll('subaccount_names').flatMap((each) => each.split(','));
  const siteId = url.searchParams.get('site_id');
  if (names.length > 0 && siteId !== null) {
    refuse(400, 'Only one of subaccount_names and site_id may be given');
  }
  if (siteId !== null) {
    const { id } = siteOf(world, siteId);
    return world.subaccounts.filter(({ site }) => site.id === id);
  }
  if (names.length === 0) return world.subaccounts;
  const message = 'User does not have access to these subaccounts';
  return names.map((name) => subaccountOf(world, name) ?? refuse(403, message));
}

export function siteOf({ sites }: World, id: string): World['sites'][number] {
  const guid = read(z.guid(), id);
  return sites.find((site) => site.id === guid) ?? refuse(404, 'Site not found');
}

export function subaccountIn({ world, params }: Call): SubaccountRecord {
  return subaccountOf(world, params['name'] ?? '') ?? refuse(404, 'Subaccount not found');
}

/** How an endpoint pages (section 8). */
export interface Paging {
  readonly parameter: 'page' | 'page_number';
  readonly size: number;
  readonly max?: number;
}

/** The page asked for, and the pagination object (2.2). */
export function paginate<Row>(call: Call, { parameter, ...paging }: Paging, rows: readonly Row[]) {
  const whole = z.coerce.number().int().min(1);
  const { page_size: size, [parameter]: number } = readQuery(
    call,
    z.object({
      page: whole.default(1),
      page_number: whole.default(1),
      page_size: whole.max(paging.max ?? 1e6).default(paging.size),
    }),
  );
  const link = (page: number) => {
    const there = new URL(call.url);
    there.searchParams.set(parameter, `${page}`);
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
