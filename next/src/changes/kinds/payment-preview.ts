import { addressBlock } from '../../cards/addresses.js';
import { count } from '../../cards/kit/figures.js';
import { escape, listed } from '../../cards/kit/text.js';
import { exactMoment, momentOf } from '../../cards/kit/times.js';
import { payoutSchedule } from '../../cards/payment-settings.js';
import type { Line } from '../../discord/reply.js';
import { isAddressOf, isSameAddress, looksAlike } from './payment-addresses.js';
import {
  entryOf,
  isSameSchedule,
  isUsualTotal,
  totalOf,
  type ListedAddress,
  type ListedPayments,
  type NewAddress,
  type PaymentInput,
  type PaymentRecord,
  type Schedule,
} from './payment-record.js';

/** New, removed, and kept addresses, whole; `isPreview` shows also those that stay as they are. */
export function changedPayments(
  input: PaymentInput,
  { record, facts }: ListedPayments,
  isPreview: boolean,
): Line[] {
  const kept = input.addresses.flatMap((after) => {
    const before = entryOf(record, after.address);
    return before && (isPreview || isChanged(before, after)) ? keptLines(before, after) : [];
  });
  return [
    !isUsualSchedule(input, record) &&
      `Payouts: ${record ? `${scheduleOf(record)} → ` : ''}**${scheduleOf(input)}**`,
    ...newAddresses(input, record).flatMap((entry) => [
      `🆕 **NEW** · ${named(entry.name)} · allocation **${count(entry.allocation)}**`,
      addressBlock(entry.address),
      alsoPays(entry, facts.known),
    ]),
    ...removed(input, record).flatMap(({ name, address, allocation }) => [
      `🗑️ **REMOVED** · ${named(name)} · ${count(allocation)} → none`,
      addressBlock(address),
    ]),
    ...kept,
  ];
}

function keptLines(before: ListedAddress, { name, allocation, address }: NewAddress): Line[] {
  const share =
    before.allocation === allocation
      ? count(allocation)
      : `${count(before.allocation)} → **${count(allocation)}**`;
  return [
    `Kept · ${named(before.name)} · allocation ${share}`,
    addressBlock(address),
    before.name !== name && `Name: ${named(before.name)} → **${named(name)}**`,
  ];
}

function alsoPays({ address }: NewAddress, known: ListedPayments['facts']['known']): Line {
  const others = known.filter((each) => isSameAddress(each.address, address));
  const names = [...new Set(others.map(({ subaccount }) => escape(subaccount)))];
  return names.length > 0 && `-# Also pays ${listed(names)}`;
}

/** Below the state: what the confirming person should look at. */
export function paymentWarnings(input: PaymentInput, { record, facts }: ListedPayments): string[] {
  const before = record ? `, at the pool to ${count(totalOf(record.addresses))}` : '';
  const isNew = newAddresses(input, record).length > 0;
  const lines = [
    ...lookAlikes(input, { record, facts }),
    !isUsualTotal(input.addresses, record) &&
      `⚠️ Allocations add up to ${count(totalOf(input.addresses))}${before}`,
    input.frequency === 'WEEKLY' && input.day === 'UNSPECIFIED' && '⚠️ Weekly without a day',
    approvalWarning(facts.status),
    facts.frozenUntil !== null && `⚠️ Payouts frozen until ${frozenEnd(facts.frozenUntil)}`,
    isNew && !facts.isCompared && '⚠️ Not compared with other subaccounts',
  ];
  return lines.filter((line) => typeof line === 'string');
}

/** False where the record waits for nothing at the pool. */
export function approvalWarning(status: string | null): string | false {
  return (
    /PENDING|AWAITING/i.test(status ?? '') &&
    `⚠️ The pool says ${escape(status)}: another change may be waiting there`
  );
}

/** What is as it should be. */
export function paymentSmallPrint(input: PaymentInput, { record }: ListedPayments): string[] {
  const { currency, addresses } = input;
  const lines = [
    addresses.every(({ address }) => isAddressOf(currency, address)) && 'Checksum valid',
    isUsualTotal(addresses, record) && `total ${count(totalOf(addresses))}`,
    isUsualSchedule(input, record) && `${scheduleOf(input)}, as before`,
    removed(input, record).length > 0 && 'REMOVED = not in the list that is sent',
  ];
  return lines.filter((line) => typeof line === 'string');
}

