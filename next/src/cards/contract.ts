import type { Card, Picture } from '../discord/reply.js';
import type { Read } from '../pool/pool.js';
import type { ContractDetails, Scalar } from '../pool/schemas.js';
import { contractName } from './contracts.js';
import { lineChart } from './kit/charts.js';
import { amount, count, NOT_GIVEN, price, signed } from './kit/figures.js';
import { escape } from './kit/text.js';
import { day } from './kit/times.js';

/** The terms of one contract and what it has brought so far. */
export function contractCard({ value, readAt }: Read<ContractDetails>, chart?: Picture): Card {
  const currency = contractCurrency(value);
  const name = contractName(value) || escape(value.contract_id || NOT_GIVEN);
  const { trade_date: traded } = value;
  const terms = [value.type && escape(value.type), value.duration_days && daysOf(value)];
  return {
    title: value.side ? name : `Contract ${name}`,
    lines: [
      [`**${escape(value.status || 'Status not given')}**`, ...terms].filter(Boolean).join(' · '),
      `Gain or loss **${signed(value.expired_gain_loss, currency)}**`,
      `Price **${price(value.unit_hashprice, currency)}**, latest ${price(value.most_recent_daily_avg_hashprice, currency)}`,
      `Notional value **${amount(value.notional_value, currency)}**`,
      [
        `-# ${currency === null ? 'Currency not given' : `${escape(currency)} per PH/s per day`}`,
        traded && `traded ${escape(day(traded))} ${yearOf(traded)}`.trimEnd(),
      ]
        .filter(Boolean)
        .join(' · '),
    ],
    footer: 'Read from the pool',
    at: readAt,
    ...(chart && { chart }),
  };
}

/** Hashprice against the agreed one, and gain or loss so far; undefined before its first day. */
export function contractChart(contract: ContractDetails): Promise<Picture | undefined> {
  const days = contractDays(contract);
  const currency = String(contractCurrency(contract) ?? '');
  const prices = days.map(({ hashprice }) => hashprice);
  const gains = days.map(({ cumulative_gain_loss: gain }) => gain);
  return lineChart({
    name: 'contract',
    days: days.map(({ date }) => date),
    panels: [
      {
        heading: 'Hashprice',
        unit: `${currency}/PH/s/day`,
        series: [{ label: 'Hashprice', values: prices }],
        level: { label: 'contract', value: contract.unit_hashprice },
      },
      {
        heading: 'Gain or loss so far',
        unit: currency,
        isSigned: true,
        series: [{ label: 'Gain or loss', values: gains }],
      },
    ],
  });
}

/** What its prices and amounts are in; null if the pool named nothing. */
function contractCurrency(contract: ContractDetails): Scalar | null {
  return contract.denomination || contract.currency || contract.currency_type || null;
}

interface ContractDay {
  readonly date: string;
  readonly hashprice?: Scalar | null | undefined;
  readonly daily_expired_gain_loss?: Scalar | null | undefined;
  readonly cumulative_gain_loss?: Scalar | null | undefined;
}

/** The three series put together by date, oldest first. */
function contractDays({ series }: ContractDetails): ContractDay[] {
  const days = new Map<string, ContractDay>();
  const lists = [series?.hashprice, series?.daily_expired_gain_loss, series?.cumulative_gain_loss];
  for (const { date, ...figures } of lists.flatMap((list) => list ?? [])) {
    const key = String(date ?? '');
    days.set(key, { ...days.get(key), ...figures, date: key });
  }
  return [...days.values()].toSorted((one, other) => one.date.localeCompare(other.date));
}

/** A row a day with the terms repeated, so that one table has everything. */
export function contractRecords(details: ContractDetails): object[] {
  const contract = { ...details, series: undefined };
  const days = contractDays(details);
  return days.length === 0 ? [{ contract }] : days.map((each) => ({ ...each, contract }));
}

function daysOf({ duration_days: length }: ContractDetails): string {
  return `${count(length)} ${Number(length) === 1 ? 'day' : 'days'}`;
}

function yearOf(date: Scalar): string {
  return /^\d{4}(?=-)/.exec(String(date))?.[0] ?? '';
}
