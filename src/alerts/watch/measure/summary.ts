import type { Reading } from '../../../domain/alerts/reading.js';
import type { AlertRule } from '../../../domain/alerts/rule.js';
import { isNumber, toDecimal, type Numeric } from '../../../domain/numbers/numeric.js';
import type { Read } from '../../../pool-api/client.js';
import type { Summary } from '../../../pool-api/resources.js';
import { compare } from './compare.js';

type SummaryAnswer = Pick<Read<Summary>, 'value' | 'readAt' | 'refusedSubaccounts'>;

/** If figures lack some subaccounts, nobody can tell how much is missing. */
export function isWhole({ refusedSubaccounts }: SummaryAnswer): boolean {
  return refusedSubaccounts.length === 0;
}

/** The 5-minute rate, in H/s: against a share of the 24-hour rate or a fixed one. */
export function measureHashrate(rule: AlertRule, answer: SummaryAnswer): Reading | null {
  if (!isWhole(answer)) return null;
  const { hashrate_5m: value, hashrate_24h: day } = answer.value;
  return share(rule, { at: answer.readAt, value, baseline: day });
}

/**
 * `most`: the highest count of the last 24 hours; null without an hour of readings, and then the
 * result is undefined, because there is nothing to compare with yet.
 */
export function measureActiveMiners(
  rule: AlertRule,
  answer: SummaryAnswer,
  most: Numeric | null,
): Reading | null | undefined {
  const { active_miners: value } = answer.value;
  if (!isWhole(answer)) return null;
  if (most === null && rule.threshold?.unit === 'percent' && isNumber(value)) return undefined;
  return share(rule, { at: answer.readAt, value, baseline: most });
}

/** A pool that gives more than this means percents, or something else. */
const HIGHEST_FRACTION = 2;

/** A fraction of 1, as in the pool's answer. */
export function measureEfficiency(rule: AlertRule, answer: SummaryAnswer): Reading | null {
  const { efficiency_5m: value } = answer.value;
  const scale = toDecimal('0.01');
  if (!isWhole(answer) || toDecimal(value)?.greaterThan(HIGHEST_FRACTION) !== false) return null;
  return compare(rule, { at: answer.readAt, value, scale });
}

interface ShareFigure {
  readonly at: number;
  readonly value: Numeric | null | undefined;
  readonly baseline: Numeric | null | undefined;
}

function share(rule: AlertRule, { at, value, baseline }: ShareFigure): Reading | null {
  if (rule.threshold?.unit !== 'percent') return compare(rule, { at, value });
  const whole = toDecimal(baseline);
  if (whole === null || baseline === null || baseline === undefined) return null;
  if (!whole.greaterThan(0)) return null;
  return compare(rule, { at, value, baseline, scale: whole.div(100) });
}
