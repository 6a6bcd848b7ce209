import type { PoolCurrency } from '../pool/currencies.js';

/**
 * `3…`: Bitcoin's, and Litecoin's before it wrote M…; nothing tells them apart. `future`: a witness
 * version or length that has no rules yet, so anybody could spend what is paid there (BIP 141), and
 * pay to anchor, which anybody may spend (BIP 433).
 */
export type Network =
  | 'Bitcoin'
  | 'Litecoin'
  | 'Dogecoin'
  | 'Zcash'
  | 'Siacoin'
  | '3…'
  | 'future'
  | 'test'
  | 'another';

/** Of bech32: for Bitcoin (`tb`, and `bcrt` of private networks), Litecoin, Dogecoin and Zcash. */
export const TEST_PREFIXES = (
  'tb bcrt tltc rltc tmweb ltcmwebreg ztestsapling zregtestsapling utest uregtest ' +
  'textest texregtest'
).split(' ');

/** What follows may be mistyped outside of the alphabet, too: `o` for `0`, `l` for `1`. */
const bech32 = (prefixes: string, version = '') =>
  new RegExp(`^(${prefixes})1${version}\\S{6,}$`, 'i');
const base58 = (start: string) => new RegExp(`^(${start})\\S{25,34}$`);

const STARTS: readonly (readonly [Network, RegExp])[] = [
  ['test', bech32(TEST_PREFIXES.join('|'))],
  ['future', bech32('bc|ltc', '[^qp]')],
  ['Bitcoin', bech32('bc')],
  ['Litecoin', bech32('ltc|ltcmweb')],
  ['Zcash', bech32('zs|u|tex')],
  ['Zcash', base58('t1|t3')],
  ['test', base58('tm|t2')],
  ['Bitcoin', base58('1')],
  ['3…', base58('3')],
  ['Litecoin', base58('L|M')],
  ['Dogecoin', base58('D|A|9')],
  ['test', base58('m|n|2')],
  ['another', /^0x\S{38,42}$/i],
];

const OWN: Record<PoolCurrency, readonly Network[]> = {
  BTC: ['Bitcoin', '3…'],
  LTC_DOGE: ['Litecoin', 'Dogecoin'],
  ZEC: ['Zcash'],
  SC: [],
};

/** Of a mistyped address, which has no valid checksum; null = this currency's, or none is known. */
export function networkByStart(currency: PoolCurrency, address: string): Network | null {
  const found = STARTS.find(([, start]) => start.test(address))?.[0];
  return found === undefined || OWN[currency].includes(found) ? null : found;
}