/** Of the record that was shown, against what the pool lists now. */
export function paymentDifferences(shown: PaymentRecord, found: PaymentRecord): Line[] {
  if (shown === null || found === null)
    return [`The pool lists ${found ? '' : 'no '}payment settings now`];
  const gone = shown.addresses.filter(({ address }) => !entryOf(found, address));
  const added = found.addresses.filter(({ address }) => !entryOf(shown, address));
  const sameName = (name: string) => (entry: ListedAddress) => entry.name === name;
  return [
    (shown.frequency !== found.frequency || shown.day !== found.day) &&
      `Payouts: ${scheduleOf(shown)} → ${scheduleOf(found)}`,
    ...gone.flatMap(({ name, address }) => {
      const next = added.find(sameName(name));
      const start = `At the pool, ${named(name)} is ${next ? 'no longer' : 'gone'}`;
      return [start, addressBlock(address), ...(next ? ['but', addressBlock(next.address)] : [])];
    }),
    ...added
      .filter(({ name }) => !gone.some(sameName(name)))
      .flatMap(({ name, address, allocation }) => [
        `At the pool, ${named(name)} is new · allocation ${count(allocation)}`,
        addressBlock(address),
      ]),
    ...found.addresses.flatMap(({ address, name, allocation, id }) => {
      const before = entryOf(shown, address);
      return [
        before && before.id !== id && `${named(name)}: another id`,
        before && before.name !== name && `Name: ${named(before.name)} → ${named(name)}`,
        before &&
          before.allocation !== allocation &&
          `${named(name)}: allocation ${count(before.allocation)} → ${count(allocation)}`,
      ];
    }),
  ];
}

export function newAddresses({ addresses }: PaymentInput, record: PaymentRecord): NewAddress[] {
  return addresses.filter(({ address }) => !entryOf(record, address));
}

function removed({ addresses }: PaymentInput, record: PaymentRecord): ListedAddress[] {
  const isGone = (entry: ListedAddress) =>
    !addresses.some(({ address }) => isSameAddress(address, entry.address));
  return (record?.addresses ?? []).filter(isGone);
}

/** One warning for each known or new address that a new one could be taken for. */
function lookAlikes(input: PaymentInput, { record, facts }: ListedPayments): string[] {
  const added = newAddresses(input, record);
  return added.flatMap(({ address }, index) => {
    const others = [...(record?.addresses ?? []), ...added.slice(0, index), ...facts.known];
    const alike = others.filter((other) => looksAlike(other.address, address));
    return alike
      .filter(
        (each, at) => alike.findIndex((one) => isSameAddress(one.address, each.address)) === at,
      )
      .map((each) => {
        const whose = 'subaccount' in each ? ` of ${escape(each.subaccount)}` : '';
        return `⚠️ **Not ${named(each.name)}${whose}, though it looks alike:**\n${addressBlock(each.address)}`;
      });
  });
}

function isChanged(before: ListedAddress, after: NewAddress): boolean {
  return before.name !== after.name || before.allocation !== after.allocation;
}

function isUsualSchedule(input: PaymentInput, record: PaymentRecord): boolean {
  return record !== null && isSameSchedule(input, record);
}

function scheduleOf({ frequency, day }: Schedule): string {
  return payoutSchedule({ payment_frequency: frequency, day_of_week: day });
}

function named(name: string): string {
  return escape(name || 'No name', 120);
}

function frozenEnd(until: string): string {
  const at = momentOf(until);
  return at === null ? escape(until) : exactMoment(at);
}

/** Of what the pool changed between two requests: the addresses that confirming removes again. */
export function undonePayments(
  { addresses }: PaymentInput,
  shown: PaymentRecord,
  found: PaymentRecord,
): string {
  const removed = (found?.addresses ?? []).filter(
    ({ address }) =>
      entryOf(shown, address) === null && !addresses.some((asked) => asked.address === address),
  );
  const names = removed.map(({ name, address }) => `${escape(name)} (…${address.slice(-6)})`);
  return names.length === 0
    ? 'confirming puts it back, as below.'
    : `confirming removes ${listed(names)}.`;
}
