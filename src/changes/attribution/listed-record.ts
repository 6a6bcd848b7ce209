import {
  awaitsApproval,
  isInForceStatus,
} from '../../domain/payment-settings/payment-attention.js';
import type { RecordSnapshot } from '../../domain/changes/external-changes/external-finding.js';
import { withSettableFields } from '../../domain/changes/external-changes/with-settable-fields.js';
import {
  paymentsConflictKey,
  paymentsIdConflictKey,
  subaccountConflictKey,
  subaccountIdConflictKey,
} from '../kinds/conflict-keys.js';

/** A record of the pool's lists as changes see it. */

/** As kinds of changes name what they touch. */
export function conflictKeyOf(record: RecordSnapshot): string {
  return record.what === 'payments'
    ? paymentsConflictKey(record.currency, record.subaccount)
    : subaccountConflictKey(record.subaccount);
}

export function idConflictKeyOf(record: RecordSnapshot): string | null {
  if (record.what === 'payments')
    return record.subaccountId === null
      ? null
      : paymentsIdConflictKey(record.currency, record.subaccountId);
  return record.id === null ? null : subaccountIdConflictKey(record.id);
}

/** The record in the shape that a kind of change reads. */
export function presentOf(record: RecordSnapshot): unknown {
  if (record.what === 'subaccount') {
    const { id, siteId, siteName } = record;
    return { id, site: siteId === null ? null : { id: siteId, name: siteName } };
  }
  const { subaccount, subaccountId, frequency, day, addresses, others } = record;
  return {
    subaccount: { id: subaccountId, name: subaccount },
    payment_frequency: frequency,
    day_of_week: day,
    addresses: [
      ...(addresses ?? []).map((each) => ({
        address_id: each.id,
        address_name: each.name,
        external_address: each.address,
        revenue_allocation: each.share,
      })),
      // Stands for further addresses that no change knows of.
      ...(others === undefined ? [] : [{}]),
    ],
  };
}

/**
 * The record `before` with all that a change to it may have brought, as in `after`; what `after`
 * differs in beyond that is somebody else's.
 */
export function withAskedFor(before: RecordSnapshot | null, after: RecordSnapshot): RecordSnapshot {
  if (before === null) return after;
  if (before.what !== 'payments' || after.what !== 'payments')
    return withSettableFields(before, after);
  const { status } = after;
  // It begins to wait for approval, or no longer waits.
  const isBrought = awaitsApproval({ status }) || awaitsApproval(before) || isInForceStatus(status);
  return { ...withSettableFields(before, after), status: isBrought ? status : before.status };
}
