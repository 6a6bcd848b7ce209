import type { Scope } from './pool.js';

export type Query = Readonly<Record<string, string | number | undefined>>;

/** `/v2/pool/summary` and `['BTC']` give `/v2/pool/summary/BTC`; what is undefined is left out of the query. */
export function pathOf(base: string, segments: readonly string[] = [], query: Query = {}): string {
  const path = [base, ...segments.map((segment) => encodeURIComponent(segment))].join('/');
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

/** Names go comma-separated in one parameter (the API description, section 4.1). */
export function scopeQuery(scope: Scope | undefined): Query {
  if (scope === undefined) return {};
  if ('siteId' in scope) return { site_id: scope.siteId };
  return { subaccount_names: scope.subaccounts.join(',') };
}
