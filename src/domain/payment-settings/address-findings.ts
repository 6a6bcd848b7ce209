import {
  addressAsRead,
  checkAddress,
  isSameAddress,
  isWholeAddress,
  otherNetwork,
  type Checksum,
} from './address-checks.js';
import type { Network } from './network-by-start.js';
import { lettersInLatin, nameAsRead } from '../names/lookalike-names.js';
import type { EntryPair } from './listed-addresses.js';
import type { PoolCurrency } from '../pool/currencies.js';

/** What to know about an address before confirming. */
export interface AddressFinding {
  readonly address: string;
  readonly fate: 'new' | 'kept' | 'removed';
  readonly checksum: Checksum;
  /** For a complete address that isn't for this currency. */
  readonly network?: Network;
  /** A known address that looks like this new one. */
  readonly resembles: string | null;
  /** Other subaccounts that it already pays. */
  readonly pays: readonly string[];
}

interface Addresses {
  readonly currency: PoolCurrency;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Other subaccounts' addresses. */
  readonly known?: readonly string[];
  readonly inUse?: readonly { readonly address: string; readonly subaccount: string }[];
}

/** The addresses after the change in order, then the removed ones. */
export function guardAddresses({
  currency,
  before,
  after,
  known = [],
  inUse = [],
}: Addresses): AddressFinding[] {
  const familiar = [...new Set([...before, ...known])];
  function finding(address: string, fate: AddressFinding['fate']): AddressFinding {
    const network = otherNetwork(currency, address);
    return {
      address,
      fate,
      checksum: checkAddress(currency, address),
      ...(network === null ? {} : { network }),
      resembles: (fate === 'new' && firstLookalike(familiar, address)) || null,
      pays:
        fate === 'new'
          ? inUse
              .filter((each) => isSameAddress(each.address, address))
              .map(({ subaccount }) => subaccount)
          : [],
    };
  }
  return [
    ...after.map((address) => finding(address, before.includes(address) ? 'kept' : 'new')),
    ...before.filter((address) => !after.includes(address)).map((each) => finding(each, 'removed')),
  ];
}

/** The first lookalike of each address, so that the list stays short. */
export function lookalikesAmong(known: readonly string[], addresses: readonly string[]): string[] {
  const found = addresses.map((address) => firstLookalike(known, address));
  return [...new Set(found.filter((each) => each !== undefined))];
}

function firstLookalike(known: readonly string[], address: string): string | undefined {
  return known.find((each) => resembles(each, address));
}

interface NamedAddress {
  readonly name: string;
  readonly address: string;
}

/** Whether a name is itself an address, complete or known, but not the one it names. */
export function isNamedAsAddress(
  { name, address }: NamedAddress,
  known: readonly string[],
): boolean {
  // Addresses are shown in groups, so a name that is an address may be grouped too.
  const joined = name.replaceAll(/[\s.·_-]+/g, '');
  return [name, joined].some((each) => {
    const isOne = isWholeAddress(each) || known.some((one) => isSameAddress(one, each));
    return isOne && !isSameAddress(each, address);
  });
}

/** A new address that has the name of another. */
export interface ReusedName extends NamedAddress {
  readonly other: 'stays' | 'removed' | 'renamed';
}

export function reusedNames(entries: readonly EntryPair[]): ReusedName[] {
  return entries.flatMap(({ old, next }) => {
    if (old !== undefined || next === undefined) return [];
    const { address_name: name, external_address: address } = next;
    const others = entries.filter(
      (each) => !isSameAddress(address, (each.next ?? each.old)?.external_address ?? ''),
    );
    const other = whoHasName(name, others);
    return other === null ? [] : [{ name, address, other }];
  });
}

function whoHasName(name: string, others: readonly EntryPair[]): ReusedName['other'] | null {
  const read = nameAsRead(name);
  const isIt = (each: EntryPair['old']) => nameAsRead(each?.address_name ?? '') === read;
  if (read === '') return null;
  if (others.some(({ next }) => isIt(next))) return 'stays';
  const had = others.filter(({ old }) => isIt(old));
  if (had.some(({ next }) => next === undefined)) return 'removed';
  return had.length > 0 ? 'renamed' : null;
}

/**
 * The part of a name that looks like a different address, as a word or in groups: a reader may take
 * it for one.
 */
export function addressInName(
  { name, address }: NamedAddress,
  known: readonly string[],
): string | null {
  const start = name.slice(0, MAX_NAME_LENGTH);
  const others = known.filter((each) => !isSameAddress(each, address));
  const own = address.toLowerCase();
  const found = [start.normalize('NFKC'), lettersInLatin(start)]
    .map((text) => text.split(/[^A-Za-z0-9]+/))
    .flatMap((words) => [...words, ...joinedGroups(words)])
    .filter(
      (word) =>
        word.length >= COMPARED &&
        !isEndOf(address, word) &&
        !word.toLowerCase().includes(own) &&
        (LIKE_AN_ADDRESS.test(word) || others.some((each) => isLike(each, word))),
    );
  return found.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

/** Groups of equal length, as addresses are written, joined starting from each of them. */
function joinedGroups(words: readonly string[]): string[] {
  return words.flatMap((first, from) => {
    const rest = words.slice(from);
    const end = rest.findIndex(({ length }) => length !== first.length);
    const isShorter = (rest[end]?.length ?? 0) < first.length;
    const groups = end === -1 ? rest : rest.slice(0, isShorter ? end + 1 : end);
    const joined = groups.join('');
    const isWritten = groups.length >= MIN_GROUPS && first.length > 1 && /\d/.test(joined);
    return isWritten ? [joined] : [];
  });
}

const MIN_GROUPS = 4;

/** A listed name may have any length. */
const MAX_NAME_LENGTH = 300;

/** Bech32 and hex by their beginnings; others by their length, which few words have. */
const LIKE_AN_ADDRESS = /^(bc1|tb1|ltc1|ltcmweb1|zs1|u1|tex1|0x)[a-z0-9]{4,}$|^[a-z0-9]{26,}$/i;

/** People tell their addresses apart by such ends. */
function isEndOf(address: string, word: string): boolean {
  const [whole, end] = [address.toLowerCase(), word.toLowerCase()];
  return whole.startsWith(end) || whole.endsWith(end);
}

function isLike(known: string, word: string): boolean {
  return isSameAddress(known, word) || resembles(known, word);
}

/** Every address of a kind begins with these. */
const COMMON_PREFIX = /^(bc1[qp]?|ltc1[qp]?|ltcmweb1|t1|t3|zs1|u1|tex1|[13lmda9])/;
const COMPARED = 4;

/** Same first or last four characters, as they are read and ignoring case: what people compare. */
function resembles(known: string, address: string): boolean {
  const [one, other] = [addressAsRead(known).toLowerCase(), addressAsRead(address).toLowerCase()];
  const body = (each: string) => each.replace(COMMON_PREFIX, '');
  const looksAlike =
    body(one).slice(0, COMPARED) === body(other).slice(0, COMPARED) ||
    one.slice(-COMPARED) === other.slice(-COMPARED);
  // Checked last because it costs more.
  return looksAlike && !isSameAddress(known, address);
}
