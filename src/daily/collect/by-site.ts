import { withFallback } from '../../domain/async/timeout.js';
import type { PoolCurrency } from '../../domain/pool/currencies.js';
import { PoolTimeout } from '../../domain/errors/pool-errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { PoolClient, Read, Scope } from '../../pool-api/client.js';
import { sitesOf, type Site } from '../../pool-api/lists/known-names.js';
import type { Summary } from '../../pool-api/resources.js';
import type { SummariesBySite, SummaryPart } from '../../views/pool/summary/by-site.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** Each site costs a request. */
const MAX_SITES = 8;
/** A card doesn't wait longer for its parts. */
const WITHIN_MS = 4 * SECOND_MS;
/** The most subaccounts read, from a pool that gives no end of them. */
const MAX_SUBACCOUNTS = 10_000;

/** The sites that a summary names, if it covers the whole workspace and there are several. */
export function severalSites({ value }: Read<Summary>, scope: Scope): readonly Site[] {
  const isWhole = scope.siteId === undefined && (scope.subaccountNames ?? []).length === 0;
  if (!isWhole) return [];
  const sites = sitesOf((value.subaccounts ?? []).slice(0, MAX_SUBACCOUNTS));
  return sites.length > 1 ? sites : [];
}

/** Null if there are none to ask about. */
export async function figuresBySite(
  pool: PoolClient,
  currency: PoolCurrency,
  sites: readonly Site[],
): Promise<SummariesBySite | null> {
  if (sites.length === 0) return null;
  const asked = sites.slice(0, MAX_SITES);
  return {
    sites: await Promise.all(
      asked.map(async (site) => ({
        ...site,
        summary: await summaryInTime(pool, currency, { siteId: site.id }),
      })),
    ),
    left: sites.length - asked.length,
  };
}

/** For a part of a card, which can do without it. */
export function summaryInTime(
  pool: PoolClient,
  currency: PoolCurrency,
  scope: Scope,
): Promise<SummaryPart['summary']> {
  const late = new PoolTimeout({ operation: 'getSummary', outcome: 'unknown' });
  return withFallback(WITHIN_MS, toResult(pool.getSummary(currency, scope)), {
    ok: false,
    error: late,
  });
}
