import type { Card } from '../discord/reply.js';
import type { PaymentSettings } from '../pool/schemas.js';
import { escape, plural } from '../text.js';
import { addressLines } from './addresses.js';
import { amount, NOT_GIVEN } from './kit/figures.js';
import type { Page } from './kit/table.js';
import { momentOf, momentText } from './kit/times.js';
import type { NamedScope } from './sites-and-subaccounts.js';

/** For all records together, below the 4,096 characters of a card's text. */
const ROOM = 3_600;

export function paymentSettingsCard(
  { rows, at }: Page<PaymentSettings>,
  { currency, place }: { readonly currency: string; readonly place: NamedScope },
): Card {
  const needsAttention = rows.some(
    (each) => isFrozen(each, at) || each.status === 'PENDING_APPROVAL',
  );
  const records = rows.flatMap((each) => recordLines(each, at, ROOM / rows.length));
  return {
    title: `Payment settings · ${currency}${place.title}`,
    tone: needsAttention ? 'warning' : 'open',
    lines: rows.length === 0 ? ['No payment settings.'] : records,
  };
}

/** One row per address, with the record's fields repeated so that one table has everything. */
export function addressRecords(record: PaymentSettings): object[] {
  const { addresses } = record;
  const rest = { ...record, addresses: undefined };
  return addresses?.length ? addresses.map((address) => ({ ...rest, address })) : [rest];
}

function recordLines(record: PaymentSettings, now: number, room: number): string[] {
  const { subaccount, status, addresses, frozen_until: until, next_payout_at: next } = record;
  const name = escape(subaccount?.name || 'Subaccount not given');
  const schedule = payoutSchedule(record.payment_frequency, record.day_of_week);
  const lines = [
    `**${name}** · ${escape(status || `status ${NOT_GIVEN}`)}`,
    ...(isFrozen(record, now) ? [frozenLine(until)] : []),
    `Balance ${amount(record.balance, undefined)}`,
    `${schedule.charAt(0).toUpperCase()}${schedule.slice(1)}, next ${momentText(next, 'R')}`,
  ];
  if (!addresses?.length) return [...lines, `Addresses ${addresses ? 'none' : NOT_GIVEN}`];
  for (const [index, address] of addresses.entries()) {
    const text = addressLines(address);
    if ([...lines, text].join('\n').length > room) {
      const left = addresses.length - index;
      return [...lines, `⚠️ **${plural(left, 'more address', 'more addresses')}**: CSV`];
    }
    lines.push(text);
  }
  return lines;
}

/** `weekly on Monday`; words that the API description does not have stay as they came. */
export function payoutSchedule(
  frequency: PaymentSettings['payment_frequency'],
  day: PaymentSettings['day_of_week'],
): string {
  const often = /^(DAILY|WEEKLY|MONTHLY)$/.test(String(frequency))
    ? String(frequency).toLowerCase()
    : `frequency ${escape(frequency || NOT_GIVEN, 40)}`;
  if (!day || day === 'UNSPECIFIED') return often;
  const word = String(day);
  const isDay = /^[A-Z]+DAY$/.test(word);
  return `${often} on ${isDay ? word.charAt(0) + word.slice(1).toLowerCase() : escape(day)}`;
}

/** True also of an end that cannot be read. `now` in ms. */
export function isFrozen({ frozen_until: until }: PaymentSettings, now: number): boolean {
  return Boolean(until) && (momentOf(until) ?? Infinity) > now;
}

export function frozenLine(until: PaymentSettings['frozen_until']): string {
  return `⚠️ Payouts frozen until ${momentText(until)}`;
}
