import { Decimal } from 'decimal.js';
import { decimal, type Figure } from '../../cards/kit/figures.js';
import type { Pool, Read, Scope } from '../../pool/pool.js';
import type { Summary } from '../../pool/schemas.js';
import type { AlertEvent, Reading } from '../alert.js';
import type { Listed, Rule, RuleNote, Threshold } from '../rule.js';

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

export interface Before {
  /** Its figures of the last 26 hours, oldest first; read for conditions with `comparesWithDay`. */
  readonly day: readonly Kept[];
  readonly known: RuleNote['known'];
}

/** A figure that was kept: when the pool answered (ms), and its digits in the pool's unit. */
export interface Kept {
  readonly at: number;
  readonly value: string;
}

/** How a condition is read and measured, whatever the pool's answer to it looks like. */
export interface Watching {
  read(rule: Rule): PoolRead<unknown>;
  measure(rule: Rule, answer: unknown, before: Before): Finding;
}

export function watching<Answer>(
  read: (rule: Rule) => PoolRead<Answer>,
  measure: (rule: Rule, answer: Answer, before: Before) => Finding,
): Watching {
  return {
    read,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a round hands over what `read` was answered
    measure: (rule, answer, before) => measure(rule, answer as Answer, before),
  };
}

export function scopeOf({ site, subaccounts }: Rule): Scope | undefined {
  if (site !== null) return { siteId: site.id };
  return subaccounts.length > 0 ? { subaccounts } : undefined;
}

export function scopeName({ site, subaccounts }: Rule): string {
  return site?.id ?? subaccounts.toSorted().join(',');
}

export function summaryRead(rule: Rule): PoolRead<Read<Summary>> {
  const currency = rule.currency ?? '';
  return {
    name: `summary:${currency}:${scopeName(rule)}`,
    ask: (pool) => pool.summary(currency, scopeOf(rule)),
  };
}

/** How far a figure must come back past its threshold, as a share of it. */
const MARGIN = '0.05';
/** A mean may have endless digits. */
const MOST_DIGITS = 30;

interface Compared {
  readonly at: number;
  readonly value: Figure;
  /** Converts the threshold's unit to the figure's; default: 1. */
  readonly scale?: Decimal;
  /** What a threshold in percent refers to. */
  readonly baseline?: Figure;
  readonly isAtLeast?: boolean;
  readonly miners?: readonly string[];
  readonly mostly?: string | undefined;
}

/** Null if there is no figure, or nothing to compare it with. All digits count. */
export function compare({ threshold }: Rule, figure: Compared): Reading | null {
  const {
    at,
    scale = new Decimal(1),
    baseline = null,
    isAtLeast = false,
    miners = [],
    mostly,
  } = figure;
  const value = decimal(figure.value);
  if (value === null || threshold === null) return null;
  const limit = new Decimal(threshold.value).times(scale);
  return {
    at,
    verdict: verdictOf(threshold, value, scale),
    value: value.toFixed(),
    limit: written(limit),
    baseline: decimal(baseline)?.toFixed() ?? null,
    isAtLeast,
    miners,
    mostly,
  };
}

/** `under` excludes the limit itself, `over` includes it. */
export function verdictOf(
  { value: typed, unit, direction }: Threshold,
  value: Decimal,
  scale = new Decimal(1),
): Reading['verdict'] {
  const limit = new Decimal(typed);
  const usual = limit.times(MARGIN);
  // A share of the whole never exceeds 100%, so an alert near it could never end.
  const room = new Decimal(100).minus(limit).div(2);
  const margin = unit === 'percent' && direction === 'under' ? Decimal.min(usual, room) : usual;
  const [at, gap] = [limit.times(scale), margin.times(scale)];
  if (direction === 'under') {
    if (value.lessThan(at)) return 'breached';
    return value.lessThan(at.plus(gap)) ? 'near' : 'clear';
  }
  if (value.greaterThanOrEqualTo(at)) return 'breached';
  return value.greaterThan(at.minus(gap)) ? 'near' : 'clear';
}

export function written(exact: Decimal): string {
  return exact.toSignificantDigits(MOST_DIGITS).toFixed();
}
