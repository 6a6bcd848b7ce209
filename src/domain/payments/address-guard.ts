import { checkAddress, isSameAddress, type Checksum } from './addresses.js';
import type { PoolCurrency } from '../currencies.js';

/** What a reader must know of one address before confirming where money goes. */
export interface AddressFinding {
  readonly address: string;
  readonly fate: 'new' | 'kept' | 'removed';
  readonly checksum: Checksum;
  /** A known address that a hurried eye would take for this one. Only for new ones. */
  readonly resembles: string | null;
}

interface Addresses {
  readonly currency: PoolCurrency;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Others that the workspace pays to, at other subaccounts. */
  readonly known?: readonly string[];
}

/** The addresses after the change in their order, then those that it removes. */
export function guardAddresses({
  currency,
  before,
  after,
  known = [],
}: Addresses): AddressFinding[] {
  const familiar = [...new Set([...before, ...known])];
  const finding = (address: string, fate: AddressFinding['fate']): AddressFinding => ({
    address,
    fate,
    checksum: checkAddress(currency, address),
    resembles: fate === 'new' ? (familiar.find((each) => resembles(each, address)) ?? null) : null,
  });
  return [
    ...after.map((address) => finding(address, before.includes(address) ? 'kept' : 'new')),
    ...before.filter((address) => !after.includes(address)).map((each) => finding(each, 'removed')),
  ];
}

/**
 * What a hurried eye would take for one of the addresses: of each the first of those known, so
 * that it stays short however many are known.
 */
export function lookalikesAmong(known: readonly string[], addresses: readonly string[]): string[] {
  const found = addresses.map((address) => known.find((each) => resembles(each, address)));
  return [...new Set(found.filter((each) => each !== undefined))];
}

/** Signs that every address of a kind begins with, and that therefore tell nothing. */
const COMMON_PREFIX = /^(bc1[qp]?|ltc1[qp]?|ltcmweb1|t1|t3|zs1|u1|tex1|[13lmda9])/;
const LOOKED_AT = 4;

/**
 * People compare the first and the last four characters, and not their case: the same there, and
 * yet another.
 */
function resembles(known: string, address: string): boolean {
  const [one, other] = [known.toLowerCase(), address.toLowerCase()];
  const body = (each: string) => each.replace(COMMON_PREFIX, '');
  const looksAlike =
    body(one).slice(0, LOOKED_AT) === body(other).slice(0, LOOKED_AT) ||
    one.slice(-LOOKED_AT) === other.slice(-LOOKED_AT);
  // Last, because it is the dearer question and nearly all addresses differ at a glance.
  return looksAlike && !isSameAddress(known, address);
}
