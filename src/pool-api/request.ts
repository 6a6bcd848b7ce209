import { PoolRejected } from '../domain/errors/pool-errors.js';
import type { Page } from './client.js';

export type Query = readonly (readonly [name: string, value: string | number | undefined])[];

/** The paging of an endpoint group (section 8). */
export interface Paging {
  readonly parameter: 'page' | 'page_number';
  readonly defaultSize: number;
  readonly maxSize?: number;
}

export const POOL_PAGING: Paging = { parameter: 'page_number', defaultSize: 10 };
export const MINER_PAGING: Paging = { parameter: 'page_number', defaultSize: 25 };
export const CONTRACT_PAGING: Paging = { parameter: 'page', defaultSize: 50, maxSize: 100 };
export const POSITION_PAGING: Paging = { parameter: 'page_number', defaultSize: 50, maxSize: 100 };

/** Always sent, so that a changed default of the pool has no effect. */
export function pageQuery(paging: Paging, page: Page = {}): Query {
  const size = Math.trunc(page.size ?? paging.defaultSize);
  return [
    [paging.parameter, Math.max(1, Math.trunc(page.number ?? 1))],
    ['page_size', Math.min(Math.max(1, size), paging.maxSize ?? Number.MAX_SAFE_INTEGER)],
  ];
}

/**
 * Empty, `.` and `..` would reach another operation, because servers resolve them even when
 * encoded; half a surrogate pair would reach another object.
 */
export function fitsIntoPath(text: string): boolean {
  return !['', '.', '..'].includes(text) && !/\p{Surrogate}/u.test(text);
}

/**
 * One encoded path segment.
 * @throws PoolRejected with outcome `not-sent`
 */
export function segment(operation: string, text: string): string {
  if (!fitsIntoPath(text)) {
    throw new PoolRejected({
      operation,
      fault: `${JSON.stringify(text.slice(0, 100))} cannot be part of a request’s path`,
      outcome: 'not-sent',
    });
  }
  return encode(text);
}

/** Leaves out undefined values. */
export function withQuery(path: string, query: Query): string {
  const parts = query.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encode(String(value))}`],
  );
  return withParts(path, parts);
}

/** Adds `?` or `&`, as the path needs it. */
export function withParts(path: string, parts: readonly string[]): string {
  if (parts.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${parts.join('&')}`;
}

/**
 * Comma-separated, or as repeated parameters if a name holds a comma. A single such name is sent
 * twice, because one parameter would be split at its comma.
 */
export function namesQuery(names: readonly string[]): string[] {
  const encoded = names.map(encode);
  if (!names.some((name) => name.includes(','))) return [`subaccount_names=${encoded.join(',')}`];
  const repeated = encoded.length === 1 ? [...encoded, ...encoded] : encoded;
  return repeated.map((name) => `subaccount_names=${name}`);
}

/** Half a surrogate pair can't be encoded and becomes the replacement character. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}
