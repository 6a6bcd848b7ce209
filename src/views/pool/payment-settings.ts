import type { APIEmbed } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import { isNumber, sum, type Numeric } from '../../domain/numbers/numeric.js';
import { awaitsApproval, isFrozen } from '../../domain/payment-settings/payment-attention.js';
import { countEmptyEntries } from '../../domain/payment-settings/address-lines.js';
import type { Listing, Read } from '../../pool-api/client.js';
import type { PaymentAddress, PaymentSettings } from '../../pool-api/resources.js';
import { answeredCurrency, currencyTitle } from '../kit/reported-currency.js';
import { card, noListSentence, readNotes } from '../kit/card.js';
import { amount, count, NOT_GIVEN, plural } from '../kit/figures.js';
import { lookalikesLine } from './lookalikes.js';
import { pageButtons, pageLine, type Pages } from '../kit/paging.js';
import { scopeLine } from '../kit/scope.js';
import { code, escapeMarkdown } from '../kit/text.js';
import { payoutScheduleText } from '../../domain/payment-settings/payout-schedule.js';
import { poolTime, poolTimeWithAge } from '../kit/times.js';
import type { NamedScope } from '../../domain/guild/default-scope.js';

interface PaymentSettingsPage {
  readonly read: Read<Listing<PaymentSettings>>;
  readonly currency: string;
  readonly scope: NamedScope;
  readonly pages: Pages;
}

/** Few, because each record is a card with as many addresses as fit. */
export const RECORDS_PER_PAGE = 3;

export function paymentSettingsReply(page: PaymentSettingsPage): Reply {
  const { read, currency, scope, pages } = page;
  const records = read.value.items;
  const empty =
    read.value.given === false ? noListSentence : 'The pool lists no payment settings here.';
  const head = card({
    title: `Payment settings · ${currencyTitle(currency)}`,
    lines: [
      `${records.length === 0 ? '' : `${pageLine(pages)} · `}${scopeLine(scope)}`,
      records.length === 0 ? empty : null,
      lookalikesLine(records.map(({ subaccount }) => subaccount?.name)),
      readNotes(read),
    ],
    readAt: read.readAt,
  });
  const room = MESSAGE_ROOM - lengthOf(head);
  return {
    embeds: [
      head,
      ...recordCards(records, room, (record, most) =>
        recordCard(record, currency, { now: read.readAt, most }),
      ),
    ],
    components: pageButtons(pages),
  };
}

/** Below Discord's 6,000 characters a message and 4,096 a card's text. */
const MESSAGE_ROOM = 5_800;
const CARD_ROOM = 4_000;

/** Shares a message's room: longer records get what shorter ones leave. */
function recordCards(
  records: readonly PaymentSettings[],
  room: number,
  make: (record: PaymentSettings, most: number) => APIEmbed,
): APIEmbed[] {
  let left = room;
  return records
    .map((record, index) => ({ record, index, whole: make(record, CARD_ROOM) }))
    .toSorted((a, b) => lengthOf(a.whole) - lengthOf(b.whole))
    .map(({ record, index, whole }, done) => {
      const share = Math.floor(left / (records.length - done));
      const fitted = lengthOf(whole) <= share ? whole : make(record, share - TITLE_ROOM);
      left -= lengthOf(fitted);
      return { index, fitted };
    })
    .toSorted((a, b) => a.index - b.index)
    .map(({ fitted }) => fitted);
}

/** Fits a subaccount's name of 80 characters, escaped. */
const TITLE_ROOM = 160;

function lengthOf({ title = '', description = '', footer }: APIEmbed): number {
  return title.length + description.length + (footer?.text.length ?? 0);
}

function recordCard(
  record: PaymentSettings,
  requested: string,
  { now, most }: { readonly now: number; readonly most: number },
): APIEmbed {
  const currency = answeredCurrency(record, requested);
  const attention = awaitsApproval(record) || isFrozen(record, now);
  const terms = [
    `Status: **${escapeMarkdown(record.status || NOT_GIVEN, 60)}** · balance ${amount(record.balance, currency)}`,
    // Above the next payout, which the pool may list at a time when nothing is paid out.
    payoutFrozenLine(record, now),
    `Paid out: ${payoutRhythm(record)}`,
    `-# next ${isFrozen(record, now) ? 'as the pool lists it: ' : ''}${poolTimeWithAge(record.next_payout_at)}`,
    lookalikesLine((record.addresses ?? []).map((each) => each.address_name)),
    smallPrint(record),
  ];
  const used = terms.reduce((length, line) => length + (line === null ? 0 : line.length + 1), 0);
  return card({
    title: escapeMarkdown(record.subaccount?.name || 'Subaccount not given', 80),
    tone: attention ? 'warning' : 'neutral',
    lines: [...terms, ...addressLines(record.addresses, most - used)],
  });
}

