import { Decimal } from 'decimal.js';
import { decimal, type Figure } from '../../cards/kit/figures.js';
import type { Pool, Scope } from '../../pool/pool.js';
import type { AlertEvent, Reading } from '../alert.js';
import type { Listed, Rule, Threshold } from '../rule.js';

/** What a rule reads. Reads with the same name share an answer. */
export interface PoolRead<Answer> {
  readonly name: string;
  /** Least number of minutes between two reads; default: one. */
  readonly everyMinutes?: number;
  ask(pool: Pool, now: number): Promise<Answer>;
}

/** What a rule learns from an answer: a figure, or what happened since its last look. */
export interface Finding {
  /** Null: the pool did not give it; undefined: there is nothing to compare with yet. */
  readonly reading?: Reading | null | undefined;
  readonly events?: readonly AlertEvent[] | null;
  /** What is listed now. */
  readonly known?: Listed;
}

/** How a condition is read and measured, whatever the pool's answer to it looks like. */
export interface Watching {
  read(rule: Rule): PoolRead<unknown>;
  measure(rule: Rule, answer: unknown): Finding;
}

export interface Subject extends Pick<Rule, 'site' | 'threshold'> {
  readonly currency: string;
  readonly scope: Scope | undefined;
}

/** `read`: its name needs neither the currency nor the scope. */
export function watching<Answer>(
  read: (subject: Subject) => PoolRead<Answer>,
  measure: (rule: Rule, answer: Answer) => Finding,
): Watching {
  return {
    read({ site, subaccounts, threshold, currency: coin }) {
      const currency = coin ?? '';
      const named = subaccounts.length > 0 ? { subaccounts } : undefined;
      const scope = site === null ? named : { siteId: site.id };
      const own = read({ site, threshold, currency, scope });
      const scopeName = site?.id ?? subaccounts.toSorted().join(',');
      return { ...own, name: `${own.name}:${currency}:${scopeName}` };
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `watch.ts` hands over what `read` was answered
    measure: (rule, answer) => measure(rule, answer as Answer),
  };
}

/** How far a figure must come back past its threshold, as a share of it. */
const MARGIN = '0.05';
/** A mean may have endless digits. */
const MOST_DIGITS = 30;

interface Compared extends Pick<Reading, 'at' | 'isAtLeast' | 'miners' | 'mostly'> {
  readonly value: Figure;
  /** What a threshold in percent is a share of. */
  readonly baseline?: Figure;
}

/** Null if there is no figure, or nothing to compare it with. All digits count. */
export function compare(
  { threshold }: Rule,
  { value, baseline, ...rest }: Compared,
): Reading | null {
  const given = decimal(value);
  if (given === null || threshold === null) return null;
  const isShare = threshold.unit === 'percent' && threshold.direction !== 'moved';
  const whole = isShare ? decimal(baseline) : new Decimal(100);
  if (!whole?.greaterThan(0)) return null;
  const scale = whole.div(100);
  return {
    ...rest,
    verdict: verdictOf(threshold, given, scale),
    value: given.toFixed(),
    limit: written(scale.times(threshold.value)),
    ...(isShare && { baseline: written(whole) }),
  };
}

/** `under` excludes the limit itself, `over` includes it. `scale`: from the threshold's unit to the figure's. */
function verdictOf(
  { value: typed, unit, direction }: Threshold,
  value: Decimal,
  scale: Decimal,
): Reading['verdict'] {
  const limit = new Decimal(typed);
  const usual = limit.times(MARGIN);
  // A share of the whole never exceeds 100%, so an alert near it could never end.
  const room = new Decimal(100).minus(limit).div(2);
  const margin = unit === 'percent' && direction === 'under' ? Decimal.min(usual, room) : usual;
  const over = value.minus(limit.times(scale));
  const beyond = direction === 'under' ? over.negated() : over;
  if (beyond.greaterThan(0) || (beyond.isZero() && direction !== 'under')) return 'breached';
  return beyond.plus(margin.times(scale)).greaterThan(0) ? 'near' : 'clear';
}

export function written(exact: Decimal): string {
  return exact.toSignificantDigits(MOST_DIGITS).toFixed();
}
