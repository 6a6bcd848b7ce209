import type { Decimal } from 'decimal.js';
import { shareChange, toDecimal } from '../numbers/numeric.js';
import type { Snapshot } from './snapshot.js';

/**
 * Whether all is well, by the same rules for `/summary` and the daily post. What the pool did not
 * give proves nothing: a state is only good if all it needs is known.
 */

type PoolFigures = Pick<Snapshot['figures'], 'hashrate_5m' | 'hashrate_24h' | 'active_miners'>;

export interface FailingMiners {
  readonly failing: number;
  /** There may be more. */
  readonly atLeast: boolean;
  /** Miners in total; null if not known. */
  readonly total: number | null;
  /** Active ones, where the total isn't known; null if not known either. */
  readonly active?: number | null;
}

export interface Evidence {
  /** Null if they could not be read. */
  readonly now: PoolFigures | null;
  /** The newest stored day before this one. */
  readonly last: Snapshot | null;
  /** Null if they were not counted. */
  readonly miners: FailingMiners | null;
  /** Null if they could not be read in full; absent if not asked for. */
  readonly payments?: PaymentTrouble | null;
  /** The pool left something out of its figures. */
  readonly isPartial?: boolean;
}

interface PaymentTrouble {
  /** Payment settings waiting for an approval. */
  readonly awaitingCount: number;
  /** Payment settings whose payouts are frozen. */
  readonly frozenCount: number;
}

export type PoolFinding =
  | { readonly what: 'no-hashrate' }
  | { readonly what: 'no-miners' }
  /** The last five minutes against 24 hours, and those against the last stored day. */
  | { readonly what: 'falling'; readonly share: Decimal }
  | { readonly what: 'down'; readonly share: Decimal; readonly since: string }
  | { readonly what: 'failing'; readonly miners: FailingMiners }
  | { readonly what: 'awaiting-approval' | 'frozen'; readonly count: number };

/** The rules that couldn't be applied. */
export type UncheckedFact =
  | 'hashrate'
  | 'active-miners'
  | 'earlier-day'
  | 'failing-miners'
  | 'failing-share'
  | 'payment-settings'
  | 'left-out';

export interface PoolState {
  /** `unknown`: nothing known is wrong, but not everything is known. */
  readonly level: 'good' | 'degraded' | 'bad' | 'unknown';
  readonly findings: readonly PoolFinding[];
  readonly unknown: readonly UncheckedFact[];
}

/** A drop by at least this share makes the state degraded or bad. */
const DOWN = { degraded: -0.1, bad: -0.5 };
/** Five minutes vary more than a day does. */
const FALLING = { degraded: -0.25, bad: -0.75 };
/** Share of all miners. */
const FAILING = { degraded: 0.05, bad: 0.25 };

export function poolState(evidence: Evidence): PoolState {
  const judged = RULES.flatMap((rule) => rule(evidence));
  const findings = judged.flatMap((each) => ('finding' in each ? [each] : []));
  const unknown = judged.flatMap((each) => ('unknown' in each ? [each.unknown] : []));
  return {
    level: levelOf(findings, unknown),
    findings: findings.map(({ finding }) => finding),
    unknown,
  };
}

/** Whether enough miners fail to mention it; null if that can't be told. */
export function areManyFailing(miners: FailingMiners): boolean | null {
  const { failing, atLeast, total, active = null } = miners;
  if (total !== null && total > 0 && failing / total >= FAILING.degraded) return true;
  // Some failing ones may be active; others may be neither.
  const beside = total === null && active !== null && active > 0 ? active : null;
  if (beside !== null && failing / (beside + failing) >= FAILING.degraded) return true;
  if (atLeast) return null;
  if (failing === 0 || total !== null) return false;
  return beside !== null && failing / beside < FAILING.degraded ? false : null;
}

type PoolVerdict =
  | { readonly finding: PoolFinding; readonly isBad: boolean }
  | { readonly unknown: UncheckedFact };

function levelOf(
  findings: readonly { readonly isBad: boolean }[],
  unknown: readonly UncheckedFact[],
): PoolState['level'] {
  if (findings.some(({ isBad }) => isBad)) return 'bad';
  if (findings.length > 0) return 'degraded';
  return unknown.length > 0 ? 'unknown' : 'good';
}

function hashrateNow({ now }: Evidence): PoolVerdict[] {
  const [fast, slow] = [now?.hashrate_5m, now?.hashrate_24h].map((value) => toDecimal(value));
  if (fast?.isZero() === true) return [{ finding: { what: 'no-hashrate' }, isBad: true }];
  if (!fast || !slow) return [{ unknown: 'hashrate' }];
  // The cheap comparison comes first: an exact division costs more than all other rules.
  if (fast.greaterThan(slow.times(1 + FALLING.degraded))) return [];
  const share = shareChange(fast.toFixed(), slow.toFixed());
  if (share === null) return [];
  return [{ finding: { what: 'falling', share }, isBad: share.lessThanOrEqualTo(FALLING.bad) }];
}

function activeMiners({ now }: Evidence): PoolVerdict[] {
  const active = toDecimal(now?.active_miners);
  if (active === null) return [{ unknown: 'active-miners' }];
  return active.isZero() ? [{ finding: { what: 'no-miners' }, isBad: true }] : [];
}

function sinceLastDay({ now, last }: Evidence): PoolVerdict[] {
  const share = last && shareChange(now?.hashrate_24h, last.figures.hashrate_24h);
  if (share === null) return [{ unknown: 'earlier-day' }];
  if (share.greaterThan(DOWN.degraded)) return [];
  const isBad = share.lessThanOrEqualTo(DOWN.bad);
  return [{ finding: { what: 'down', share, since: last?.date ?? '' }, isBad }];
}

function failingMiners({ miners }: Evidence): PoolVerdict[] {
  const many = miners && areManyFailing(miners);
  if (miners === null) return [{ unknown: 'failing-miners' }];
  if (many === null) return [{ unknown: 'failing-share' }];
  if (!many) return [];
  const isBad = miners.failing / (miners.total ?? Infinity) >= FAILING.bad;
  return [{ finding: { what: 'failing', miners }, isBad }];
}

function paymentSettings({ payments }: Evidence): PoolVerdict[] {
  if (payments === undefined) return [];
  if (payments === null) return [{ unknown: 'payment-settings' }];
  const { awaitingCount, frozenCount } = payments;
  const found = (what: 'awaiting-approval' | 'frozen', count: number): PoolVerdict[] =>
    count > 0 ? [{ finding: { what, count }, isBad: false }] : [];
  return [...found('awaiting-approval', awaitingCount), ...found('frozen', frozenCount)];
}

function leftOut({ isPartial }: Evidence): PoolVerdict[] {
  return isPartial === true ? [{ unknown: 'left-out' }] : [];
}

const RULES = [hashrateNow, activeMiners, sinceLastDay, failingMiners, paymentSettings, leftOut];
