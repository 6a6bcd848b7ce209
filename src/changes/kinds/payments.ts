import { addressBlock, addressChange } from '../../cards/addresses.js';
import { count } from '../../cards/kit/figures.js';
import { frozenLine, payoutSchedule } from '../../cards/payment-settings.js';
import type { Line } from '../../discord/reply.js';
import { UserError } from '../../errors.js';
import { paymentSettingsRequest } from '../../pool/writes.js';
import { escape, listed, oneLine } from '../../text.js';
import type { Kind } from './kinds.js';
import {
  addressProblem,
  isAddressOf,
  isSameAddress,
  looksAlike,
  spelling,
} from './payment-addresses.js';
import {
  entryOf,
  isSame,
  isSameSchedule,
  isUsualTotal,
  readPayments,
  totalOf,
  type ListedAddress,
  type ListedPayments,
  type PaymentFacts,
  type PaymentInput,
  type PaymentRecord,
  type PaymentSubject,
  type Schedule,
} from './payment-record.js';

export const MOST_ADDRESSES = 10;
/** A form has five fields, and each new address is typed into one. */
const MOST_NEW = 5;

/** Payout schedule and addresses of a subaccount: POST, section 4.1 of the API description. */
export const payments: Kind<PaymentInput, PaymentRecord, PaymentFacts> = {
  read: readPayments,
  bind(input, present) {
    const { record, facts } = present;
    const asked: Asked = { ...present, input, ...compare(record, input.addresses) };
    const isListed = isSame(input, record);
    return {
      title: paymentTitle(input),
      touches: paymentTouches(input),
      newAddresses: asked.added.map(({ address }) => address),
      isDone: isListed && isInForce(facts.status),
      // While the pool lists other values, only a waiting status says anything about the change.
      status: isListed || !isInForce(facts.status) ? facts.status : null,
      refusal: () => refusal(asked),
      request: () => requestOf(asked),
      what: (isPreview) => changedLines(record, input, { isPreview, known: facts.known }),
      warnings: () => paymentWarnings(asked),
      smallPrint: () => paymentSmallPrint(asked),
      differences: (found) => paymentDifferences(record, found.record),
      undoes: (found) => undonePayments(input, record, found.record),
    };
  },
};

/** An address that was asked for, or one in a record. */
type Entry = Omit<ListedAddress, 'id'>;
type Entries = readonly Entry[];

/** What was asked for, against what the pool lists. */
interface Asked extends ListedPayments, ReturnType<typeof compare> {
  readonly input: PaymentInput;
}

/** What a list of addresses adds to a record, and what it removes. */
function compare(record: PaymentRecord, addresses: Entries) {
  const before = record?.addresses ?? [];
  const without = (some: Entries, others: Entries) =>
    some.filter(({ address }) => !others.some((each) => isSameAddress(each.address, address)));
  return { added: without(addresses, before), removed: without(before, addresses) };
}

function refusal({ input, record, added }: Asked): UserError | null {
  if (isSame(input, record))
    return new UserError('Nothing to change', 'The pool already lists these settings.');
  const wrong = added.flatMap(({ address }) => addressProblem(input.currency, address) ?? []);
  if (wrong.length > 0) return new UserError('Check the addresses', wrong.join('\n'));
  const shown = (record?.addresses.length ?? 0) + added.length;
  return shown > MOST_ADDRESSES || added.length > MOST_NEW ? tooMuch() : null;
}

function requestOf({ input, record }: Asked) {
  const { currency, subaccount, frequency, day, addresses } = input;
  return paymentSettingsRequest(currency, subaccount, {
    payment_frequency: frequency,
    day_of_week: day,
    addresses: addresses.map(({ name, address, allocation }) => ({
      address_id: entryOf(record, address)?.id ?? undefined,
      address_name: name,
      external_address: address,
      revenue_allocation: Number(allocation),
    })),
  });
}

export function tooMuch(): UserError {
  return new UserError(
    'Too much for one card',
    'Make this change in the pool’s console: nobody should confirm what they can’t see.',
  );
}

export function paymentTouches({ currency, subaccount }: PaymentSubject): string {
  return `payments:${currency}:${subaccount}`;
}

export function paymentTitle({ currency, subaccount }: PaymentSubject): string {
  return `${currency} payouts of ${oneLine(subaccount)}`;
}

/** The API description knows PENDING_APPROVAL; the others are those of workspace actions. */
function isInForce(status: string | null): boolean {
  return !/PENDING|AWAITING|REJECTED|CANCELL?ED|FAILED|EXPIRED/i.test(status ?? '');
}

