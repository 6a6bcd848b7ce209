import type { RecordSnapshot } from '../../../domain/changes/external-changes/external-finding.js';
import { withSettableFields } from '../../../domain/changes/external-changes/with-settable-fields.js';
import { isRecord } from '../../../domain/json/is-record.js';
import { paymentSettingsSchema, subaccountSchema } from '../../../pool-api/resources.js';
import { differsInNothing } from './compare-lists.js';
import { idOf } from './merge-listing.js';
import { paymentsSnapshot, subaccountSnapshot } from './record-snapshots.js';

/** What a change of Pitboss read of a record, beside what the list showed of it. */

/**
 * The record with all that a change may set as it was read, in the shape that its kind of change reads; null
 * if that doesn't tell.
 */
export function withReadValues(record: RecordSnapshot, found: unknown): RecordSnapshot | null {
  if (!isRecord(found)) return null;
  if (record.what === 'subaccount') {
    const read = subaccountSchema.safeParse({ ...found, name: record.subaccount });
    const seen = read.success ? subaccountSnapshot(read.data) : null;
    const tells = seen !== null && seen.siteId !== null && mayBeSame(seen, record);
    return tells ? withSettableFields(record, seen) : null;
  }
  const read = paymentSettingsSchema.safeParse(found);
  const seen = read.success ? paymentsSnapshot(record.currency, read.data) : null;
  if (seen === null || seen.addresses === null || !mayBeSame(seen, record)) return null;
  const { frequency, day } = record;
  const given = { ...seen, frequency: seen.frequency ?? frequency, day: seen.day ?? day };
  return withSettableFields(record, given);
}

/**
 * The record as a change found it right before its request, where somebody had changed it since the list
 * showed it; null if nobody had, or nothing tells.
 */
export function elsewhereBefore(
  record: RecordSnapshot,
  foundBefore: unknown,
): RecordSnapshot | null {
  const found = withReadValues(record, foundBefore);
  return found === null || differsInNothing({ before: record, after: found }) ? null : found;
}

function mayBeSame(one: RecordSnapshot, other: RecordSnapshot): boolean {
  return idOf(one) === null || idOf(other) === null || idOf(one) === idOf(other);
}
