import type { Reply } from '../reply.js';
import type { ContractFilter, Listing, Read } from '../pool-api/client.js';
import type { Contract } from '../pool-api/resources.js';
import { exactDigits, toDecimal, type Numeric } from '../domain/numeric.js';
import { card, noListSentence } from './card.js';
import { pageButtons, pageLine, type Pages } from './paging.js';
import { table } from './table.js';
import { plain } from './text.js';

export interface ContractsPage {
  readonly read: Read<Listing<Contract>>;
  readonly currency: string;
  readonly filter: ContractFilter;
  readonly pages: Pages;
}

export function contractsReply({ read, currency, filter, pages }: ContractsPage): Reply {
  const rows = read.value.items;
  const empty = read.value.given === false ? noListSentence : 'No contract matches.';
  const denominations = [...new Set(rows.map(({ denomination }) => denomination ?? currency))];
  return {
    embeds: [
      card({
        title: `Derivatives contracts · ${currency}`,
        lines: [
          filterLine(filter),
          rows.length === 0 ? empty : contractsTable(rows),
          rows.length === 0
            ? null
            : `-# ${pageLine(pages)} · price in ${plain(denominations.join(', '), 40)} per PH/s per day · * = UPFRONT, ✓ = SETTLED`,
        ],
        readAt: read.readAt,
      }),
    ],
    components: pageButtons(pages),
  };
}

function contractsTable(rows: readonly Contract[]): string {
  return table<Contract>(
    [
      { heading: 'Side', width: 6, cell: sideWord },
      { heading: 'From', width: 8, cell: ({ start_date }) => shortDate(start_date) },
      { heading: 'To', width: 8, cell: ({ end_date }) => shortDate(end_date) },
      {
        heading: 'PH/s',
        width: 4,
        align: 'right',
        cell: (each) => short(each.daily_hashrate_ph, 4),
      },
      {
        heading: 'Price',
        width: 10,
        align: 'right',
        cell: (each) => short(each.unit_hashprice, 10),
      },
    ],
    rows,
  );
}

function sideWord({ side, type, status }: Contract): string {
  return `${side ?? '–'}${type === 'UPFRONT' ? '*' : ''}${status === 'SETTLED' ? '✓' : ''}`;
}

/** `26-11-20`: the century is the one part nobody needs. */
function shortDate(date: string | null | undefined): string {
  if (!date) return '–';
  return /^\d{4}-\d{2}-\d{2}/.test(date) ? date.slice(2, 10) : date;
}

/** At most so many signs in a cell, `>0` for what is almost nothing; the file has every digit. */
function short(value: Numeric | null | undefined, width: number): string {
  if (value === null || value === undefined) return '–';
  const decimal = toDecimal(value);
  if (decimal === null) return String(value);
  const exact = exactDigits(value);
  if (decimal.isZero()) return '0';
  if (exact.length <= width) return exact;
  const places = Math.max(0, width - 1 - decimal.trunc().toFixed().length);
  const rounded = decimal.toDecimalPlaces(places);
  if (rounded.isZero()) return decimal.isNegative() ? '<0' : '>0';
  return rounded.toFixed();
}

function filterLine({ status, side, type }: ContractFilter): string {
  const parts = [status, side, type].filter((part) => part !== undefined && part !== 'ALL');
  return parts.length === 0 ? 'All contracts' : parts.join(' · ');
}
