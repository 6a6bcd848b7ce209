import { Decimal } from 'decimal.js';
import { decimal } from '../../cards/kit/figures.js';
import { utcDay } from '../../cards/kit/times.js';
import { DAY, HOUR } from '../../clock.js';
import { eachDay, shift, utcDate } from '../../days.js';
import { groupBy } from '../../group-by.js';
import type { Read } from '../../pool/pool.js';
import type { RevenueRow, Summary } from '../../pool/schemas.js';
import type { Reading } from '../alert.js';
import type { Rule } from '../rule.js';
import { compare, watching, written } from './compare.js';
import type { Finding, PoolRead, Subject } from './compare.js';

/** A larger efficiency is not a fraction. */
const HIGHEST_FRACTION = 2;

export function summaryRead({ currency, scope }: Subject): PoolRead<Read<Summary>> {
  return { name: 'summary', ask: (pool) => pool.summary(currency, scope) };
}

function ofSummary(measure: (rule: Rule, summary: Summary, at: number) => Finding['reading']) {
  return watching(summaryRead, (rule, { value, readAt, refused }) => ({
    // Nobody can tell how much the refused subaccounts lack.
    reading: refused.length > 0 ? null : measure(rule, value, readAt),
  }));
}

export const hashrate = ofSummary((rule, { hashrate_5m: value, hashrate_24h: baseline }, at) =>
  compare(rule, { at, value, baseline }),
);

export const efficiency = ofSummary((rule, { efficiency_5m: value }, at) => {
  const isFraction = decimal(value)?.lessThanOrEqualTo(HIGHEST_FRACTION) === true;
  return isFraction ? compare(rule, { at, value, baseline: 1 }) : null;
});

/** Compares with the most seen in 24 hours, once there is an hour of readings. */
export const activeMiners = ofSummary((rule, { active_miners: value }, at) => {
  const given = decimal(value);
  if (given === null) return null;
  const kept = rule.note.figures.filter((each) => each.at > at - DAY);
  const isTooSoon = (kept[0]?.at ?? at) > at - HOUR;
  if (isTooSoon && rule.threshold?.unit === 'percent') return undefined;
  const baseline = Decimal.max(given, ...kept.map((each) => each.value));
  return compare(rule, { at, value, baseline });
});

/** Compares with a fixed price, or with the price of 22 to 24 hours ago. */
export const hashprice = ofSummary((rule, summary, at) => {
  const value = summary.hashprice?.[0]?.value;
  if (rule.threshold?.direction !== 'moved') return compare(rule, { at, value });
  const now = decimal(value);
  if (now === null) return null;
  const nearest = rule.note.figures.find((kept) => kept.at >= at - DAY);
  if (nearest === undefined || nearest.at > at - 22 * HOUR) return undefined;
  const before = decimal(nearest.value);
  if (!before?.greaterThan(0)) return undefined;
  const moved = now.minus(before).div(before).times(100);
  const limit = new Decimal(rule.threshold.value).times(moved.isNegative() ? -1 : 1);
  const reading = compare(rule, { at, value: moved.abs() });
  if (reading === null) return null;
  const price = written(before.times(limit.div(100).plus(1)));
  return { ...reading, value: now.toFixed(), limit: price, baseline: before.toFixed() };
});

export const margin = watching(
  ({ currency }) => ({ name: 'balances', ask: (pool) => pool.balances(currency) }),
  (rule, { value, readAt: at }) => ({
    // What `/balances` calls available.
    reading: compare(rule, { at, value: value.current_available?.initial_buffer_available }),
  }),
);

const DAYS_BEFORE = 7;
/** When the pool should have yesterday's revenue (UTC), and when it is missing. */
const THERE_FROM_MS = 6 * HOUR;
const MISSING_FROM_MS = 12 * HOUR;

/** Compares yesterday with the seven days before, by the pool's dates. */
export const revenue = watching(
  ({ currency, scope }) => ({
    name: 'revenue',
    everyMinutes: 60,
    ask(pool, now) {
      const yesterday = shift(utcDate(now), -1);
      const range = { start: shift(yesterday, -DAYS_BEFORE), end: yesterday };
      return pool.revenue(currency, range, scope);
    },
  }),
  (rule, { rows, readAt: at, refused }) => {
    if (at % DAY < THERE_FROM_MS) return { reading: undefined };
    if (refused.length > 0) return { reading: null };
    const yesterday = shift(utcDate(at), -1);
    const isThere = rows.some(({ date_time: date }) => utcDay(date) === yesterday);
    if (!isThere) return { reading: at % DAY < MISSING_FROM_MS ? undefined : null };
    const byCoin = groupBy(rows, ({ currency_type: coin }) => String(coin));
    const readings = [...byCoin.values()].flatMap((own) => measureCoin(rule, own, at) ?? []);
    // Coins cannot be added, so the worst of them is reported.
    const isAt = (verdict: Reading['verdict']) => readings.find((each) => each.verdict === verdict);
    return { reading: isAt('breached') ?? isAt('near') ?? isAt('clear') ?? null };
  },
);

function measureCoin(rule: Rule, rows: readonly RevenueRow[], at: number): Reading | null {
  const yesterday = shift(utcDate(at), -1);
  const [value, ...before] = eachDay(shift(yesterday, -DAYS_BEFORE), yesterday)
    .toReversed()
    .map((day) => totalOf(rows.filter(({ date_time: date }) => utcDay(date) === day)));
  const known = before.filter((total) => total !== null);
  if (known.length < DAYS_BEFORE) return null;
  return compare(rule, { at, value, baseline: Decimal.sum(...known).div(DAYS_BEFORE) });
}

/** Kinds of revenue add up, if each of them has a number. */
function totalOf(rows: readonly RevenueRow[]): Decimal | null {
  const given = rows.flatMap(({ revenue }) => decimal(revenue) ?? []);
  return given.length === 0 || given.length < rows.length ? null : Decimal.sum(...given);
}
