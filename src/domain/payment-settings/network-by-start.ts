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
/** Shorter could be one of the pool's that lost its first letter. */
const wholeBase58 = (start: string, length: number) =>
  new RegExp(`^(?=\\S{${length},${length + 1}}$)(${start})`);

/**
 * Bech32's of other networks, each more than one slip away from any that the pool pays to, so not
 * Vertcoin's `vtc` or Liquid's `ex`. An invoice of Lightning has its amount in it.
 */
const OTHER_PREFIXES = (
  'doge dgb grs mona bnb cosmos osmo celestia inj kava thor terra secret axelar addr addr_test ' +
  'stake erd zil ckb one lq ln(?:bc|tb)\\d*[munp]?'
).split(' ');

/** Of Bitcoin Cash and what came of it: CashAddr, which may stand without `bitcoincash:`. */
const CASH = /^[qp][02-9a-z]{41}$/i;
const CASH_SCHEME = /(?:^|[:/])(?:bitcoincash|bchtest|bchreg|ecash|etoken|simpleledger):/i;

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
  ['another', new RegExp(`^(${OTHER_PREFIXES.join('|')})1\\S{30,}$`, 'i')],
  ['another', CASH],
  // Tron's, Dash's, and of Litecoin's test network, by the second letters that their versions leave.
  ['another', wholeBase58('T[9A-Z]|X[a-z]', 34)],
  ['test', wholeBase58('Q[L-Za-j]', 34)],
  // A wallet's extended keys, which nobody can be paid at.
  ['another', /^(?:[tuvxyzUVYZ]p(?:ub|rv)|[LM]t(?:ub|pv)|dg(?:ub|pv))\S{100,112}$/],
  ['Zcash', wholeBase58('zc', 94)],
  ['test', wholeBase58('zt', 94)],
];

const OWN: Record<PoolCurrency, readonly Network[]> = {
  BTC: ['Bitcoin', '3…'],
  LTC_DOGE: ['Litecoin', 'Dogecoin'],
  ZEC: ['Zcash'],
  SC: [],
};

/** Hex with a letter too many or missing, which may begin like another network's address. */
const SIACOIN_LIKE = /^[0-9a-f]{75,77}$/i;

/** Of a mistyped address, which has no valid checksum; null = this currency's, or none is known. */
export function networkByStart(currency: PoolCurrency, address: string): Network | null {
  if (currency === 'SC' && SIACOIN_LIKE.test(address)) return null;
  const found = STARTS.find(([, start]) => start.test(address))?.[0];
  return found === undefined || OWN[currency].includes(found) ? null : found;
}

/** Whether it begins with a scheme that Bitcoin Cash's wallets write, whatever follows. */
export function hasCashScheme(text: string): boolean {
  return CASH_SCHEME.test(text);
}
