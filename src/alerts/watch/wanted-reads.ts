import type { Condition } from '../../domain/alerts/conditions.js';
import type { AlertRule } from '../../domain/alerts/rule.js';
import {
  DERIVATIVES_CURRENCIES,
  POOL_CURRENCIES,
  type DerivativesCurrency,
  type PoolCurrency,
} from '../../domain/pool/currencies.js';
import { toDecimal } from '../../domain/numbers/numeric.js';
import type { Scope } from '../../pool-api/client.js';
import type { RecurringRead } from './reads-due.js';

/** What has to be asked of the pool. */
export type WantedRead =
  | FiguresRead<'summary'>
  | FiguresRead<'revenue'>
  | FiguresRead<'payments'>
  | DerivativesRead<'balances'>
  | DerivativesRead<'contracts'>
  | FleetRead<'temperature'>
  | MinersRead;

interface FiguresRead<Kind> extends RecurringRead, FiguresScope {
  readonly kind: Kind;
}

interface DerivativesRead<Kind> extends RecurringRead {
  readonly kind: Kind;
  readonly currency: DerivativesCurrency;
}

interface FleetRead<Kind> extends RecurringRead {
  readonly kind: Kind;
  readonly siteId: string | undefined;
}

/** `upTo`: so many are enough. */
export interface MinersRead extends FleetRead<'offline-miners' | 'failing-miners'> {
  readonly upTo: number;
}

const KINDS: Readonly<Record<Condition, WantedRead['kind'] | null>> = {
  hashrate: 'summary',
  'active-miners': 'summary',
  efficiency: 'summary',
  'offline-miners': 'offline-miners',
  'failing-miners': 'failing-miners',
  temperature: 'temperature',
  revenue: 'revenue',
  margin: 'balances',
  contracts: 'contracts',
  'approval-waiting': 'payments',
  // Reads by itself.
  'changed-elsewhere': null,
  pool: null,
};

/** In rounds: what changes seldom leaves the pool to what may change at once. */
const EVERY_ROUNDS: Readonly<Record<WantedRead['kind'], number>> = {
  summary: 1,
  'offline-miners': 1,
  'failing-miners': 1,
  temperature: 1,
  balances: 1,
  contracts: 2,
  payments: 5,
  revenue: 60,
};

/** Of a server without a rule on its figures, for charts and baselines. */
const BACKGROUND_ROUNDS = 5;

export interface ReadNeeds {
  readonly rules: readonly AlertRule[];
  /** Where a rule names none. */
  readonly currency: PoolCurrency;
  readonly roundMs: number;
}

/** Each read once, however many rules are evaluated on it. */
export function wantedReads({ rules, currency, roundMs }: ReadNeeds): readonly WantedRead[] {
  const byKey = new Map<string, WantedRead>();
  for (const rule of rules) {
    const read = readOf(rule, { currency, roundMs });
    const known = read === null ? undefined : byKey.get(read.key);
    if (read !== null) byKey.set(read.key, known === undefined ? read : widest(known, read));
  }
  const background = BACKGROUND_ROUNDS * roundMs;
  const whole = figuresRead('summary', { currency, scope: {} }, background);
  return byKey.has(whole.key) ? [...byKey.values()] : [...byKey.values(), whole];
}

/** Null where a rule's condition is looked at in another way. */
export function readOf(
  rule: AlertRule,
  { currency: usual, roundMs }: Omit<ReadNeeds, 'rules'>,
): WantedRead | null {
  const kind = KINDS[rule.condition];
  if (kind === null) return null;
  const everyMs = EVERY_ROUNDS[kind] * roundMs;
  if (kind === 'summary' || kind === 'revenue' || kind === 'payments') {
    const currency = POOL_CURRENCIES.find((each) => each === rule.currency) ?? usual;
    return figuresRead(kind, { currency, scope: scopeOfRule(rule) }, everyMs);
  }
  if (kind === 'balances' || kind === 'contracts') {
    const currency = DERIVATIVES_CURRENCIES.find((each) => each === rule.currency) ?? 'BTC';
    return { kind, key: `${kind} ${currency}`, everyMs, currency };
  }
  const { siteId } = rule;
  const ofSite = { key: `${kind} ${siteId ?? ''}`, everyMs, siteId };
  if (kind === 'temperature') return { kind, ...ofSite };
  const upTo = toDecimal(rule.threshold?.value)?.ceil().toNumber() ?? 1;
  return { kind, ...ofSite, upTo };
}

interface FiguresScope {
  readonly currency: PoolCurrency;
  readonly scope: Scope;
}

function figuresRead<Kind extends 'summary' | 'revenue' | 'payments'>(
  kind: Kind,
  { currency, scope }: FiguresScope,
  everyMs: number,
): FiguresRead<Kind> {
  return { kind, key: `${kind} ${currency} ${JSON.stringify(scope)}`, everyMs, currency, scope };
}

/** A site wins over names, as at the pool. */
function scopeOfRule({ siteId, subaccounts = [] }: AlertRule): Scope {
  if (siteId !== undefined) return { siteId };
  return subaccounts.length === 0 ? {} : { subaccountNames: subaccounts.toSorted() };
}

function widest(one: WantedRead, other: WantedRead): WantedRead {
  return 'upTo' in one && 'upTo' in other && other.upTo > one.upTo ? other : one;
}
