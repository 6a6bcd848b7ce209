import type { Reading } from '../../../domain/alerts/reading.js';
import type { AlertRule } from '../../../domain/alerts/rule.js';
import { isNumber, sum, type Numeric } from '../../../domain/numbers/numeric.js';
import { dateAfter, utcDateOf } from '../../../domain/time/local-time.js';
import type { DateRange, Read } from '../../../pool-api/client.js';
import type { RevenueReport, RevenueRow } from '../../../pool-api/resources.js';
import { utcDayOf } from '../../../views/charts/by-day.js';
import { groupBy } from '../../../views/kit/groups.js';
import { compare, written } from './compare.js';
import { HOUR_MS } from '../../../domain/time/units.js';

const DAYS = 7;
/**
 * The pool has yesterday's revenue some hours into the day; after this many it counts as missing.
 */
const THERE_BY_MS = 12 * HOUR_MS;

/** Yesterday and the seven days before, by the pool's dates. */
export function revenueRange(now: number): DateRange {
  const end = dateAfter(utcDateOf(now), -1);
  return { start: dateAfter(end, -DAYS), end };
}

export interface DailyRevenue {
  readonly read: Pick<Read<RevenueReport>, 'value' | 'readAt' | 'refusedSubaccounts'>;
  readonly range: DateRange;
}

/** `undefined`: yesterday's isn't there yet and isn't overdue. */
export function measureRevenue(
  rule: AlertRule,
  { read, range: { end } }: DailyRevenue,
): Reading | null | undefined {
  if (read.refusedSubaccounts.length > 0) return null;
  const byCoin = groupBy(read.value.revenue ?? [], ({ currency_type: coin }) => coin ?? '');
  const coins = [...byCoin.values()].map((rows) => groupBy(rows, (row) => utcDayOf(row.date_time)));
  const isThere = coins.some((days) => totalOf(days.get(end)) !== null);
  if (!isThere && read.readAt < Date.parse(`${dateAfter(end, 1)}T00:00Z`) + THERE_BY_MS)
    return undefined;
  const readings = coins.map((days) => measureCoin(rule, { days, end, at: read.readAt }));
  // Coins of one pool currency can't be added, so the worst of them is told.
  const order = ['breached', 'near', 'clear'] as const;
  const worst = order.find((verdict) => readings.some((each) => each?.verdict === verdict));
  return readings.find((each) => each !== null && each.verdict === worst) ?? null;
}

interface CoinRevenue {
  readonly days: ReadonlyMap<string | null, readonly RevenueRow[]>;
  readonly end: string;
  readonly at: number;
}

function measureCoin(rule: AlertRule, { days, end, at }: CoinRevenue): Reading | null {
  const value = totalOf(days.get(end));
  const before = Array.from({ length: DAYS }, (_, day) =>
    totalOf(days.get(dateAfter(end, -day - 1))),
  );
  const known = before.filter((each) => each !== null);
  if (value === null || known.length < DAYS) return null;
  const mean = sum(known).div(DAYS);
  if (!mean.greaterThan(0)) return null;
  return compare(rule, { at, value, scale: mean.div(100), baseline: written(mean) });
}

/** A day counts where the pool gave a number in each of its rows: kinds of revenue add up. */
function totalOf(rows: readonly RevenueRow[] = []): Numeric | null {
  const all = rows.map(({ revenue }) => revenue);
  if (all.length === 0 || !all.every(isNumber)) return null;
  return all.length === 1 ? (all[0] ?? null) : sum(all).toFixed();
}
