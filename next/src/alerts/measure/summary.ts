import { Decimal } from 'decimal.js';
import { decimal, type Figure } from '../../cards/kit/figures.js';
import type { Read } from '../../pool/pool.js';
import type { Summary } from '../../pool/schemas.js';
import type { Reading } from '../alert.js';
import type { Figures, Kept } from '../readings.js';
import type { Rule } from '../rule.js';
import { compare, limits, verdictOf, written } from './compare.js';

const HOUR = 3_600_000;
/** A pool that gives a larger efficiency does not mean a fraction. */
const HIGHEST_FRACTION = 2;

/** Null: no figure; undefined: there is nothing to compare with yet. */
export type Measured = Reading | null | undefined;

/** What is kept of a summary, by condition; and each coin's balance. */
export function summaryFigures({ value }: Read<Summary>): Figures {
  const given: readonly (readonly [string, Figure])[] = [
    ['hashrate', value.hashrate_5m],
    ['active-miners', value.active_miners],
    ['efficiency', value.efficiency_5m],
    ['hashprice', value.hashprice?.[0]?.value],
    ...(value.balance ?? []).map(
      (entry) => [`balance:${entry.currency_type ?? ''}`, entry.revenue] as const,
    ),
  ];
  return Object.fromEntries(
    given.flatMap(([name, figure]) => {
      const number = decimal(figure);
      return number === null ? [] : [[name, number.toFixed()] as const];
    }),
  );
}

/** `day`: what was kept of the last 26 hours, oldest first. */
export function measureSummary(rule: Rule, read: Read<Summary>, day: readonly Kept[]): Measured {
  // Nobody can tell how much is missing.
  if (read.refused.length > 0) return null;
  const { value, readAt: at } = read;
  const { condition } = rule;
  if (condition === 'hashrate')
    return share(rule, { at, value: value.hashrate_5m, baseline: value.hashrate_24h });
  if (condition === 'efficiency') return efficiency(rule, { at, value: value.efficiency_5m });
  if (condition === 'active-miners')
    return activeMiners(rule, { at, value: value.active_miners }, day);
  return hashprice(rule, { at, value: value.hashprice?.[0]?.value }, day);
}

interface Given {
  readonly at: number;
  readonly value: Figure;
}

function share(rule: Rule, given: Given & { readonly baseline: Figure }): Reading | null {
  if (rule.threshold?.unit !== 'percent') return compare(rule, { ...given, baseline: null });
  const whole = decimal(given.baseline);
  return whole?.greaterThan(0) ? compare(rule, { ...given, scale: whole.div(100) }) : null;
}

/** Of the most seen in 24 hours, once there is an hour of readings. */
function activeMiners(rule: Rule, { at, value }: Given, day: readonly Kept[]): Measured {
  const kept = day.filter((each) => each.at > at - 24 * HOUR);
  const counts = kept.map(({ figures }) => decimal(figures['active-miners']));
  const known = [...counts, decimal(value)].filter((each) => each !== null);
  const isTooSoon = (kept[0]?.at ?? at) > at - HOUR;
  if (isTooSoon && rule.threshold?.unit === 'percent')
    return decimal(value) === null ? null : undefined;
  return share(rule, { at, value, baseline: known.length === 0 ? null : Decimal.max(...known) });
}

function efficiency(rule: Rule, given: Given): Reading | null {
  const isFraction = decimal(given.value)?.lessThanOrEqualTo(HIGHEST_FRACTION) === true;
  return isFraction ? compare(rule, { ...given, scale: new Decimal('0.01') }) : null;
}

/** Against a price, or how far it moved from the price nearest to 24 hours ago. */
function hashprice(rule: Rule, { at, value }: Given, day: readonly Kept[]): Measured {
  if (rule.threshold?.unit !== 'percent') return compare(rule, { at, value });
  const [now, bounds] = [decimal(value), limits(rule)];
  if (now === null || bounds === null) return null;
  const away = (each: Kept) => Math.abs(each.at - (at - 24 * HOUR));
  const [nearest] = day
    .filter((each) => away(each) <= 2 * HOUR)
    .toSorted((one, other) => away(one) - away(other));
  const before = decimal(nearest?.figures['hashprice']);
  if (!before?.greaterThan(0)) return undefined;
  const moved = now.minus(before).div(before).times(100);
  const limit = bounds.limit.times(moved.isNegative() ? -1 : 1);
  return {
    at,
    verdict: verdictOf(rule, moved.abs(), bounds),
    value: now.toFixed(),
    limit: written(before.times(limit.div(100).plus(1))),
    baseline: before.toFixed(),
    isAtLeast: false,
    miners: [],
    sites: [],
  };
}
