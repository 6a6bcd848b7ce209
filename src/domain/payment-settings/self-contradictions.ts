import { fieldsOf, type RecordFields } from '../json/is-record.js';
import { isSameAddress, isWholeAddress } from './address-checks.js';

/** A field that says something else than the documented one which it stands beside. */
export interface SelfContradiction {
  readonly field: string;
  readonly value: string;
  /** The documented field, and what it says; null = nothing. */
  readonly documented: string;
  readonly says: string | null;
}

/**
 * The first place in a record of payment settings that names an id, an address or a subaccount a
 * second time and not alike: `addressId` beside `address_id`, `subaccount_name` beside
 * `subaccount.name`, or an `id` where `address_id` is absent, which a request would leave out.
 */
export function selfContradiction(record: RecordFields): SelfContradiction | null {
  const addresses = Array.isArray(record['addresses']) ? record['addresses'] : [];
  const subaccount = fieldsOf(record['subaccount']);
  const ofRecord = [
    ...beside(record, ['subaccount_id'], ['subaccount.id', subaccount['id']]),
    ...beside(record, ['subaccount_name'], ['subaccount.name', subaccount['name']]),
    ...beside(subaccount, ['account_name'], ['subaccount.name', subaccount['name']]),
  ];
  const [first] = [
    // Where the documented one is absent, it stands in its place.
    ...ofRecord.filter(({ says }) => says !== null),
    ...addresses.map(fieldsOf).flatMap(ofEntry),
  ];
  return first ?? null;
}

const ADDRESS: ReadonlySet<string> = new Set(['externaladdress', 'address']);

function ofEntry(entry: RecordFields): SelfContradiction[] {
  const { address_id: id, external_address: address } = entry;
  // With an id of its own, what else an entry calls `id` may be something else.
  const aliases = textOf(id) === null ? ['address_id', 'id', 'address_uuid'] : ['address_id'];
  return [
    ...beside(entry, aliases, ['address_id', id]),
    ...beside(textsIn(entry), [...ADDRESS], ['external_address', address]).filter(
      ({ value, says }) => says === null || !isSameAddress(value, says),
    ),
  ];
}

/** A list or record that holds another whole address says that one: `address: { value: … }`. */
function textsIn(entry: RecordFields): RecordFields {
  const { external_address: own } = entry;
  const isOther = (text: string) => isWholeAddress(text) && !isSameAddress(text, textOf(own) ?? '');
  return Object.fromEntries(
    Object.entries(entry).map(([field, value]) => {
      const texts = typeof value === 'object' && ADDRESS.has(folded(field)) ? deepTexts(value) : [];
      return [field, texts.find(isOther) ?? value];
    }),
  );
}

/** As deep as anybody would write an address. */
const MAX_DEPTH = 5;

function deepTexts(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value.trim()];
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return [];
  return Object.values(value).flatMap((each) => deepTexts(each, depth + 1));
}

/** What stands under another spelling of an alias, and isn't the documented value. */
function beside(
  fields: RecordFields,
  aliases: readonly string[],
  [documented, value]: readonly [documented: string, value: unknown],
): SelfContradiction[] {
  const says = textOf(value);
  const spelt = new Set(aliases.map(folded));
  return Object.entries(fields).flatMap(([field, each]) => {
    const told = textOf(each);
    if (field === documented || told === null || !spelt.has(folded(field))) return [];
    return told === says ? [] : [{ field, value: told, documented, says }];
  });
}

/** `addressId`, `Address-ID` and `address_id` are one. */
function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : null;
}
