import type { Reply } from '../command.js';
import { sum, type Numeric } from '../domain/numeric.js';
import type { Read } from '../pool-api/client.js';
import type { DevFeeRow } from '../pool-api/dev-fee.js';
import { card, readNotes } from './card.js';
import type { Picture } from './charts/picture.js';
import { rangeLine } from './date-sentences.js';
import { figureCell, hashrate } from './figures.js';
import { pageButtons, pageLine, type Pages } from './paging.js';
import { scopeLine, type NamedScope } from './scope.js';
import { table } from './table.js';

export interface DevFeeShown {
  readonly read: Read<readonly DevFeeRow[]>;
  readonly range: { readonly start: string; readonly end: string; readonly clamped: boolean };
  readonly scope: NamedScope;
  readonly chart: Picture;
  readonly pages: (more: boolean) => Pages;
}

interface Total {
  readonly subaccount: string;
  readonly fee: string;
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
            rows.length === 0
              ? 'The pool gives no developer fee for these days.'
              : `**${figureCell(sum(totals.map(({ fee }) => fee)).toFixed())}** in all, in coins: the pool names no currency here`,
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

/** Exact sums, the largest first. */
export function totalsOf(rows: readonly DevFeeRow[]): Total[] {
  const groups = new Map<string, { fees: Numeric[]; hashrates: Numeric[] }>();
  for (const { subaccount, devfee_revenue, devfee_hashrate } of rows) {
    const name = subaccount ?? 'not given';
    const group = groups.get(name) ?? { fees: [], hashrates: [] };
    groups.set(name, group);
    if (devfee_revenue !== null && devfee_revenue !== undefined) group.fees.push(devfee_revenue);
    if (devfee_hashrate !== null && devfee_hashrate !== undefined)
      group.hashrates.push(devfee_hashrate);
  }
  return [...groups]
    .map(([subaccount, { fees, hashrates }]) => ({
      subaccount,
      total: sum(fees),
      meanHashrate: hashrates.length === 0 ? null : sum(hashrates).div(hashrates.length).toFixed(0),
    }))
    .toSorted((a, b) => b.total.comparedTo(a.total))
    .map(({ total, ...rest }) => ({ ...rest, fee: total.toFixed() }));
}

function totalsTable(rows: readonly Total[]): string {
  return table<Total>(
    [
      { heading: 'Subaccount', width: 15, cell: ({ subaccount }) => subaccount },
      { heading: 'Fee', width: 12, align: 'right', cell: ({ fee }) => figureCell(fee) },
      {
        heading: 'Hashrate',
        width: 11,
        align: 'right',
        cell: ({ meanHashrate }) => (meanHashrate === null ? '–' : hashrate(meanHashrate)),
      },
    ],
    rows,
  );
}
