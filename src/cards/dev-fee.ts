import type { Decimal } from 'decimal.js';
import { eachDay } from '../days.js';
import type { Card, Picture } from '../discord/reply.js';
import { groupBy } from '../group-by.js';
import type { DateRange } from '../pool/pool.js';
import type { DevFeeRow } from '../pool/schemas.js';
import { barChart } from './kit/charts.js';
import { amount, amountCell, countCell, NOT_GIVEN, sum } from './kit/figures.js';
import { table, type Page } from './kit/table.js';
import { cell } from './kit/text.js';
import { days, utcDay } from './kit/times.js';

/** The hourly rows of one subaccount. */
interface SubaccountFee {
  readonly subaccount: string;
  /** Null if the pool gave no fee. */
  readonly fee: Decimal | null;
  readonly hours: readonly DevFeeRow[];
}

interface DevFeePage extends Page<SubaccountFee> {
  readonly range: DateRange;
  readonly scope: string;
  readonly chart: Picture | undefined;
}

/** Largest fee first. */
export function feesBySubaccount(rows: readonly DevFeeRow[]): SubaccountFee[] {
  return [...groupBy(rows, (row) => String(row.subaccount ?? NOT_GIVEN))]
    .map(([subaccount, hours]) => ({ subaccount, hours, fee: feeOf(hours) }))
    .toSorted((one, other) => Number(other.fee ?? -1) - Number(one.fee ?? -1));
}

export function devFeeCard({ rows, all, range, scope, chart, at }: DevFeePage): Card {
  const total = sum(all.map(({ fee }) => fee));
  const list = [
    `Total **${amount(total, undefined)}** (coin not given)`,
    table(
      ['Subaccount', 'Fee', 'TH/s'],
      rows.map(({ subaccount, fee, hours }) => [
        cell(subaccount, 18),
        amountCell(fee, undefined),
        countCell(meanTerahash(hours)),
      ]),
    ),
    '-# TH/s: the mean over the hours',
  ];
  return {
    title: `Developer fee · ${days(range.start, range.end, at)}${scope}`,
    lines: all.length === 0 ? ['No developer fee in these days.'] : list,
    ...(chart && { chart }),
  };
}

/** The fee by day; the pool names no coin. */
export function devFeeChart(
  all: readonly SubaccountFee[],
  range: DateRange,
): Promise<Picture | undefined> {
  const rows = all.flatMap(({ hours }) => hours);
  const byDay = groupBy(rows, (row) => utcDay(row.datetime));
  const dates = eachDay(range.start, range.end);
  const values = dates.map((date) => feeOf(byDay.get(date) ?? []));
  const panel = { heading: 'Developer fee', unit: '', series: [{ label: 'Fee', values }] };
  return barChart({ name: 'dev-fee', days: dates, panels: [panel] });
}

function feeOf(rows: readonly DevFeeRow[]): Decimal | null {
  return sum(rows.map(({ devfee_revenue }) => devfee_revenue));
}

function meanTerahash(hours: readonly DevFeeRow[]): Decimal | null {
  const rates = hours.map(({ devfee_hashrate }) => devfee_hashrate);
  const given = rates.filter((rate) => sum([rate]) !== null).length;
  return sum(rates)?.div(given).div(1e12).toSignificantDigits(4) ?? null;
}
