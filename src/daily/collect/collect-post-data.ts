import { type PoolCurrency, DERIVATIVES_CURRENCIES } from '../../domain/pool/currencies.js';
import {
  PoolBroken,
  PoolBusy,
  PoolTimeout,
  PoolUnreachable,
} from '../../domain/errors/pool-errors.js';
import { dayOf, lastDays } from '../../domain/time/named-ranges.js';
import { awaitsApproval, isFrozen } from '../../domain/payment-settings/payment-attention.js';
import { toResult } from '../../domain/errors/result.js';
import type { PoolClient, Scope } from '../../pool-api/client.js';
import { requireList } from '../../pool-api/lists/require-list.js';
import { allPages } from '../../pool-api/lists/all-pages.js';
import type { PaymentSettings } from '../../pool-api/resources.js';
import { LOOKUP_BOUND } from '../../pool-api/lists/walk-bounds.js';
import { walkPages } from '../../pool-api/lists/walk-pages.js';
import { figuresBySite, severalSites } from './by-site.js';
import { countFleet } from './fleet-count.js';
import type { Section } from '../../domain/daily/schedule.js';
import type {
  PostData,
  CurrencyParts,
  PaymentAttention,
} from '../../views/daily/daily-post-model.js';

export interface PostQuery {
  readonly currencies: readonly PoolCurrency[];
  readonly sections: readonly Section[];
  readonly timeZone: string;
  readonly scope: Scope;
  readonly now: number;
}

export async function collectPostData(pool: PoolClient, wanted: PostQuery): Promise<PostData> {
  const { sections, scope, now } = wanted;
  const wants = (...some: readonly Section[]) => some.some((each) => sections.includes(each));
  const range = lastDays(30, dayOf({ now, zone: wanted.timeZone }));
  const [currencies, miners, derivatives] = await Promise.all([
    Promise.all(
      wanted.currencies.map(async (currency): Promise<CurrencyParts> => {
        const [{ summary, bySite }, revenue, payments] = await Promise.all([
          wants('figures') ? figures(pool, currency, scope) : NO_FIGURES,
          wants('revenue', 'chart') ? toResult(pool.getRevenue(currency, range, scope)) : null,
          wants('payments') ? toResult(paymentAttention(pool, { currency, scope, now })) : null,
        ]);
        return { currency, summary, revenue, payments, bySite };
      }),
    ),
    wants('miners') ? toResult(countFleet(pool, scope.siteId)) : null,
    wants('derivatives') ? balances(pool) : null,
  ]);
  return { currencies, miners, derivatives, range };
}

const NO_FIGURES = { summary: null, bySite: null };

async function figures(
  pool: PoolClient,
  currency: PoolCurrency,
  scope: Scope,
): Promise<Pick<CurrencyParts, 'summary' | 'bySite'>> {
  const summary = await toResult(pool.getSummary(currency, scope));
  const sites = summary.ok ? severalSites(summary.value, scope) : [];
  return { summary, bySite: await figuresBySite(pool, currency, sites) };
}

function balances(pool: PoolClient) {
  return Promise.all(
    DERIVATIVES_CURRENCIES.map(async (currency) => ({
      currency,
      outcome: await toResult(pool.getDerivativesBalances(currency)),
    })),
  );
}

/** Per post. */
const MAX_NAMED = 5;

interface AttentionQuery extends Pick<PostQuery, 'scope' | 'now'> {
  readonly currency: PoolCurrency;
}

async function paymentAttention(
  pool: PoolClient,
  { currency, scope, now }: AttentionQuery,
): Promise<PaymentAttention> {
  const awaiting: PaymentSettings[] = [];
  const frozen: PaymentSettings[] = [];
  let awaitingCount = 0;
  let frozenCount = 0;
  const pages = allPages((page) => pool.listPaymentSettings(currency, scope, page), {
    bound: LOOKUP_BOUND,
  });
  const notes = await walkPages(requireList(pages), (items) => {
    for (const record of items) {
      if (awaitsApproval(record) && ++awaitingCount <= MAX_NAMED) awaiting.push(record);
      if (isFrozen(record, now) && ++frozenCount <= MAX_NAMED) frozen.push(record);
    }
  });
  return { awaiting, awaitingCount, frozen, frozenCount, ...notes };
}

/** Why the pool is silent; null if it gave something, or if waiting wouldn't help. */
export function poolOutageIn({ currencies, miners, derivatives }: PostData): unknown {
  const parts = [
    ...currencies.flatMap(({ summary, revenue, payments }) => [summary, revenue, payments]),
    miners,
    ...(derivatives ?? []).map(({ outcome }) => outcome),
  ].filter((part) => part !== null);
  const failures = parts.flatMap((part) => (part.ok ? [] : [part.error]));
  const isAway = failures.length === parts.length && failures.every(isTemporary);
  return isAway ? (failures[0] ?? null) : null;
}

function isTemporary(error: unknown): boolean {
  return [PoolUnreachable, PoolTimeout, PoolBroken, PoolBusy].some((kind) => error instanceof kind);
}
