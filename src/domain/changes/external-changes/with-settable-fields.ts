import type { RecordSnapshot } from './external-finding.js';

/** The record with all that a change by Pitboss may set as in `from`. */
export function withSettableFields<Kind extends RecordSnapshot>(record: Kind, from: Kind): Kind;
export function withSettableFields(record: RecordSnapshot, from: RecordSnapshot): RecordSnapshot;
export function withSettableFields(record: RecordSnapshot, from: RecordSnapshot): RecordSnapshot {
  if (record.what === 'subaccount' || from.what === 'subaccount') {
    if (record.what !== 'subaccount' || from.what !== 'subaccount') return from;
    return { ...record, siteId: from.siteId, siteName: from.siteName };
  }
  const { others: _, ...rest } = record;
  const { frequency, day, addresses, others } = from;
  return { ...rest, frequency, day, addresses, ...(others === undefined ? {} : { others }) };
}
