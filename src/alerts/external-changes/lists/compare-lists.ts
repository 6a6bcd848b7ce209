import { isDeepStrictEqual } from 'node:util';
import type {
  AddressSnapshot,
  RecordSnapshot,
} from '../../../domain/changes/external-changes/external-finding.js';
import { canonicalJson } from '../../../domain/json/canonical-json.js';
import { enumValue, MAX_ENUM_LENGTH } from '../../../domain/pool/enum-values.js';
import { idOf, type RecordSnapshots } from './merge-listing.js';

export interface RecordDifference {
  readonly key: string;
  readonly before: RecordSnapshot | null;
  readonly after: RecordSnapshot | null;
  /** What else changed, before the changes of Pitboss that `before` took in were requested. */
  readonly elsewhere?: readonly EarlierDifference[];
}

/** Told for the same record, and perhaps brought by changes with a lower number than `beforeChange`. */
export interface EarlierDifference {
  readonly before: RecordSnapshot | null;
  readonly after: RecordSnapshot;
  readonly beforeChange: number;
}

/** The differences between two whole lists, by key; the second as given by `mergeListing`. */
export function compareLists(
  before: RecordSnapshots,
  known: RecordSnapshots,
): readonly RecordDifference[] {
  const all = new Set([...known.keys(), ...before.keys()]);
  // The pool's order means nothing, and may be another at each poll.
  return [...all]
    .toSorted()
    .map((key) => {
      const [earlier, after] = [before.get(key) ?? null, known.get(key) ?? null];
      return { key, before: withIdsOf(earlier, after), after };
    })
    .filter((each) => !differsInNothing(each));
}

/** Ids that the earlier poll left out are as they are now; anything else may have been nothing. */
function withIdsOf(
  before: RecordSnapshot | null,
  after: RecordSnapshot | null,
): RecordSnapshot | null {
  if (before?.what === 'subaccount' && after?.what === 'subaccount') {
    const isSameSite = before.siteId === null && before.siteName === after.siteName;
    return {
      ...before,
      id: before.id ?? after.id,
      siteId: isSameSite ? after.siteId : before.siteId,
    };
  }
  if (before?.what !== 'payments' || after?.what !== 'payments') return before;
  const idOfSame = (entry: AddressSnapshot) =>
    after.addresses?.find((each) => isDeepStrictEqual({ ...each, id: null }, entry))?.id ?? null;
  return {
    ...before,
    subaccountId: before.subaccountId ?? after.subaccountId,
    addresses:
      before.addresses?.map((each) =>
        each.id === null ? { ...each, id: idOfSame(each) } : each,
      ) ?? null,
  };
}

/** Whether the two records differ in nothing that counts. */
export function differsInNothing({
  before,
  after,
}: Pick<RecordDifference, 'before' | 'after'>): boolean {
  return compared(before, after) === compared(after, before);
}

/**
 * Whether two lists that were read with different keys are of one workspace: most of the first are
 * in the second, with the same id and name.
 */
export function areOfOneWorkspace(
  before: RecordSnapshots,
  now: readonly RecordSnapshot[],
): boolean {
  const placeOf = (record: RecordSnapshot) => JSON.stringify([idOf(record), record.subaccount]);
  const listed = new Set(now.map(placeOf));
  const same = [...before.values()].filter(
    (each) => idOf(each) !== null && listed.has(placeOf(each)),
  );
  return same.length * 2 > before.size;
}

/** A pool that spells its enums in another way from some day on changed nothing. */
function spelt(word: string | null): string | null {
  if (word === null || word.length > MAX_ENUM_LENGTH) return word;
  return enumValue(word) || word;
}

/** A renamed subaccount is no difference of its payment settings: its own list tells of it. */
function compared(record: RecordSnapshot | null, other: RecordSnapshot | null): string {
  if (record?.what === 'payments' && other?.what === 'payments') {
    const isSame = record.subaccountId !== null && record.subaccountId === other.subaccountId;
    const { status, frequency, day } = record;
    const words = { status: spelt(status), frequency: spelt(frequency), day: spelt(day) };
    return canonicalJson({ ...record, ...words, ...(isSame ? { subaccount: '' } : {}) });
  }
  if (record?.what === 'subaccount' && other?.what === 'subaccount') {
    const isSame = record.siteId !== null && record.siteId === other.siteId;
    return canonicalJson(isSame ? { ...record, siteName: null } : record);
  }
  return canonicalJson(record);
}
