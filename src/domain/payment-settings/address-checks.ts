import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check, hex } from '@scure/base';
import { Address } from '@scure/btc-signer';
import { INVISIBLE_OR_BLANK } from '../names/invisible-characters.js';
import type { PoolCurrency } from '../pool/currencies.js';
import { hasCashScheme, networkByStart, TEST_PREFIXES, type Network } from './network-by-start.js';

export type Checksum = 'valid' | 'invalid';

export function checkAddress(currency: PoolCurrency, address: string): Checksum {
  return CHECKS[currency](address);
}

const base58check = createBase58check(sha256);

const BITCOIN = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 };
const LITECOIN = { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 };
const DOGECOIN_VERSIONS = [0x1e, 0x16];
/** Two bytes each: t1 and t3, and zc of Sprout (Zcash protocol specification, section 5.6). */
const ZCASH_VERSIONS = [0x1cb8, 0x1cbd];
const ZCASH_SPROUT = [0x169a];
/** Two keys of 33 bytes (Litecoin's LIP 4). */
const MWEB: Bech32Form = { code: bech32, prefixes: ['ltcmweb'], bytes: 66, isVersioned: true };
/** Sapling; unified, of any length (ZIP 316); for exchanges (ZIP 320). */
const ZCASH_BECH32: readonly Bech32Form[] = [
  { code: bech32, prefixes: ['zs'], bytes: 43 },
  { code: bech32m, prefixes: ['u'] },
  { code: bech32m, prefixes: ['tex'], bytes: 20 },
];

export interface OtherNetwork {
  readonly address: string;
  readonly network: Network;
}

/**
 * The network of an address that isn't for this currency, by its checksum or else by its start; null
 * = none, or it fits. As wallets copy it: `bitcoin:…` and the like are left out.
 */
export function otherNetwork(currency: PoolCurrency, text: string): Network | null {
  if (checkAddress(currency, text) !== 'invalid') return null;
  // Its old addresses are Bitcoin's.
  if (hasCashScheme(text)) return 'another';
  const address = withoutScheme(text);
  if (checkAddress(currency, address) !== 'invalid') return null;
  if (currency === 'LTC_DOGE' && address.startsWith('3') && isOf(BITCOIN, address)) return '3…';
  return NETWORKS.find(([, isOne]) => isOne(address))?.[0] ?? networkByStart(currency, address);
}

/** The address as wallets copy it, without `bitcoin:` and the like. */
export function withoutScheme(text: string): string {
  return text.replace(/^(?:[a-z]{2,20}:(?:\/\/)?)+/i, '');
}

/** Which of the two coins that are paid as one an address belongs to; null = neither, or unclear. */
export function coinOf(address: string): 'LTC' | 'DOGE' | null {
  const text = withoutScheme(address);
  if (isLitecoin(text)) return 'LTC';
  return isDogecoin(text) ? 'DOGE' : null;
}

/** Whether text is a complete address of any network. */
export function isWholeAddress(text: string): boolean {
  return NETWORKS.some(([, isOne]) => isOne(text));
}

const isDogecoin = (address: string) =>
  isBase58(address, { prefixBytes: 1, versions: DOGECOIN_VERSIONS });
const isLitecoin = (address: string) => isOf(LITECOIN, address) || isBech32(address, MWEB);
const isZcash = (address: string) =>
  isBase58(address, { prefixBytes: 2, versions: ZCASH_VERSIONS }) ||
  isBase58(address, { prefixBytes: 2, versions: ZCASH_SPROUT, bytes: 64 }) ||
  ZCASH_BECH32.some((form) => isBech32(address, form));

const TEST_BECH32: Bech32Form = { prefixes: TEST_PREFIXES };
const TEST_VERSIONS = [0x6f, 0xc4, 0x3a, 0x71];
const ZCASH_TEST_VERSIONS = [0x1d25, 0x1cba];
const ZCASH_TEST_SPROUT = [0x16b6];

/**
 * An invalid one of these is a mistake, such as the other bech32's checksum, not another network.
 */
const KNOWN_BECH32 = /^(?:bc|ltc|ltcmweb|zs|u|tex)1/i;

const NETWORKS: readonly (readonly [Network, (address: string) => boolean])[] = [
  ['Bitcoin', (address) => isOf(BITCOIN, address)],
  ['Litecoin', isLitecoin],
  ['Dogecoin', isDogecoin],
  ['Zcash', isZcash],
  ['Siacoin', isSiacoin],
  ['future', isOfFutureVersion],
  [
    'test',
    (address) =>
      isBech32(address, TEST_BECH32) ||
      isBase58(address, { prefixBytes: 1, versions: TEST_VERSIONS }) ||
      isBase58(address, { prefixBytes: 2, versions: ZCASH_TEST_VERSIONS }) ||
      isBase58(address, { prefixBytes: 2, versions: ZCASH_TEST_SPROUT, bytes: 64 }),
  ],
  [
    'another',
    (address) =>
      (isBech32(address, {}) && !KNOWN_BECH32.test(address)) ||
      isBase58(address, {}) ||
      /^0x[0-9a-f]{40}$/i.test(address),
  ],
];

