import { z } from 'zod';
import { POOL_CURRENCIES } from '../../pool/currencies.js';
import { hashOf } from '../../json/canonical-json.js';
import { MINUTE_MS } from '../../time/units.js';

/**
 * What the pool listed before and after a difference that no change by Pitboss explains. Only holds
 * what people set: balances and dates change by themselves.
 */

const text = z.string().nullable();

const payoutAddress = z.object({
  id: text,
  name: text,
  address: text,
  /** Allocation, in the pool's own digits. */
  share: text,
});
export type AddressSnapshot = z.output<typeof payoutAddress>;

const payments = z.object({
  what: z.literal('payments'),
  currency: z.enum(POOL_CURRENCIES),
  subaccount: z.string(),
  subaccountId: text,
  status: text,
  frequency: text,
  day: text,
  wallet: text,
  /** Sorted our own way, since the pool's order means nothing; null = it gave no list. */
  addresses: z.array(payoutAddress).nullable(),
  /** Further addresses that are not kept one by one. */
  others: z
    .object({
      count: z.int(),
      hash: z.string(),
      /** No other gets less; missing = an earlier version kept the first in the order of their text. */
      areSmallest: z.literal(true).optional(),
    })
    .optional(),
});
export type PaymentsSnapshot = z.output<typeof payments>;

const subaccount = z.object({
  what: z.literal('subaccount'),
  id: text,
  subaccount: z.string(),
  siteId: text,
  siteName: text,
});
export type SubaccountSnapshot = z.output<typeof subaccount>;

/** A null field was not given. */
export const recordSnapshot = z.discriminatedUnion('what', [payments, subaccount]);
export type RecordSnapshot = z.output<typeof recordSnapshot>;

export const externalFinding = z.object({
  /** The same for the same finding, so that it is entered once. */
  key: z.string(),
  /** When the pool last listed `before`, and when it listed `after`, in ms. */
  seenAt: z.number(),
  readAt: z.number(),
  /** Null = it listed none. */
  before: recordSnapshot.nullable(),
  after: recordSnapshot.nullable(),
  /** Number of a change by Pitboss that may have brought it; nothing tells whether it did. */
  perhapsBy: z.int().min(1).optional(),
  /**
   * Set if that change perhaps brought only this: something begins to wait for approval, or no longer
   * does. Missing = its effect, or an earlier version, which didn't tell the two apart.
   */
  waiting: z.enum(['begins', 'ends']).optional(),
  /** Entries of the trail are missing or lost, and with them perhaps a change that brought it. */
  isBehind: z.literal(true).optional(),
});
export type ExternalFinding = z.output<typeof externalFinding>;

/**
 * So many records that differ in one list are entered before the list is noted as told, so that a
 * crash in between leaves no more to be looked up.
 */
export const MAX_TOLD_AT_ONCE = 100;

/** Which of the pool's lists it is about. */
export function listOf({ before, after }: Pick<ExternalFinding, 'before' | 'after'>): string {
  const record = after ?? before;
  return record?.what === 'payments' ? record.currency : 'subaccounts';
}

/** `late`: another process may have gone on with it. `impossible`: the trail takes no entry at present. */
export type EnteredFinding = 'entered' | 'late' | 'impossible';

/** What Pitboss read back of a change of its own that took effect. */
export interface ObservedEffect {
  /** Number of its entry in the trail. */
  readonly seq: number;
  /** In ms. */
  readonly at: number;
  /** When the key was connected with which it was requested. */
  readonly keySince: number;
  readonly isAbout: (record: RecordSnapshot) => boolean;
  /** The pool's record, in the shape that its kind of change reads, and as it was right before the request. */
  readonly found: unknown;
  readonly foundBefore: unknown;
  /** Its number, and when its request left, in ms. */
  readonly by: number;
  readonly sentAt: number;
}

/** How long after a change a lagging server of the pool may still show the list before it, in ms. */
export const MAY_LAG_MS = 10 * MINUTE_MS;

