import type {
  PaymentsSnapshot,
  RecordSnapshot,
} from '../../../domain/changes/external-changes/external-finding.js';
import type { RecordSnapshots } from './merge-listing.js';

/**
 * Whether the list no longer says where some payouts go, so that it can't tell a change of that: an
 * entry says something but has no address, or what a record listed before is gone from it as a whole.
 * What was `known` is read only if it is needed.
 */
export async function hidesAddresses(
  records: readonly RecordSnapshot[],
  known: () => Promise<RecordSnapshots | undefined>,
): Promise<boolean> {
  const payments = records.filter((each) => each.what === 'payments');
  if (payments.some(hasEntryWithoutAddress)) return true;
  const bare = payments.filter((each) => !saysAddresses(each) || !saysShares(each));
  if (bare.length === 0) return false;
  const before = [...((await known())?.values() ?? [])].filter((each) => each.what === 'payments');
  return bare.some((each) => {
    const was = before.find((other) => isOfSame(each, other));
    if (was === undefined) return false;
    return (
      (saysAddresses(was) && !saysAddresses(each)) ||
      (saysShares(was) && hasEntries(each) && !saysShares(each))
    );
  });
}

function hasEntryWithoutAddress({ addresses }: PaymentsSnapshot): boolean {
  return (addresses ?? []).some(
    ({ address, id, name, share }) => address === null && (id ?? name ?? share) !== null,
  );
}

function hasEntries({ addresses }: PaymentsSnapshot): boolean {
  return (addresses ?? []).length > 0;
}

/** An empty list says that there are none. */
function saysAddresses({ addresses }: PaymentsSnapshot): boolean {
  return addresses !== null;
}

function saysShares({ addresses }: PaymentsSnapshot): boolean {
  return (addresses ?? []).some(({ share }) => share !== null);
}

function isOfSame(one: PaymentsSnapshot, other: PaymentsSnapshot): boolean {
  return one.subaccountId !== null && other.subaccountId !== null
    ? one.subaccountId === other.subaccountId
    : one.subaccount === other.subaccount;
}
