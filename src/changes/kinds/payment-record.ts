import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { part } from '../../cards/failures.js';
import { decimal, sum } from '../../cards/kit/figures.js';
import { isFrozen } from '../../cards/payment-settings.js';
import { UserError } from '../../errors.js';
import { trimmed } from '../../text.js';
import { POOL_CURRENCIES } from '../../guilds/settings.js';
import { PoolError } from '../../pool/pool-error.js';
import type { List, Pool } from '../../pool/pool.js';
import type { PaymentAddress, PaymentSettings, Scalar } from '../../pool/schemas.js';
import type { Present } from '../change.js';
import { isSameAddress, looksAlike } from './payment-addresses.js';

/** Section 2.3 of the API description. */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'UNSPECIFIED'] as const;
export const DAYS = [
  'UNSPECIFIED',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;

const newAddress = z.object({
  name: z.string(),
  address: z.string(),
  /** Decimal text of a number that JSON carries. */
  allocation: z.string(),
});
export type NewAddress = z.output<typeof newAddress>;

/** What was asked for; the addresses are the whole list. */
export const paymentInput = z.object({
  currency: z.enum(POOL_CURRENCIES),
  subaccount: z.string(),
  frequency: z.enum(FREQUENCIES),
  day: z.enum(DAYS),
  addresses: z.array(newAddress).readonly(),
});
export type PaymentInput = z.output<typeof paymentInput>;
export type PaymentSubject = Pick<PaymentInput, 'currency' | 'subaccount'>;

const listedAddress = newAddress.extend({
  id: z.int().nullable(),
  /** Decimal text, or as it came. */
  allocation: z.string().nullable(),
});
export type ListedAddress = z.output<typeof listedAddress>;

/** What people set, in one spelling: 100 and "100.0" are equal. Null: the pool lists none yet. */
export const paymentRecord = z
  .object({
    frequency: z.string().nullable(),
    day: z.string(),
    addresses: z.array(listedAddress).readonly(),
  })
  .nullable();
export type PaymentRecord = z.output<typeof paymentRecord>;

/** What else a card says. */
export interface PaymentFacts {
  readonly status: string | null;
  /** As the pool wrote it; null unless payouts are frozen now. */
  readonly frozenUntil: string | null;
  readonly nextPayoutAt: string | null;
  /** Other subaccounts' addresses that this change adds, or that look like one it adds. */
  readonly known: readonly {
    readonly address: string;
    readonly name: string;
    readonly subaccount: string;
  }[];
  /** False if other subaccounts' settings could not be read. */
  readonly isCompared: boolean;
}

export type ListedPayments = Present<PaymentRecord, PaymentFacts>;

/** @throws UserError for a subaccount that the pool lacks or lists twice; PoolError */
export async function readPayments(
  pool: Pool,
  wanted: PaymentSubject & Partial<Pick<PaymentInput, 'addresses'>>,
): Promise<ListedPayments & { readonly readAt: number }> {
  const { currency, subaccount, addresses = [] } = wanted;
  const [list, all] = await Promise.all([
    pool.paymentSettings(currency, { subaccounts: [subaccount] }),
    part(pool.paymentSettings(currency)),
    pool.subaccountNamed(subaccount),
  ]);
  const [found, ...more] = list.rows.filter((row) => nameOf(row) === subaccount);
  if (more.length > 0) throw unclear('It lists two payment settings of this subaccount');
  const record = found ? recordOf(found) : null;
  const isTwice = record?.addresses.some((each) => entryOf(record, each.address) !== each);
  if (isTwice) throw unclear('It lists an address twice');
  const facts = {
    status: text(found?.status),
    frozenUntil: found && isFrozen(found, list.readAt) ? text(found.frozen_until) : null,
    nextPayoutAt: text(found?.next_payout_at),
    ...compared(all, { subaccount, addresses }),
  };
  return { record, facts, readAt: list.readAt };
}

export function recordOf(settings: PaymentSettings): NonNullable<PaymentRecord> {
  const { payment_frequency: frequency, day_of_week: day, addresses } = settings;
  return {
    frequency: text(frequency),
    day: text(day) ?? 'UNSPECIFIED',
    addresses: (addresses ?? []).map(addressOf),
  };
}

/** Whether the pool lists what was asked for. The day counts for weekly payouts only. */
export function isSame(input: PaymentInput, record: PaymentRecord): boolean {
  if (record === null || !isSameSchedule(input, record)) return false;
  const isListed = (wanted: NewAddress) => {
    const listed = entryOf(record, wanted.address);
    const isSameShare = listed?.allocation === wanted.allocation;
    return isSameShare && plainName(listed.name) === plainName(wanted.name);
  };
  return record.addresses.length === input.addresses.length && input.addresses.every(isListed);
}

export type Schedule = Pick<NonNullable<PaymentRecord>, 'frequency' | 'day'>;

export function isSameSchedule(one: Schedule, other: Schedule | null): boolean {
  const isSameDay = one.frequency !== 'WEEKLY' || one.day === other?.day;
  return one.frequency === other?.frequency && isSameDay;
}

type Shares = readonly Pick<ListedAddress, 'allocation'>[];

export function totalOf(entries: Shares): Decimal | null {
  return sum(entries.map(({ allocation }) => allocation));
}

/** 100, or the pool's present total: where two coins are paid as one, each may add up to 100. */
export function isUsualTotal(entries: Shares, record: PaymentRecord): boolean {
  const total = totalOf(entries);
  const usual = [new Decimal(100), record && totalOf(record.addresses)];
  return total !== null && usual.some((each) => each?.equals(total));
}

export function entryOf(record: PaymentRecord, address: string): ListedAddress | null {
  return record?.addresses.find((listed) => isSameAddress(listed.address, address)) ?? null;
}

/** Trims invisible characters and normalises to NFC. */
export function plainName(name: string): string {
  return trimmed(name).normalize('NFC');
}

/** Decimal text, so that equal numbers are equal texts; other text as it came. */
export function plainNumber(value: string): string {
  return decimal(value)?.toFixed() ?? value;
}

function unclear(what: string): UserError {
  const sentence = `${what}, so nothing was sent: make this change in the pool’s console.`;
  return new UserError('The pool’s record is unclear', sentence);
}

function addressOf(listed: PaymentAddress): ListedAddress {
  const id = Number(text(listed.address_id) ?? Number.NaN);
  const allocation = text(listed.revenue_allocation);
  return {
    id: Number.isSafeInteger(id) ? id : null,
    name: text(listed.address_name) ?? '',
    address: text(listed.external_address)?.trim() ?? '',
    allocation: allocation && plainNumber(allocation),
  };
}

/** Other subaccounts' addresses that this change adds, or that look like one it adds. */
function compared(
  all: List<PaymentSettings> | PoolError,
  wanted: { readonly subaccount: string; readonly addresses: readonly NewAddress[] },
): Pick<PaymentFacts, 'known' | 'isCompared'> {
  if (all instanceof PoolError) return { known: [], isCompared: false };
  const isNear = ({ address }: ListedAddress) =>
    wanted.addresses.some(
      (each) => isSameAddress(each.address, address) || looksAlike(each.address, address),
    );
  const known = all.rows
    .filter((row) => nameOf(row) !== wanted.subaccount)
    .flatMap((row) =>
      recordOf(row)
        .addresses.filter(isNear)
        .map(({ address, name }) => ({ address, name, subaccount: nameOf(row) })),
    );
  return { known, isCompared: all.refused.length === 0 && all.incomplete === null };
}

function nameOf({ subaccount }: PaymentSettings): string {
  return text(subaccount?.name) ?? '';
}

function text(value: Scalar | null | undefined): string | null {
  return value === null || value === undefined || value === '' ? null : String(value);
}