/** New, removed, and kept addresses, whole; a preview also has those that stay as they are. */
function changedLines(
  before: PaymentRecord,
  after: Schedule & { readonly addresses: Entries },
  { isPreview = false, known = [] as PaymentFacts['known'] } = {},
): Line[] {
  const { added, removed } = compare(before, after.addresses);
  return [
    !isSameSchedule(after, before) &&
      `Payouts: ${before ? `${payoutSchedule(before.frequency, before.day)} → ` : ''}**${payoutSchedule(after.frequency, after.day)}**`,
    ...added.flatMap((entry) => [
      ...addressChange({ address: entry.address, after: entry }),
      alsoPays(entry, known),
    ]),
    ...removed.flatMap((entry) => addressChange({ address: entry.address, before: entry })),
    ...after.addresses.flatMap((entry) => {
      const was = entryOf(before, entry.address);
      const isSame = was?.allocation === entry.allocation && was.name === entry.name;
      if (was === null || (isSame && !isPreview)) return [];
      return addressChange({ address: entry.address, before: was, after: entry });
    }),
  ];
}

function alsoPays({ address }: Entry, known: PaymentFacts['known']): Line {
  const others = known.filter((each) => isSameAddress(each.address, address));
  const names = [...new Set(others.map(({ subaccount }) => escape(subaccount)))];
  return names.length > 0 && `-# Also pays ${listed(names)}`;
}

/** Below the state: what the confirming person should look at. */
function paymentWarnings(asked: Asked): string[] {
  const { input, record, facts, added } = asked;
  const before = record ? `, those at the pool now to ${count(totalOf(record.addresses))}` : '';
  const lines = [
    ...lookAlikes(asked),
    !isUsualTotal(input.addresses, record) &&
      `⚠️ **Allocations add up to ${count(totalOf(input.addresses))}**${before}`,
    input.frequency === 'WEEKLY' && input.day === 'UNSPECIFIED' && '⚠️ Weekly without a day',
    approvalWarning(facts.status),
    facts.frozenUntil !== null && frozenLine(facts.frozenUntil),
    added.length > 0 && !facts.isCompared && '⚠️ Not compared with other subaccounts',
  ];
  return lines.filter((line) => typeof line === 'string');
}

/** False if the record waits for nothing at the pool. */
export function approvalWarning(status: string | null): string | false {
  return (
    /PENDING|AWAITING/i.test(status ?? '') &&
    `⚠️ The pool says ${escape(status)}: another change may be waiting there`
  );
}

/** What is as it should be. */
function paymentSmallPrint({ input, record, removed }: Asked): string[] {
  const { currency, addresses } = input;
  const lines = [
    addresses.every(({ address }) => isAddressOf(currency, address)) && 'Checksum valid',
    isUsualTotal(addresses, record) && `total ${count(totalOf(addresses))}`,
    isSameSchedule(input, record) && `${payoutSchedule(input.frequency, input.day)}, as before`,
    removed.length > 0 && 'REMOVED = not in the list that is sent',
  ];
  return lines.filter((line) => typeof line === 'string');
}

/** Compares the record that was shown with what the pool lists now. */
function paymentDifferences(shown: PaymentRecord, found: PaymentRecord): Line[] {
  if (found === null) return ['The pool lists no payment settings now'];
  const lines = changedLines(shown, found).filter(Boolean);
  return lines.length > 0
    ? ['**Changed at the pool meanwhile:**', ...lines]
    : ['The pool’s record changed in what this card doesn’t show'];
}

/** Addresses that the pool gained between two requests, and that confirming would remove again. */
function undonePayments(
  { addresses }: PaymentInput,
  shown: PaymentRecord,
  found: PaymentRecord,
): string {
  const { removed } = compare(found, addresses);
  const undone = removed.filter(({ address }) => !entryOf(shown, address));
  const names = undone.map(({ name, address }) => `${named(name)} (…${address.slice(-6)})`);
  return names.length === 0
    ? 'confirming overwrites it, as below.'
    : `confirming removes ${listed(names)}.`;
}

/** One warning for each known or new address that a new one could be mistaken for. */
function lookAlikes({ record, facts, added }: Asked): string[] {
  return added.flatMap(({ address }, index) => {
    const others = [...(record?.addresses ?? []), ...added.slice(0, index), ...facts.known];
    const alike = others.filter((other) => looksAlike(other.address, address));
    const first = new Map(alike.toReversed().map((each) => [spelling(each.address), each]));
    return Array.from(first.values(), (each) => {
      const whose = 'subaccount' in each ? ` of ${escape(each.subaccount)}` : '';
      return `⚠️ **Not ${named(each.name)}${whose}, though it looks alike:**\n${addressBlock(each.address)}`;
    });
  });
}

/** The whole name: two may differ only at the end. */
function named(name: string): string {
  return escape(name || 'No name', Infinity);
}
