import type { Decimal } from 'decimal.js';
import type { Card } from '../discord/reply.js';
import { groupBy } from '../group-by.js';
import type { DateRange } from '../pool/pool.js';
import type { DevFeeRow } from '../pool/schemas.js';
import { cell } from '../text.js';
import { amount, amountCell, count, figureCell, NOT_GIVEN, sum } from './kit/figures.js';
import { table, type Page } from './kit/table.js';
import { days } from './kit/times.js';
import type { NamedScope } from './sites-and-subaccounts.js';

type SubaccountFee = ReturnType<typeof feesBySubaccount>[number];

/** The hourly rows of each subaccount with their sum, the largest first. */
export function feesBySubaccount(rows: readonly DevFeeRow[]) {
  return [...groupBy(rows, (row) => String(row.subaccount ?? NOT_GIVEN))]
    .map(([subaccount, hours]) => ({ subaccount, hours, fee: feeOf(hours) }))
    .toSorted((one, other) => Number(other.fee ?? -1) - Number(one.fee ?? -1));
}

export function devFeeCard(
  { rows, all, at }: Page<SubaccountFee>,
  { range, place }: { readonly range: DateRange; readonly place: NamedScope },
): Card {
  const total = sum(all.map(({ fee }) => fee));
  const list = [
    `Total **${amount(total, undefined)}** (coin not given)`,
    table(
      ['Subaccount', 'Fee', 'TH/s'],
      rows.map(({ subaccount, fee, hours }) => [
        cell(subaccount, 18),
        amountCell(fee, undefined),
        figureCell(meanTerahash(hours), count),
      ]),
    ),
    '-# TH/s: the mean over the hours',
  ];
  return {
    title: `Developer fee · ${days(range.start, range.end, at)}${place.title}`,
    lines: all.length === 0 ? ['No developer fee in these days.'] : list,
  };
}

/** Null if the pool gave no fee. */
function feeOf(rows: readonly DevFeeRow[]): Decimal | null {
  return sum(rows.map(({ devfee_revenue }) => devfee_revenue));
}

function meanTerahash(hours: readonly DevFeeRow[]): Decimal | null {
  const rates = hours.map(({ devfee_hashrate }) => devfee_hashrate);
  const given = rates.filter((rate) => sum([rate]) !== null).length;
  return sum(rates)?.div(given).div(1e12).toSignificantDigits(4) ?? null;
}
