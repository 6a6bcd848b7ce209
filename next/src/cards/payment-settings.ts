import type { Card } from '../discord/reply.js';
import type { PaymentSettings } from '../pool/schemas.js';
import { addressLines } from './addresses.js';
import { amount, NOT_GIVEN } from './kit/figures.js';
import { escape, plural } from './kit/text.js';
import { exactMoment, moment, momentOf } from './kit/times.js';

interface PaymentSettingsPage {
  readonly rows: readonly PaymentSettings[];
  readonly currency: string;
  /** Continues the title, such as ` · North Ridge`. */
  readonly scope: string;
  /** When the pool answered (ms). */
  readonly at: number;
}

/** Below the 4,096 characters of a card's text. */
const ROOM = 3_900;

export function paymentSettingsCard({ rows, currency, scope, at }: PaymentSettingsPage): Card {
  const needsAttention = rows.some(
    (each) => isFrozen(each, at) || each.status === 'PENDING_APPROVAL',
  );
  return {
    title: `Payment settings · ${currency}${scope}`,
    tone: needsAttention ? 'warning' : 'open',
    lines: rows.length === 0 ? ['No payment settings.'] : recordLines(rows, at),
  };
}

/** Where not everything fits, each record gets the same room and what those before it left. */
function recordLines(rows: readonly PaymentSettings[], now: number): string[] {
  const whole = rows.flatMap((record) => withAddresses(termsOf(record, now), record, Infinity));
  if (lengthOf(whole) <= ROOM) return whole;
  let used = 0;
  return rows.flatMap((record, index) => {
    const room = (ROOM * (index + 1)) / rows.length - used;
    const lines = withAddresses(termsOf(record, now), record, room);
    used += lengthOf(lines);
    return lines;
  });
}

function termsOf(record: PaymentSettings, now: number): string[] {
  const name = escape(record.subaccount?.name || 'Subaccount not given');
  const schedule = payoutSchedule(record.payment_frequency, record.day_of_week);
  return [
    `**${name}** · ${escape(record.status || `status ${NOT_GIVEN}`)}`,
    ...(isFrozen(record, now) ? [frozenLine(record.frozen_until)] : []),
    `Balance ${amount(record.balance, undefined)}`,
    `${capital(schedule)}, next ${momentText(record.next_payout_at, 'R')}`,
  ];
}

function withAddresses(
  terms: readonly string[],
  { addresses }: PaymentSettings,
  room: number,
): string[] {
  if (!addresses?.length) return [...terms, `Addresses ${addresses ? 'none' : NOT_GIVEN}`];
  const lines = [...terms];
  for (const [index, address] of addresses.entries()) {
    const text = addressLines(address);
    const left = addresses.length - index;
    const more = `⚠️ **${plural(left, 'more address', 'more addresses')}**: CSV`;
    const rest = left > 1 ? more.length : 0;
    if (lengthOf(lines) + text.length + rest > room) return [...lines, more];
    lines.push(text);
  }
  return lines;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + line.length + 1, 0);
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
  const word = /^[A-Z]+DAY$/.test(String(day)) ? capital(String(day).toLowerCase()) : escape(day);
  return `${often} on ${word}`;
}

/** True also of an end that cannot be read. `now` in ms. */
export function isFrozen({ frozen_until: until }: PaymentSettings, now: number): boolean {
  return Boolean(until) && (momentOf(until) ?? Infinity) > now;
}

export function frozenLine(until: PaymentSettings['frozen_until']): string {
  return `⚠️ Payouts frozen until ${momentText(until, 'exact')}`;
}

export function momentText(
  timestamp: PaymentSettings['next_payout_at'],
  style: 'R' | 'exact',
): string {
  const at = momentOf(timestamp);
  if (at === null) return escape(timestamp || NOT_GIVEN);
  return style === 'R' ? moment(at, 'R') : exactMoment(at);
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