/** Null if neither is given. */
function smallPrint({ pool_discount_rate: rate, wallet_id: wallet }: PaymentSettings) {
  const parts = [
    (rate ?? null) === null ? [] : `pool discount rate ${count(rate)}`,
    (wallet ?? null) === null ? [] : `wallet id ${code(String(wallet), 40)}`,
  ].flat();
  return parts.length === 0 ? null : `-# ${parts.join(' · ')}`;
}

/** Null if it is over: it says nothing about today, and the file has it. */
export function payoutFrozenLine(
  { frozen_until }: Pick<PaymentSettings, 'frozen_until'>,
  now: number,
): string | null {
  return isFrozen({ frozen_until }, now) ? `⚠️ **Frozen until ${poolTime(frozen_until)}**` : null;
}

/** `weekly on Friday`. */
export function payoutRhythm(
  settings: Pick<PaymentSettings, 'payment_frequency' | 'day_of_week'>,
): string {
  return escapeMarkdown(payoutScheduleText(settings, NOT_GIVEN), 80);
}

/** As many whole addresses as fit in `room` characters, and how many are left out. */
export function addressLines(
  addresses: readonly PaymentAddress[] | null | undefined,
  room = 3_000,
): string[] {
  if (!addresses) return ['Payout addresses: not given.'];
  if (addresses.length === 0) return ['No payout addresses listed.'];
  const shown = fitting(addresses, room - LAST_LINES_ROOM);
  const left = addresses.length - shown.length;
  return [
    ...shown,
    ...(left > 0 ? [moreAddressesLine(left)] : []),
    ...(addresses.length > 1 ? [`-# Allocations add up to ${allocationSum(addresses)}`] : []),
  ];
}

/** Room for the number left out and the sum of the allocations. */
const LAST_LINES_ROOM = 240;

function fitting(addresses: readonly PaymentAddress[], room: number): readonly string[] {
  const lines: string[] = [];
  let used = 0;
  for (const address of addresses) {
    const line = addressLine(address);
    used += line.length + 1;
    if (used > room) break;
    lines.push(line);
  }
  return lines;
}

/** Neither bold nor code, unlike names. */
export const NO_NAME = '(no name)';

/** `most` is in characters. */
export function addressName(name: string | null | undefined, most: number): string {
  return name ? `**${escapeMarkdown(name, most)}**` : NO_NAME;
}

function addressLine(address: PaymentAddress): string {
  const { address_name, external_address, revenue_allocation } = address;
  return `${addressName(address_name, 60)} · allocation ${count(revenue_allocation)}\n${formatAddress(external_address)}`;
}

function moreAddressesLine(left: number): string {
  return `⚠️ **${plural(left, 'more address', 'more addresses')}**, not shown here. For all of them: \`/payment-settings list\`, then “All as CSV”.`;
}

/** Warns that a change can't repeat entries without any content; null if there are none. */
export function unsaidAddressesLine(
  addresses: readonly PaymentAddress[] | null | undefined,
): string | null {
  const unsaid = countEmptyEntries(addresses ?? []);
  if (unsaid === 0) return null;
  return `⚠️ **The pool lists ${plural(unsaid, 'empty entry', 'empty entries')}**, without id, name, address or allocation. The form and the request leave that out. Check at the pool first.`;
}

/** The sum of the allocations given, and how many weren't given. */
export function allocationSum(
  addresses: readonly { readonly revenue_allocation?: Numeric | null | undefined }[],
): string {
  const given = addresses.map(({ revenue_allocation: share }) => share).filter(isNumber);
  if (given.length === 0) return NOT_GIVEN;
  const without = addresses.length - given.length;
  return `${sum(given).toFixed()}${without === 0 ? '' : `, without ${without} of ${addresses.length}`}`;
}

/** Whole, in groups of four, so that one person can read it out to another. */
export function formatAddress(address: string | null | undefined): string {
  return groupedAddress(address, Infinity);
}

/** In a sentence or a notice, where its beginning is enough to tell which one is meant. */
export function addressInSentence(address: string, most = 400): string {
  return groupedAddress(address, most);
}

function groupedAddress(address: string | null | undefined, most: number): string {
  if (!address) return NOT_GIVEN;
  return code(address.replaceAll(/\S{4}(?=\S)/g, '$& '), most);
}
