import type {
  ObservedEffect,
  RecordSnapshot,
} from '../../../domain/changes/external-changes/external-finding.js';
import { withSettableFields } from '../../../domain/changes/external-changes/with-settable-fields.js';
import { isRecord } from '../../../domain/json/is-record.js';
import { paymentSettingsSchema, subaccountSchema } from '../../../pool-api/resources.js';
import { compareLists, type EarlierDifference } from './compare-lists.js';
import { idOf, mergeListing } from './merge-listing.js';
import { paymentsSnapshot, subaccountSnapshot } from './record-snapshots.js';

/** What a change of Pitboss read of a record, beside what the list showed of it. */

/**
 * The record with all that a change may set as it was read, in the shape that its kind of change reads; null
 * if that doesn't tell.
 */
export function withReadValues(record: RecordSnapshot, found: unknown): RecordSnapshot | null {
  const seen = snapshotOf(record, found);
  if (seen?.what !== 'payments' || record.what !== 'payments')
    return seen === null ? null : withSettableFields(record, seen);
  const { frequency, day } = record;
  const given = { ...seen, frequency: seen.frequency ?? frequency, day: seen.day ?? day };
  return withSettableFields(record, given);
}

/** Null if it isn't certain to be the same record, or doesn't say what a change may set. */
function snapshotOf(record: RecordSnapshot, found: unknown): RecordSnapshot | null {
  if (!isRecord(found)) return null;
  if (record.what === 'subaccount') {
    const read = subaccountSchema.safeParse({ ...found, name: record.subaccount });
    const seen = read.success ? subaccountSnapshot(read.data) : null;
    return seen !== null && seen.siteId !== null && mayBeSame(seen, record) ? seen : null;
  }
  const read = paymentSettingsSchema.safeParse(found);
  const seen = read.success ? paymentsSnapshot(record.currency, read.data) : null;
  return seen !== null && seen.addresses !== null && mayBeSame(seen, record) ? seen : null;
}

function mayBeSame(one: RecordSnapshot, other: RecordSnapshot): boolean {
  return idOf(one) === null || idOf(other) === null || idOf(one) === idOf(other);
}

/**
 * What differs between the list and the record as a change found it right before its request; null if nothing
 * does, or nothing tells. What either leaves out is no difference. `now`: the record as it is listed by now, for
 * one that wasn't listed `before`.
 */
export function elsewhereBefore(
  { before, now }: { readonly before: RecordSnapshot | null; readonly now: RecordSnapshot },
  change: Pick<ObservedEffect, 'by' | 'foundBefore'>,
): EarlierDifference | null {
  if (before !== null) return changedBefore(before, change);
  const after = withReadValues(now, change.foundBefore);
  return after === null ? null : { before, after, beforeChange: change.by };
}

function changedBefore(
  record: RecordSnapshot,
  { by, foundBefore }: Pick<ObservedEffect, 'by' | 'foundBefore'>,
): EarlierDifference | null {
  const seen = snapshotOf(record, foundBefore);
  if (seen === null) return null;
  const listed = new Map([[RECORD, record]]);
  const merged = mergeListing(listed, { records: [seen], hasUnnamed: false }).get(RECORD);
  if (merged === undefined) return null;
  const after = withSettableFields(record, merged);
  const [differs] = compareLists(listed, new Map([[RECORD, after]]));
  return differs === undefined ? null : { before: differs.before, after, beforeChange: by };
}

const RECORD = 'record';
