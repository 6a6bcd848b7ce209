import type { APIEmbedField } from 'discord-api-types/v10';
import type { Decimal } from 'decimal.js';
import { toDecimal, type Numeric } from '../../domain/numeric.js';
import type { Summary } from '../../pool-api/resources.js';
import { daysBetween } from '../../domain/time/local-time.js';
import { wideField } from '../kit/card.js';
import { shortDay } from '../kit/date-range.js';
import { groupThousands, signedAmount } from '../kit/figures.js';
import type { Snapshot } from '../../domain/daily/snapshot.js';

/** Figures against earlier ones. What is missing on either side gives no change, never a zero. */

type Given = Numeric | null | undefined;
type Figures = Pick<
  Summary,
  'hashrate_24h' | 'uptime_24h' | 'active_miners' | 'hashprice' | 'balance'
>;

export interface EarlierFigures {
  readonly last: Snapshot | null;
  readonly week: Snapshot | null;
}

/** `+1.2 %`, `−0.4 %`, `unchanged`; null where there is nothing to compare. */
export function percentChange(now: Given, before: Given): string | null {
  const share = shareChange(now, before);
  if (share === null) return null;
  const percent = share.times(100);
  const rounded = percent.toDecimalPlaces(percent.abs().lessThan(10) ? 1 : 0);
  return signed(rounded, ' %', percent.isZero());
}

/** The change as a share of what it was: −0.1 is a tenth less. */
export function shareChange(now: Given, before: Given): Decimal | null {
  const [present, past] = pair(now, before);
  if (present === null || past === null || past.isZero()) return null;
  return present.minus(past).div(past.abs());
}

/** Of fractions: `+0.3 points`. A value above 1 is no fraction, so it gives none. */
export function pointsChange(now: Given, before: Given): string | null {
  const [present, past] = pair(now, before);
  if (present === null || past === null || present.greaterThan(1) || past.greaterThan(1))
    return null;
  const points = present.minus(past).times(100);
  return signed(points.toDecimalPlaces(1), ' points', points.isZero());
}

/** Of counts: `−12`. */
export function countChange(now: Given, before: Given): string | null {
  const [present, past] = pair(now, before);
  if (present === null || past === null) return null;
  return signed(present.minus(past), '', present.equals(past));
}

/** Of coins: `+0.012 BTC`. */
export function coinChange(now: Given, before: Given, currency: string): string | null {
  const [present, past] = pair(now, before);
  if (present === null || past === null) return null;
  const change = present.minus(past);
  return change.isZero() ? 'unchanged' : signedAmount(change.toFixed(), currency);
}

function pair(now: Given, before: Given): readonly [Decimal | null, Decimal | null] {
  return [decimal(now), decimal(before)];
}

function decimal(value: Given): Decimal | null {
  return value === null || value === undefined || value === '' ? null : toDecimal(value);
}

function signed(rounded: Decimal, unit: string, same: boolean): string {
  if (same) return 'unchanged';
  if (rounded.isZero()) return 'about the same';
  return `${rounded.isNegative() ? '−' : '+'}${groupThousands(rounded.abs().toFixed())}${unit}`;
}

/** Of a list whose one entry has the same currency on both sides; else there is no comparing. */
function onlyEntry<Entry extends { readonly currency_type?: string | null | undefined }>(
  now: readonly Entry[] | null,
  before: readonly Entry[] | null,
): readonly [Entry, Entry] | null {
  const [present, past] = [now?.[0], before?.[0]];
  if (now?.length !== 1 || before?.length !== 1 || !present || !past) return null;
  return (present.currency_type ?? '') === (past.currency_type ?? '') ? [present, past] : null;
}

type Compare = (now: Figures, before: Figures) => string | null;

export const COMPARISONS = {
  hashrate: (now, before) => percentChange(now.hashrate_24h, before.hashrate_24h),
  uptime: (now, before) => pointsChange(now.uptime_24h, before.uptime_24h),
  miners: (now, before) => countChange(now.active_miners, before.active_miners),
  hashprice: (now, before) => {
    const entries = onlyEntry(now.hashprice, before.hashprice);
    return entries && percentChange(entries[0].value, entries[1].value);
  },
  balance: (now, before) => {
    const entries = onlyEntry(now.balance, before.balance);
    return (
      entries && coinChange(entries[0].revenue, entries[1].revenue, entries[0].currency_type ?? '')
    );
  },
} satisfies Record<string, Compare>;

/** `+1.2 % since yesterday · −0.4 % in 7 days`, null where nothing can be compared. */
export function changeLine(
  compare: Compare,
  now: Figures,
  { last, week, date }: EarlierFigures & { readonly date: string },
): string | null {
  const parts = [
    last && said(compare(now, last.figures), sinceWords(last.date, date)),
    week && week.date !== last?.date ? said(compare(now, week.figures), 'in 7 days') : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `-# ${parts.join(' · ')}`;
}

function said(change: string | null, since: string): string | null {
  return change === null ? null : `${change} ${since}`;
}

/** `since yesterday`, or `since 18 Nov` where days lie between. */
export function sinceWords(earlier: string, date: string): string {
  return daysBetween(earlier, date) === 1 ? 'since yesterday' : `since ${shortDay(earlier)}`;
}

/** All changes since the last kept day under one another; null where there is none to tell. */
export function changesField(
  now: Figures,
  { last, date }: EarlierFigures & { readonly date: string },
): APIEmbedField | null {
  if (last === null) return null;
  const lines = Object.entries(LABELS).flatMap(([key, label]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries forgets the keys' type
    const change = COMPARISONS[key as keyof typeof LABELS](now, last.figures);
    return change === null ? [] : [`${label}: ${change}`];
  });
  const since = sinceWords(last.date, date);
  return lines.length === 0 ? null : wideField(`Change ${since}`, lines.join('\n'));
}

const LABELS = {
  hashrate: 'Hashrate, 24 hours',
  miners: 'Active miners',
  uptime: 'Uptime',
  hashprice: 'Hashprice',
  balance: 'Balance',
} as const satisfies Record<keyof typeof COMPARISONS, string>;