/** A difference of one record in two polls. Times are in ms. */
export interface UnexplainedDifference extends Pick<ExternalFinding, 'before' | 'after'> {
  /** By which the lists know the record. */
  readonly record: string;
  /** When the list was stored as it was before. */
  readonly storedAt: number;
  /** When a poll last showed it so. */
  readonly seenAt: number;
  /** How often something else was told of it since, and couldn't be entered. */
  readonly times: number;
  readonly polls: DifferingPolls;
  /** Only changes with a lower number may explain it. */
  readonly beforeChange?: number;
}

/** The polls of a list that led to a difference. */
export interface DifferingPolls {
  /** When a poll first showed the difference, and when this one did. */
  readonly firstAt: number;
  readonly at: number;
  /** Two polls showed the same difference, rather than three different ones. */
  readonly areAgreed: boolean;
}

/** While the earlier poll is stored, the same difference keeps its key. */
export function findingKey({
  record,
  storedAt,
  times,
  before,
  after,
}: Omit<UnexplainedDifference, 'polls' | 'seenAt'>): string {
  const again = times === 0 ? [] : [times];
  return hashOf([record, storedAt, before, after, ...again]).slice(0, 24);
}

/** A part of a difference that Pitboss didn't bring, or only perhaps. */
export type UnexplainedPart = Pick<
  ExternalFinding,
  'before' | 'after' | 'perhapsBy' | 'waiting' | 'isBehind'
>;

export interface Explanation {
  readonly parts: readonly UnexplainedPart[];
  /**
   * The change by Pitboss that brought the rest, and the pool's record as that found it. What it differs in
   * from `before` is yet to be explained.
   */
  readonly brought?: Pick<ObservedEffect, 'by' | 'sentAt' | 'foundBefore'> & {
    /** The effect of the last change before it, as read back before its request left. */
    readonly after?: Pick<ObservedEffect, 'by' | 'found'> | undefined;
  };
}

/** What one finding makes different, for sentences. */
export type ExternalChange =
  | 'new-address'
  | 'addresses'
  | 'allocation'
  | 'frequency'
  | 'wallet'
  | 'status'
  | 'settings-new'
  | 'settings-gone'
  | 'subaccount-new'
  | 'subaccount-gone'
  | 'subaccount-moved'
  | 'subaccount-renamed';

/** The gravest first; never empty for two records that differ. */
export function changesIn({
  before,
  after,
}: Pick<ExternalFinding, 'before' | 'after'>): readonly ExternalChange[] {
  if (before === null || after === null) return [wholeRecord(before, after)];
  if (before.what === 'subaccount' || after.what === 'subaccount')
    return subaccountChanges(before, after);
  const found: ExternalChange[] = [];
  const known = new Set(before.addresses?.map(({ address }) => address));
  const isNew = after.addresses?.some(({ address }) => !known.has(address)) === true;
  if (isNew) found.push('new-address');
  const where = (record: PaymentsSnapshot) =>
    JSON.stringify([
      record.others,
      record.addresses?.map(({ id, name, address }) => [id, name, address]),
    ]);
  if (!isNew && where(before) !== where(after)) found.push('addresses');
  const shares = (record: PaymentsSnapshot) =>
    JSON.stringify(record.addresses?.map(({ address, share }) => [address, share]));
  if (!isNew && where(before) === where(after) && shares(before) !== shares(after))
    found.push('allocation');
  if (before.wallet !== after.wallet) found.push('wallet');
  if (before.frequency !== after.frequency || before.day !== after.day) found.push('frequency');
  if (before.status !== after.status) found.push('status');
  return found;
}

function wholeRecord(before: RecordSnapshot | null, after: RecordSnapshot | null): ExternalChange {
  const { what } = before ?? after ?? { what: 'payments' };
  if (what === 'subaccount') return after === null ? 'subaccount-gone' : 'subaccount-new';
  return after === null ? 'settings-gone' : 'settings-new';
}

function subaccountChanges(before: RecordSnapshot, after: RecordSnapshot): ExternalChange[] {
  const found: ExternalChange[] = [];
  if (before.what !== 'subaccount' || after.what !== 'subaccount') return found;
  // A site with another name is still the same site.
  const isSameSite =
    before.siteId === null && after.siteId === null
      ? before.siteName === after.siteName
      : before.siteId === after.siteId;
  if (!isSameSite) found.push('subaccount-moved');
  if (before.subaccount !== after.subaccount) found.push('subaccount-renamed');
  return found;
}
