import type { Reply } from '../../domain/messages/reply.js';
import { isNumber, sum, type Numeric } from '../../domain/numeric.js';
import type { Read } from '../../pool-api/client.js';
import type { DevFeeRow } from '../../pool-api/lists/dev-fee.js';
import { card, readNotes, type ReadNotes } from '../kit/card.js';
import type { Picture } from '../charts/render/picture.js';
import { rangeLine } from '../kit/date-sentences.js';
import { figureCell, hashrateCell } from '../kit/figures.js';
import { pageButtons, pageLine, type Pages } from '../kit/paging.js';
import { scopeLine } from '../kit/scope.js';
import { table } from '../kit/table.js';
import type { NamedScope } from '../../domain/guild/default-scope.js';

export interface DevFeeShown {
  readonly read: Read<readonly DevFeeRow[]> & Pick<ReadNotes, 'given' | 'repeated'>;
  readonly range: { readonly start: string; readonly end: string; readonly clamped: boolean };
  readonly scope: NamedScope;
  readonly chart: Picture;
  readonly pages: (more: boolean) => Pages;
}

interface Total {
  readonly subaccount: string;
  /** Null where no row gave one. */
  readonly fee: string | null;
  /** Mean over the rows that gave one, in H/s. */
  readonly meanHashrate: string | null;
}

const ROWS_PER_PAGE = 20;

export function devFeeReply(shown: DevFeeShown): Reply {
  const { read, range, scope, chart } = shown;
  const totals = totalsOf(read.value);
  const { number } = shown.pages(false);
  const rows = totals.slice((number - 1) * ROWS_PER_PAGE, number * ROWS_PER_PAGE);
  const pages = shown.pages(totals.length > number * ROWS_PER_PAGE);
  return {
    embeds: [
      {
        ...card({
          title: 'Developer fee',
          lines: [
            rangeLine(range),
            scopeLine(scope),
            rows.length === 0 ? emptyLine(read) : totalLine(totals),
            withoutNumber(read.value),
            rows.length === 0 ? null : totalsTable(rows),
            rows.length === 0 ? null : `-# ${pageLine(pages)} · hashrate is the mean of the hours`,
            readNotes(read),
          ],
          readAt: read.readAt,
        }),
        image: { url: chart.url },
      },
    ],
    components: pageButtons(pages),
    files: [chart.file],
  };
}

/** Null where the notes say it: no list at all is not none. */
function emptyLine({ given }: DevFeeShown['read']): string | null {
  return given === false ? null : 'The pool gives no developer fee for these days.';
}

/** Exact sums, the largest first. */
export function totalsOf(rows: readonly DevFeeRow[]): Total[] {
  const groups = new Map<string, { fees: Numeric[]; hashrates: Numeric[] }>();
  for (const { subaccount, devfee_revenue, devfee_hashrate } of rows) {
    const name = subaccount ?? 'not given';
    const group = groups.get(name) ?? { fees: [], hashrates: [] };
    groups.set(name, group);
    if (isNumber(devfee_revenue)) group.fees.push(devfee_revenue);
    if (isNumber(devfee_hashrate)) group.hashrates.push(devfee_hashrate);
  }
  return [...groups]
    .map(([subaccount, { fees, hashrates }]) => ({
      subaccount,
      given: fees.length > 0,
      total: sum(fees),
      meanHashrate: hashrates.length === 0 ? null : sum(hashrates).div(hashrates.length).toFixed(0),
    }))
    .toSorted((a, b) => b.total.comparedTo(a.total))
    .map(({ total, given, ...rest }) => ({ ...rest, fee: given ? total.toFixed() : null }));
}

function totalLine(totals: readonly Total[]): string {
  const fees = totals.flatMap(({ fee }) => fee ?? []);
  return fees.length === 0
    ? 'The pool lists rows, but no fee in them.'
    : `**${figureCell(sum(fees).toFixed())}** in all, in coins: the pool names no currency here`;
}

function withoutNumber(rows: readonly DevFeeRow[]): string | null {
  const without = rows.filter(({ devfee_revenue }) => !isNumber(devfee_revenue)).length;
  if (without === 0) return null;
  return `⚠️ Without a fee, and so in no sum: ${without === 1 ? '1 row' : `${without} rows`} of the pool.`;
}

function totalsTable(rows: readonly Total[]): string {
  return table<Total>(
    [
      {
        heading: 'Subaccount',
        width: 13,
        grows: true,
        cut: 'middle',
        cell: ({ subaccount }) => subaccount,
      },
      { heading: 'Fee', width: 14, align: 'right', cell: ({ fee }) => figureCell(fee) },
      {
        heading: 'Hashrate',
        width: 11,
        align: 'right',
        cell: ({ meanHashrate }) => hashrateCell(meanHashrate),
      },
    ],
    rows,
  );
}
