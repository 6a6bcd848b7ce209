import type {
  PaymentsSnapshot,
  RecordSnapshot,
} from '../../../domain/changes/external-changes/external-finding.js';
import { canonicalJson } from '../../../domain/json/canonical-json.js';
import { withCutTexts } from './cut-texts.js';
import { mergeListing, type RecordSnapshots } from './merge-listing.js';
import type { ListContents } from './record-snapshots.js';

/**
 * The stored list in this version's form, so that what is the same differs in nothing: earlier
 * versions kept long texts whole, and others of many addresses one by one.
 */
export function upgradeStoredRecords(
  stored: RecordSnapshots,
  contents: ListContents,
): RecordSnapshots {
  const before = new Map([...stored].map(([key, record]) => [key, withCutTexts(record)]));
  return withPresentAddresses(before, contents);
}

/** A record whose addresses are the same in the earlier form has those of now. */
function withPresentAddresses(before: RecordSnapshots, contents: ListContents): RecordSnapshots {
  const { records, earlierForms } = contents;
  if (earlierForms.size === 0 || ![...before.values()].some(isOfEarlierForm)) return before;
  const inForm = records.map((each) => earlierForms.get(each) ?? each);
  const then = mergeListing(before, { ...contents, records: inForm });
  const now = mergeListing(before, contents);
  const kept = new Map(before);
  for (const [key, record] of before) {
    const [same, next] = [then.get(key), now.get(key)];
    if (!isOfEarlierForm(record) || same?.what !== 'payments' || next?.what !== 'payments')
      continue;
    if (addressesText(record) !== addressesText(same)) continue;
    const { others: _, ...rest } = record;
    const { addresses, others } = next;
    kept.set(key, { ...rest, addresses, ...(others === undefined ? {} : { others }) });
  }
  return kept;
}

function isOfEarlierForm(record: RecordSnapshot): record is PaymentsSnapshot {
  if (record.what !== 'payments' || record.others === undefined) return false;
  return record.others.areSmallest === undefined;
}

function addressesText({ addresses, others }: PaymentsSnapshot): string {
  return canonicalJson([addresses, others ?? null]);
}
