import type { Decimal } from 'decimal.js';
import { shareChange, toDecimal, type OptionalNumeric } from '../../../domain/numbers/numeric.js';
import type { Summary } from '../../../pool-api/resources.js';
import { daysBetween } from '../../../domain/time/local-time.js';
import { shortDay } from '../../kit/range-text.js';
import { groupThousands, signedAmount } from '../../kit/figures.js';
import type { EarlierFigures } from '../../../domain/daily/snapshot.js';

/** Compares figures with earlier ones. If either is missing there is no change, never zero. */

type SummaryFigures = Pick<
  Summary,
  'hashrate_24h' | 'uptime_24h' | 'active_miners' | 'hashprice' | 'balance'
>;

/** `+1.2 %`, `−0.4 %`, `unchanged`; null if there is nothing to compare. */
export function percentChange(now: OptionalNumeric, before: OptionalNumeric): string | null {
  const share = shareChange(now, before);
  if (share === null) return null;
  const percent = share.times(100);
  const rounded = percent.toDecimalPlaces(percent.abs().lessThan(10) ? 1 : 0);
  return signed(rounded, ' %', percent.isZero());
}

/** For fractions: `+0.3 points`; null if one is above 1, so not a fraction. */
export function pointsChange(now: OptionalNumeric, before: OptionalNumeric): string | null {
  const both = decimals(now, before);
  if (both === null || both.present.greaterThan(1) || both.past.greaterThan(1)) return null;
  const points = both.present.minus(both.past).times(100);
  return signed(points.toDecimalPlaces(1), ' points', points.isZero());
}

/** For counts: `−12`. */
export function countChange(now: OptionalNumeric, before: OptionalNumeric): string | null {
  const both = decimals(now, before);
  if (both === null) return null;
  const change = both.present.minus(both.past);
  return signed(change, '', change.isZero());
}

/** For coins: `+0.012 BTC`. */
export function coinChange(
  now: OptionalNumeric,
  before: OptionalNumeric,
  currency: string,
): string | null {
  const both = decimals(now, before);
  if (both === null) return null;
  const change = both.present.minus(both.past);
  return change.isZero() ? 'unchanged' : signedAmount(change.toFixed(), currency);
}

/** Null unless both are numbers. */
function decimals(now: OptionalNumeric, before: OptionalNumeric) {
  const [present, past] = [toDecimal(now), toDecimal(before)];
  return present === null || past === null ? null : { present, past };
}

function signed(rounded: Decimal, unit: string, same: boolean): string {
  if (same) return 'unchanged';
  if (rounded.isZero()) return 'about the same';
  return `${rounded.isNegative() ? '−' : '+'}${groupThousands(rounded.abs().toFixed())}${unit}`;
}

/** The two entries, if their currencies match. */
function onlyEntry<Entry extends { readonly currency_type?: string | null | undefined }>(
  now: readonly Entry[] | null,
  before: readonly Entry[] | null,
): readonly [Entry, Entry] | null {
  const [present, past] = [now?.[0], before?.[0]];
  if (now?.length !== 1 || before?.length !== 1 || !present || !past) return null;
  return (present.currency_type ?? '') === (past.currency_type ?? '') ? [present, past] : null;
}

type Comparison = (now: SummaryFigures, before: SummaryFigures) => string | null;

export const COMPARISONS = {
  hashrate: (now, before) => percentChange(now.hashrate_24h, before.hashrate_24h),
  miners: (now, before) => countChange(now.active_miners, before.active_miners),
  uptime: (now, before) => pointsChange(now.uptime_24h, before.uptime_24h),
  hashprice(now, before) {
    const entries = onlyEntry(now.hashprice, before.hashprice);
    return entries && percentChange(entries[0].value, entries[1].value);
  },
  balance(now, before) {
    const entries = onlyEntry(now.balance, before.balance);
    if (entries === null) return null;
    const [present, past] = entries;
    return coinChange(present.revenue, past.revenue, present.currency_type ?? '');
  },
} satisfies Record<string, Comparison>;

/** `+1.2 % since yesterday · −0.4 % in 7 days`; null if nothing can be compared. */
export function changeLine(
  compare: Comparison,
  now: SummaryFigures,
  { last, week, date }: EarlierFigures & { readonly date: string },
): string | null {
  const since = last && compare(now, last.figures);
  const inWeek = week && week.date !== last?.date ? compare(now, week.figures) : null;
  const sinceLast = last && sinceText(last.date, date);
  if (since !== null && since === inWeek) return `-# ${since} ${sinceLast} and in 7 days`;
  const parts = [
    since === null ? null : `${since} ${sinceLast}`,
    inWeek === null ? null : `${inWeek} in 7 days`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `-# ${parts.join(' · ')}`;
}

/** `since yesterday`, or `since 18 Nov` if days lie between. */
export function sinceText(earlier: string, date: string): string {
  return daysBetween(earlier, date) === 1 ? 'since yesterday' : `since ${shortDay(earlier)}`;
}