const CHECKS: Record<PoolCurrency, (address: string) => Checksum> = {
  BTC: (address) => verdict(isOf(BITCOIN, address)),
  LTC_DOGE: (address) => verdict(isLitecoin(address) || isDogecoin(address)),
  ZEC: (address) => verdict(isZcash(address)),
  SC: (address) => verdict(isSiacoin(address)),
};

/** Bech32 and hex may be written entirely in capitals. */
export function isSameAddress(one: string, other: string): boolean {
  return oneSpelling(one) === oneSpelling(other);
}

/** As it is read: without spaces and what nobody sees, which a pool's record may have beside it. */
export function addressAsRead(address: string): string {
  return address.replaceAll(NOT_READ, '');
}

const NOT_READ = new RegExp(`[\\s${INVISIBLE_OR_BLANK}]`, 'gu');

/** Lower case for an address that may be written entirely in capitals. */
export function oneSpelling(address: string): string {
  const small = address.toLowerCase();
  const isEitherCase = address === small || address === address.toUpperCase();
  const hasNoCase = /^(bc1|ltc1|ltcmweb1|u1|zs1|tex1)[0-9a-z]+$|^[0-9a-f]{76}$/.test(small);
  return isEitherCase && hasNoCase ? small : address;
}

function verdict(valid: boolean): Checksum {
  return valid ? 'valid' : 'invalid';
}

function isOf(network: typeof BITCOIN, address: string): boolean {
  try {
    // Pay to anchor: anybody can spend it, so it is no place to be paid.
    return Address(network).decode(address).type !== 'p2a';
  } catch {
    return false;
  }
}

/** A missing field may be anything. */
interface Bech32Form {
  /** Either one, if missing. */
  readonly code?: typeof bech32;
  readonly prefixes?: readonly string[];
  readonly bytes?: number;
  /** Has five bits before the bytes. */
  readonly isVersioned?: boolean;
}

function isBech32(address: string, { code, prefixes, bytes, isVersioned }: Bech32Form): boolean {
  if (code === undefined)
    return [bech32, bech32m].some((each) => isBech32(address, { code: each, prefixes }));
  const found = code.decodeUnsafe(address, false);
  if (found === undefined || prefixes?.includes(found.prefix) === false) return false;
  if (bytes === undefined) return true;
  return code.fromWordsUnsafe(found.words.slice(isVersioned ? 1 : 0))?.length === bytes;
}

/** For Bitcoin and Litecoin, versions 2 to 16 (BIP 350). */
function isOfFutureVersion(address: string): boolean {
  const found = bech32m.decodeUnsafe(address);
  if (found === undefined || !['bc', 'ltc'].includes(found.prefix)) return false;
  const [version = 0, ...program] = found.words;
  const bytes = bech32m.fromWordsUnsafe(program)?.length ?? 0;
  const hasNoRules = version >= 2 && version <= 16 && bytes >= 2 && bytes <= 40;
  return hasNoRules || (version === 1 && bytes !== 32);
}

interface Base58Form {
  readonly prefixBytes?: 1 | 2;
  readonly versions?: readonly number[];
  readonly bytes?: number;
}

/** A version, then a hash of 20 or `bytes` bytes, then the checksum. */
function isBase58(address: string, { prefixBytes = 1, versions, bytes = 20 }: Base58Form): boolean {
  if (lastDecoded?.address !== address) lastDecoded = { address, all: base58BytesOf(address) };
  const { all } = lastDecoded;
  if (all === null) return false;
  if (versions === undefined) return all.length > bytes;
  const [first = 0, second = 0] = all;
  const version = prefixBytes === 1 ? first : first * 256 + second;
  return all.length === prefixBytes + bytes && versions.includes(version);
}

/** One text is held against each network's form in turn; to decode it is most of the work. */
let lastDecoded: { readonly address: string; readonly all: Uint8Array | null } | undefined;

function base58BytesOf(address: string): Uint8Array | null {
  try {
    return base58check.decode(address);
  } catch {
    return null;
  }
}

/** 32 bytes and the first six of their BLAKE2b-256, all in hex. */
function isSiacoin(address: string): boolean {
  if (!/^[0-9a-f]{76}$/i.test(address)) return false;
  const bytes = hex.decode(address.toLowerCase());
  const hash = blake2b(bytes.subarray(0, 32), { dkLen: 32 });
  return bytes.subarray(32).every((byte, index) => byte === hash[index]);
}
