import { Decimal } from 'decimal.js';
import { decimal } from '../../cards/kit/figures.js';
import { utcDay } from '../../cards/kit/times.js';
import type { DateRange, List } from '../../pool/pool.js';
import type { RevenueRow } from '../../pool/schemas.js';
import type { Reading } from '../alert.js';
import type { Rule } from '../rule.js';
import { compare, written } from './compare.js';
import type { Measured } from './summary.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS_BEFORE = 7;
/** The pool has yesterday's revenue by then (UTC), or some hours later; then it is missing. */
const THERE_FROM_MS = 6 * HOUR;
const MISSING_FROM_MS = 12 * HOUR;

/** Yesterday and the seven days before, by the pool's dates. */
export function revenueRange(now: number): DateRange {
  return { start: dayBefore(now, 1 + DAYS_BEFORE), end: dayBefore(now, 1) };
}

/** The day whose revenue may be there now; null until then. */
export function revenueDay(now: number): string | null {
  return now % DAY < THERE_FROM_MS ? null : dayBefore(now, 1);
}

/** Undefined: yesterday's is not there yet, and not overdue. */
export function measureRevenue(rule: Rule, list: List<RevenueRow>): Measured {
  const { rows, readAt: at, refused } = list;
  if (refused.length > 0) return null;
  const yesterday = dayBefore(at, 1);
  const isThere = rows.some(({ date_time: date }) => utcDay(date) === yesterday);
  if (!isThere) return at % DAY < MISSING_FROM_MS ? undefined : null;
  const coins = new Set(rows.map(({ currency_type: coin }) => coin ?? ''));
  const readings = [...coins].map((coin) =>
    measureCoin(
      rule,
      rows.filter(({ currency_type }) => (currency_type ?? '') === coin),
      at,
    ),
  );
  // Coins cannot be added, so the worst of them is told.
  const order = ['breached', 'near', 'clear'];
  return (
    readings
      .filter((reading) => reading !== null)
      .toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict))[0] ??
    null
  );
}

function measureCoin(rule: Rule, rows: readonly RevenueRow[], at: number): Reading | null {
  const [value, ...before] = Array.from({ length: 1 + DAYS_BEFORE }, (_, days) =>
    totalOf(rows.filter(({ date_time: date }) => utcDay(date) === dayBefore(at, days + 1))),
  );
  const known = before.filter((total) => total !== null);
  if (known.length < DAYS_BEFORE) return null;
  const mean = Decimal.sum(...known).div(DAYS_BEFORE);
  if (!mean.greaterThan(0)) return null;
  return compare(rule, { at, value, scale: mean.div(100), baseline: written(mean) });
}

/** Kinds of revenue add up, where each of them has a number. */
function totalOf(rows: readonly RevenueRow[]): Decimal | null {
  const amounts = rows.map(({ revenue }) => decimal(revenue));
  const given = amounts.filter((amount) => amount !== null);
  return given.length === 0 || given.length < amounts.length ? null : Decimal.sum(...given);
}

function dayBefore(now: number, days: number): string {
  return new Date(now - days * DAY).toISOString().slice(0, 10);
}
