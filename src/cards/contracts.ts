import { DAY } from '../clock.js';
import type { Card, Picture } from '../discord/reply.js';
import type { ContractFilter, Read } from '../pool/pool.js';
import type { Contract, ContractDetails, DerivativesPayment, Scalar } from '../pool/schemas.js';
import { cell, dotted, escape, listed } from '../text.js';
import { drawChart } from './kit/charts.js';
import {
  amount,
  amountCell,
  count,
  figureCell,
  NOT_GIVEN,
  price,
  signed,
  sum,
} from './kit/figures.js';
import { table, type Page } from './kit/table.js';
import { day, momentOf } from './kit/times.js';

export function contractsCard(
  { rows, at }: Page<Contract>,
  { currency, status, side, type }: ContractFilter & { readonly currency: string },
): Card {
  const title = dotted('Derivatives contracts', currency, status, side, type);
  if (rows.length === 0) return { title, lines: ['No contracts match.'] };
  const list = table(
    ['Side', 'PH/s', 'Price', ' From – to'],
    rows.map((each) => [
      `${cell(each.side || '–', 6)}${marks(each)}`,
      figureCell(each.daily_hashrate_ph, count),
      amountCell(each.unit_hashprice, each.denomination),
      `${day(each.start_date).padStart(6)}–${dayAndYear(each.end_date, at)}`,
    ]),
    ['left', 'right', 'right', 'left'],
  );
  return { title, lines: [list, legend(rows, currency)] };
}

/** `30 Nov`, and `1 Dec 25` more than half a year away. */
function dayAndYear(date: Contract['end_date'], now: number): string {
  const isNear = Math.abs((momentOf(date) ?? now) - now) < 182 * DAY;
  return isNear ? day(date) : `${day(date)} ${yearOf(date).slice(2)}`;
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
  const explained = dotted(
    `${currency} per PH/s per day`,
    words.includes('UPFRONT') && '* upfront',
    words.includes('SETTLED') && '✓ settled',
    odd.length > 0 && `? ${listed([...new Set(odd)])}`,
  );
  return `-# ${explained}`;
}

type Terms = Pick<Contract, 'side' | 'daily_hashrate_ph' | 'start_date' | 'end_date'>;

/** `SELL 60 PH/s · 6 Nov – 4 Feb`, as far as given. */
export function contractName(contract: Terms): string {
  const { side, daily_hashrate_ph: size, start_date: start, end_date: end } = contract;
  const what = [side && escape(side, 20), size && count(size, ' PH/s')].filter(Boolean).join(' ');
  const when = (start || end) && `${escape(day(start))} – ${escape(day(end))}`;
  return dotted(what, when);
}

/** The terms of one contract and what it has brought so far. */
export async function contractCard({ value, readAt }: Read<ContractDetails>): Promise<Card> {
  const currency = contractCurrency(value);
  const name = contractName(value) || escape(value.contract_id || NOT_GIVEN);
  const { trade_date: traded, duration_days: length } = value;
  const days = length && `${count(length)} ${Number(length) === 1 ? 'day' : 'days'}`;
  return {
    title: value.side ? name : `Contract ${name}`,
    lines: [
      dotted(
        `**${escape(value.status || 'Status not given')}**`,
        value.type && escape(value.type),
        days,
      ),
      `Gain or loss **${signed(value.expired_gain_loss, currency)}**`,
      `Price **${price(value.unit_hashprice, currency)}**, latest ${price(value.most_recent_daily_avg_hashprice, currency)}`,
      `Notional value **${amount(value.notional_value, currency)}**`,
      dotted(
        `-# ${currency === null ? 'Currency not given' : `${escape(currency)} per PH/s per day`}`,
        traded && `traded ${escape(day(traded))} ${yearOf(traded)}`.trimEnd(),
      ),
    ],
    at: readAt,
    chart: await contractChart(value),
  };
}

/** Hashprice against the agreed one, and gain or loss so far; undefined before its first day. */
function contractChart(contract: ContractDetails): Promise<Picture | undefined> {
  const days = contractDays(contract);
  const currency = String(contractCurrency(contract) ?? '');
  return drawChart({
    name: 'contract',
    marks: 'line',
    days: days.map(({ date }) => date),
    panels: [
      {
        heading: 'Hashprice',
        unit: `${currency}/PH/s/day`,
        series: [{ values: days.map(({ hashprice }) => hashprice) }],
        level: { label: 'contract', value: contract.unit_hashprice },
      },
      {
        heading: 'Gain or loss so far',
        unit: currency,
        isSigned: true,
        series: [{ values: days.map(({ cumulative_gain_loss: gain }) => gain) }],
      },
    ],
  });
}

/** The currency of its prices and amounts; null if the pool named none. */
function contractCurrency(contract: ContractDetails): Scalar | null {
  return contract.denomination || contract.currency || contract.currency_type || null;
}

interface ContractDay {
  readonly date: string;
  readonly hashprice?: Scalar | null | undefined;
  readonly daily_expired_gain_loss?: Scalar | null | undefined;
  readonly cumulative_gain_loss?: Scalar | null | undefined;
}

/** The three series merged by date, oldest first. */
function contractDays({ series }: ContractDetails): ContractDay[] {
  const days = new Map<string, ContractDay>();
  const lists = [series?.hashprice, series?.daily_expired_gain_loss, series?.cumulative_gain_loss];
  for (const { date, ...figures } of lists.flatMap((list) => list ?? [])) {
    const key = String(date ?? '');
    days.set(key, { ...days.get(key), ...figures, date: key });
  }
  return [...days.values()].toSorted((one, other) => one.date.localeCompare(other.date));
}

/** One row per day, with the terms repeated so that one table has everything. */
export function contractRecords(details: ContractDetails): object[] {
  const contract = { ...details, series: undefined };
  const days = contractDays(details);
  return days.length === 0 ? [{ contract }] : days.map((each) => ({ ...each, contract }));
}

function yearOf(date: Contract['end_date']): string {
  return /^\d{4}(?=-)/.exec(String(date))?.[0] ?? '';
}

/** Payments of derivatives, of one type or of both. */
export function paymentsCard(
  { rows, all, at }: Page<DerivativesPayment>,
  { currency, type }: { readonly currency: string; readonly type?: string | undefined },
): Card {
  const title = dotted('Derivatives payments', currency, type);
  if (rows.length === 0) return { title, lines: ['No payments listed.'] };
  const list = table(
    ['Day', 'Type', currency],
    rows.map((each) => [
      dayAndYear(each.date_time, at),
      cell(each.type ?? '–'),
      amountCell(each.amount, currency),
    ]),
    ['left', 'left', 'right'],
  );
  return { title, lines: [...paymentTotals(all, currency), list] };
}

/** `RECEIVABLE **0.04306900 BTC** in 20`: amounts of different types don't add up. */
function paymentTotals(all: readonly DerivativesPayment[], currency: string): string[] {
  const types = new Set(['RECEIVABLE', 'PAYABLE', ...all.map(({ type }) => type ?? null)]);
  return [...types].flatMap((type) => {
    const amounts = all.filter((each) => (each.type ?? null) === type).map((each) => each.amount);
    if (amounts.length === 0) return [];
    const total = amount(sum(amounts), currency);
    const missing = amounts.filter((each) => sum([each]) === null).length;
    const without = missing > 0 ? `, ${count(missing)} without an amount` : '';
    return `${escape(type ?? `Type ${NOT_GIVEN}`)} **${total}** in ${count(amounts.length)}${without}`;
  });
}
