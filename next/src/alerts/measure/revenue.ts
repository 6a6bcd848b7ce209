import { Decimal } from 'decimal.js';
import { decimal } from '../../cards/kit/figures.js';
import { utcDay } from '../../cards/kit/times.js';
import type { RevenueRow } from '../../pool/schemas.js';
import type { Reading } from '../alert.js';
import type { Rule } from '../rule.js';
import { compare, scopeName, scopeOf, watching, written } from './watching.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS_BEFORE = 7;
/** The pool has yesterday's revenue by then (UTC), or some hours later; then it is missing. */
const THERE_FROM_MS = 6 * HOUR;
const MISSING_FROM_MS = 12 * HOUR;

/** Yesterday against the seven days before, by the pool's dates. */
export const revenue = watching(
  (rule) => {
    const currency = rule.currency ?? '';
    return {
      name: `revenue:${currency}:${scopeName(rule)}`,
      everyMinutes: 60,
      ask(pool, now) {
        const range = { start: dayBefore(now, 1 + DAYS_BEFORE), end: dayBefore(now, 1) };
        return pool.revenue(currency, range, scopeOf(rule));
      },
    };
  },
  (rule, { rows, readAt: at, refused }) => {
    if (at % DAY < THERE_FROM_MS) return { reading: undefined };
    if (refused.length > 0) return { reading: null };
    const isThere = rows.some(({ date_time: date }) => utcDay(date) === dayBefore(at, 1));
    if (!isThere) return { reading: at % DAY < MISSING_FROM_MS ? undefined : null };
    const coins = new Set(rows.map(({ currency_type: coin }) => coin));
    const readings = [...coins].flatMap((coin) => {
      const own = rows.filter(({ currency_type }) => currency_type === coin);
      return measureCoin(rule, own, at) ?? [];
    });
    // Coins cannot be added, so the worst of them is told.
    const worst = (['breached', 'near', 'clear'] as const).flatMap(
      (verdict) => readings.find((reading) => reading.verdict === verdict) ?? [],
    )[0];
    return { reading: worst ?? null };
  },
);

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
