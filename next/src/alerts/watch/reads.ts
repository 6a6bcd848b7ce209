import { decimal } from '../../cards/kit/figures.js';
import type { List, Page, Pool, Read, Scope } from '../../pool/pool.js';
import type {
  Contract,
  DerivativesBalances,
  Miner,
  PaymentSettings,
  RevenueRow,
  Summary,
} from '../../pool/schemas.js';
import { countMiners, type MinerCount, type MinerStatus } from '../measure/miners.js';
import { revenueRange } from '../measure/revenue.js';
import type { Rule } from '../rule.js';

const PAGE = 1_000;
/** Sorted by the pool, so that the hottest come first; some may be offline. */
const HOTTEST = 100;

/** What rules read, shared where they read the same; its name is that of its series of readings. */
export type WantedRead =
  | {
      readonly kind: 'summary' | 'revenue' | 'payments';
      readonly currency: string;
      readonly scope: Scope | undefined;
    }
  | { readonly kind: 'balances' | 'contracts'; readonly currency: string }
  | {
      readonly kind: 'miners';
      readonly status: MinerStatus;
      readonly siteId: string | undefined;
      /** So many are enough. */
      readonly upTo: number;
    }
  | { readonly kind: 'temperature'; readonly siteId: string | undefined };

export type Answer =
  | { readonly kind: 'summary'; readonly read: Read<Summary> }
  | { readonly kind: 'revenue'; readonly list: List<RevenueRow> }
  | { readonly kind: 'payments'; readonly list: List<PaymentSettings> }
  | { readonly kind: 'balances'; readonly read: Read<DerivativesBalances> }
  | { readonly kind: 'contracts'; readonly list: List<Contract> }
  | { readonly kind: 'miners'; readonly count: MinerCount }
  | { readonly kind: 'temperature'; readonly page: Page<Miner> };

/** Null: it rests on no figures. `currency`: the server's. */
export function readOf(rule: Rule, currency: string): WantedRead | null {
  const scope = rule.site
    ? { siteId: rule.site.id }
    : rule.subaccounts.length > 0
      ? { subaccounts: rule.subaccounts }
      : undefined;
  const figures = { currency: rule.currency ?? currency, scope };
  const siteId = rule.site?.id;
  switch (rule.condition) {
    case 'hashrate':
    case 'active-miners':
    case 'efficiency':
    case 'payout':
      return { kind: 'summary', ...figures };
    case 'hashprice':
      return { kind: 'summary', ...figures, scope: undefined };
    case 'revenue':
      return { kind: 'revenue', ...figures };
    case 'approval-waiting':
      return { kind: 'payments', ...figures };
    case 'margin':
      return { kind: 'balances', currency: rule.currency ?? 'BTC' };
    case 'contracts':
      return { kind: 'contracts', currency: rule.currency ?? 'BTC' };
    case 'offline-miners':
    case 'failing-miners': {
      const status = rule.condition === 'offline-miners' ? 'offline' : 'failing';
      return {
        kind: 'miners',
        status,
        siteId,
        upTo: decimal(rule.threshold?.value)?.toNumber() ?? 1,
      };
    }
    case 'temperature':
      return { kind: 'temperature', siteId };
    case 'changed-elsewhere':
    case 'pool':
      return null;
    default:
      return rule.condition satisfies never;
  }
}

/** Equal for reads that can be shared. */
export function nameOf(read: WantedRead): string {
  switch (read.kind) {
    case 'summary':
    case 'revenue':
    case 'payments':
      return `${read.kind}:${read.currency}:${scopeName(read.scope)}`;
    case 'balances':
    case 'contracts':
      return `${read.kind}:${read.currency}`;
    case 'miners':
      return `${read.status}:${read.siteId ?? ''}`;
    case 'temperature':
      return `${read.kind}:${read.siteId ?? ''}`;
    default:
      return read satisfies never;
  }
}

/** Where it is kept what was listed last. */
export function knownName(read: WantedRead): string {
  return `known:${nameOf(read)}`;
}

function scopeName(scope: Scope | undefined): string {
  if (scope === undefined) return '';
  return 'siteId' in scope ? scope.siteId : scope.subaccounts.toSorted().join(',');
}

/** The reads of all rules by name, each once. */
export function wantedReads(
  rules: readonly Rule[],
  currency: string,
): ReadonlyMap<string, WantedRead> {
  const wanted = new Map<string, WantedRead>();
  for (const rule of rules) {
    const read = readOf(rule, currency);
    if (read === null) continue;
    const same = wanted.get(nameOf(read));
    if (read.kind === 'miners' && same?.kind === 'miners' && same.upTo > read.upTo) continue;
    wanted.set(nameOf(read), read);
  }
  return wanted;
}

/** @throws PoolError */
export async function ask(pool: Pool, read: WantedRead, now: number): Promise<Answer> {
  switch (read.kind) {
    case 'summary':
      return { kind: 'summary', read: await pool.summary(read.currency, read.scope) };
    case 'revenue': {
      const range = revenueRange(now);
      return { kind: 'revenue', list: await pool.revenue(read.currency, range, read.scope) };
    }
    case 'payments':
      return { kind: 'payments', list: await pool.paymentSettings(read.currency, read.scope) };
    case 'balances':
      return { kind: 'balances', read: await pool.balances(read.currency) };
    case 'contracts':
      return { kind: 'contracts', list: await pool.contracts(read.currency) };
    case 'miners':
      return { kind: 'miners', count: await readMiners(pool, read) };
    case 'temperature':
      return { kind: 'temperature', page: await hottest(pool, read.siteId) };
    default:
      return read satisfies never;
  }
}

function hottest(pool: Pool, siteId: string | undefined): Promise<Page<Miner>> {
  const order = { sort_by: 'max_temperature', sort_order: 'desc' };
  return pool.miners({ site_id: siteId, ...order }, { number: 1, size: HOTTEST });
}

/** Page by page until there are enough. */
async function readMiners(
  pool: Pool,
  { status, siteId, upTo }: WantedRead & { kind: 'miners' },
): Promise<MinerCount> {
  const filter =
    status === 'offline' ? { hashing_status: 'offline' } : { healthy_status: 'failing' };
  const rows: Miner[] = [];
  for (let number = 1; ; number++) {
    const page = await pool.miners({ site_id: siteId, ...filter }, { number, size: PAGE });
    rows.push(...page.rows);
    const isAll = !page.hasMore || page.rows.length === 0;
    const count = countMiners(status, { rows, isAll, at: page.readAt });
    // Of a pool that ignores the filter, no more pages are read than one that does not would need.
    if (isAll || count.miners.length >= upTo || number * PAGE >= upTo) return count;
  }
}
