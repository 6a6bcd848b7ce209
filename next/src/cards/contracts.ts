import type { Card } from '../discord/reply.js';
import type { ContractFilter } from '../pool/pool.js';
import type { Contract } from '../pool/schemas.js';
import { amountCell, count, countCell, NOT_GIVEN } from './kit/figures.js';
import { table } from './kit/table.js';
import { cell, escape, listed } from './kit/text.js';
import { day } from './kit/times.js';

export interface ContractsPage {
  readonly rows: readonly Contract[];
  readonly currency: string;
  readonly filter: ContractFilter;
  /** When the pool answered (ms). */
  readonly at: number;
}

export function contractsCard({ rows, currency, filter, at }: ContractsPage): Card {
  const words = ['Derivatives contracts', currency, filter.status, filter.side, filter.type];
  return {
    title: words.filter(Boolean).join(' · '),
    lines:
      rows.length === 0
        ? ['No contracts match.']
        : [contractsTable(rows, at), legend(rows, currency)],
  };
}

function contractsTable(rows: readonly Contract[], now: number): string {
  return table(
    ['Side', 'PH/s', 'Price', ' From – to'],
    rows.map((each) => [
      `${cell(each.side || '–', 6)}${marks(each)}`,
      countCell(each.daily_hashrate_ph),
      amountCell(each.unit_hashprice, each.denomination),
      `${day(each.start_date).padStart(6)}–${dayAndYear(each.end_date, now)}`,
    ]),
    ['left', 'right', 'right', 'left'],
  );
}

/** `30 Nov`, and `1 Dec 25` in another year than `now`'s. */
export function dayAndYear(date: Contract['end_date'], now: number): string {
  const year = /^\d{4}(?=-)/.exec(String(date))?.[0];
  const isThisYear = year === undefined || Number(year) === new Date(now).getUTCFullYear();
  return isThisYear ? day(date) : `${day(date)} ${year.slice(2)}`;
}

/** No mark means that the pool said STANDARD or ACTIVE, never that it said nothing. */
const MARKS = new Map<unknown, string>([
  ['STANDARD', ''],
  ['ACTIVE', ''],
  ['UPFRONT', '*'],
  ['SETTLED', '✓'],
]);

function marks({ type, status }: Contract): string {
  return [...new Set([type, status].map((word) => MARKS.get(word) ?? '?'))].join('');
}

function legend(rows: readonly Contract[], currency: string): string {
  const words = [...new Set(rows.flatMap(({ type, status }) => [type, status]))];
  const odd = words.filter((word) => !MARKS.has(word)).map((word) => escape(word || NOT_GIVEN, 30));
  const parts = [
    `${currency} per PH/s per day`,
    words.includes('UPFRONT') && '* upfront',
    words.includes('SETTLED') && '✓ settled',
    odd.length > 0 && `? ${listed([...new Set(odd)])}`,
  ];
  return `-# ${parts.filter(Boolean).join(' · ')}`;
}

type Terms = Pick<Contract, 'side' | 'daily_hashrate_ph' | 'start_date' | 'end_date'>;

/** `SELL 60 PH/s · 6 Nov – 4 Feb`, as far as given. */
export function contractName(contract: Terms): string {
  const { side, daily_hashrate_ph: size, start_date: start, end_date: end } = contract;
  const what = [side && escape(side, 20), size && `${count(size)} PH/s`].filter(Boolean).join(' ');
  const when = (start || end) && `${escape(day(start))} – ${escape(day(end))}`;
  return [what, when].filter(Boolean).join(' · ');
}
