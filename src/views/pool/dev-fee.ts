import type { Decimal } from 'decimal.js';
import type { Reply } from '../../domain/messages/reply.js';
import type { DayRange } from '../../domain/time/date-range.js';
import { isNumber, sum } from '../../domain/numbers/numeric.js';
import type { Read } from '../../pool-api/client.js';
import type { DevFeeRow } from '../../pool-api/lists/dev-fee.js';
import { chartReply, notSummedLine, readNotes, type ReadNotes } from '../kit/card.js';
import type { Picture } from '../charts/render/picture.js';
import { rangeLine } from '../kit/range-text.js';
import { figureCell } from '../kit/figures.js';
import { groupBy } from '../kit/groups.js';
import { hashrateColumn } from './hashrate-column.js';
import { pageButtons, pageLine, ROWS, slicePage, type Pages } from '../kit/paging.js';
import { scopeLine } from '../kit/scope.js';
import { rightColumn, table } from '../kit/table.js';
import type { NamedScope } from '../../domain/guild/default-scope.js';

interface DevFeeReplyParts {
  readonly read: Read<readonly DevFeeRow[]> & Pick<ReadNotes, 'given' | 'repeated'>;
  readonly range: DayRange;
  readonly scope: NamedScope;
  readonly chart: Picture;
  readonly pages: (more: boolean) => Pages;
}

interface SubaccountTotal {
  /** Sum of the fees given. */
  readonly total: Decimal;
  readonly subaccount: string;
  /** Null if no row gave one. */
  readonly fee: string | null;
  /** Mean over the rows that gave one, in H/s. */
  readonly meanHashrate: string | null;
}

export function devFeeReply(parts: DevFeeReplyParts): Reply {
  const { read, range, scope, chart } = parts;
  const totals = totalsOf(read.value);
  const { rows, pages } = slicePage(totals, ROWS, parts.pages);
  const withoutFee = read.value.filter(({ devfee_revenue }) => !isNumber(devfee_revenue));
  return chartReply({
    title: 'Developer fee',
    above: [rangeLine(range), scopeLine(scope)],
    chart,
    lines: [
      rows.length === 0 ? emptyLine(read) : totalLine(totals),
      notSummedLine('a fee', withoutFee.length),
      rows.length === 0 ? null : totalsTable(rows, totals),
      rows.length === 0 ? null : `-# ${pageLine(pages)} · hashrate is the average over the hours`,
      readNotes(read),
    ],
    readAt: read.readAt,
    components: pageButtons(pages),
  });
}

/** Null if the notes say it: no list isn't an empty list. */
function emptyLine({ given }: DevFeeReplyParts['read']): string | null {
  return given === false ? null : 'The pool gives no developer fee for these days.';
}

/** Exact sums by subaccount, largest first. */
export function totalsOf(rows: readonly DevFeeRow[]): SubaccountTotal[] {
  const bySubaccount = groupBy(rows, ({ subaccount }) => subaccount ?? 'not given');
  return [...bySubaccount]
    .map(([subaccount, same]) => {
      const fees = same.map(({ devfee_revenue }) => devfee_revenue).filter(isNumber);
      const rates = same.map(({ devfee_hashrate }) => devfee_hashrate).filter(isNumber);
      const total = sum(fees);
      return {
        total,
        subaccount,
        fee: fees.length === 0 ? null : total.toFixed(),
        meanHashrate: rates.length === 0 ? null : sum(rates).div(rates.length).toFixed(0),
      };
    })
    .toSorted((a, b) => b.total.comparedTo(a.total));
}

function totalLine(totals: readonly SubaccountTotal[]): string {
  const fees = totals.flatMap(({ fee }) => fee ?? []);
  return fees.length === 0
    ? 'The pool lists rows, but no fees in them.'
    : `Total **${figureCell(sum(fees).toFixed())}** (the pool doesn’t name the coin)`;
}

/** `all`: rows of every page, so that the unit stays the same between pages. */
function totalsTable(rows: readonly SubaccountTotal[], all: readonly SubaccountTotal[]): string {
  return table<SubaccountTotal>(
    [
      {
        heading: 'Subaccount',
        width: 13,
        grows: true,
        cut: 'middle',
        cell: ({ subaccount }) => subaccount,
      },
      rightColumn('Fee', 14, ({ fee }) => figureCell(fee)),
      hashrateColumn(all, ({ meanHashrate }) => meanHashrate),
    ],
    rows,
  );
}
