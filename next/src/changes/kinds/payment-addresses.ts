import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check, hex } from '@scure/base';
import { Address } from '@scure/btc-signer';
import { code } from '../../cards/kit/text.js';
import type { PoolCurrency } from '../../guilds/settings.js';
import { inFours } from '../words.js';

interface Currency {
  /** Those that the pool pays to. */
  readonly networks: readonly string[];
  readonly words: string;
  /** How payment URIs begin. */
  readonly schemes: RegExp;
  /** What is no address but begins like one was mistyped. */
  readonly start: RegExp;
}

const CURRENCIES: Readonly<Record<PoolCurrency, Currency>> = {
  BTC: {
    networks: ['Bitcoin'],
    words: 'a BTC',
    schemes: /^bitcoin:(\/\/)?/i,
    start: /^(bc1|BC1|[13])/,
  },
  LTC_DOGE: {
    networks: ['Litecoin', 'Dogecoin'],
    words: 'an LTC or DOGE',
    schemes: /^(litecoin|dogecoin):(\/\/)?/i,
    start: /^(ltc|LTC|[LMDA9])/,
  },
  SC: {
    networks: ['Siacoin'],
    words: 'an SC',
    schemes: /^(sia|siacoin):(\/\/)?/i,
    start: /^[0-9a-f]{70,80}$/i,
  },
  ZEC: {
    networks: ['Zcash'],
    words: 'a ZEC',
    schemes: /^zcash:(\/\/)?/i,
    start: /^(t1|t3|u1|U1|zs1|ZS1|zc|tex1)/,
  },
};

const BITCOIN = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 };
const LITECOIN = { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 };
const BITCOIN_TEST = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const LITECOIN_TEST = { bech32: 'tltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef };

/** By right checksum, version and length. Zcash: its protocol specification (5.6), ZIP 316 and 320. */
const NETWORKS: Readonly<Record<string, (address: string) => boolean>> = {
  Bitcoin: (address) => isScript(BITCOIN, address),
  Litecoin: (address) => isScript(LITECOIN, address) || isBech32(bech32, address, /^ltcmweb$/),
  Dogecoin: (address) => isBase58(address, ['1e', '16']),
  Zcash: (address) =>
    isBase58(address, ['1cb8', '1cbd']) ||
    isBase58(address, ['169a'], 64) ||
    isBech32(bech32, address, /^zs$/) ||
    isBech32(bech32m, address, /^(u|tex)$/),
  Siacoin: isSiacoin,
  'Bitcoin (test network)': (address) => isScript(BITCOIN_TEST, address),
  'Litecoin (test network)': (address) => isScript(LITECOIN_TEST, address),
  'Dogecoin (test network)': (address) => isBase58(address, ['71']),
  'Zcash (test network)': (address) =>
    isBase58(address, ['1d25', '1cba']) ||
    isBech32(bech32, address, /^ztestsapling$/) ||
    isBech32(bech32m, address, /^(utest|textest)$/),
};

const base58check = createBase58check(sha256);

export function isAddressOf(currency: PoolCurrency, address: string): boolean {
  return CURRENCIES[currency].networks.some((network) => NETWORKS[network]?.(address));
}

/** Of LTC_DOGE, which of the two coins is paid there; null if neither. */
export function coinOf(address: string): 'LTC' | 'DOGE' | null {
  if (NETWORKS['Litecoin']?.(address)) return 'LTC';
  return NETWORKS['Dogecoin']?.(address) ? 'DOGE' : null;
}

/** What people paste, without spaces, what nobody sees, `bitcoin:`, and what follows `?`. */
export function plainAddress(currency: PoolCurrency, typed: string): string {
  const text = typed.replaceAll(/[\s\p{C}`]+/gu, '');
  return spelling(text.replace(CURRENCIES[currency].schemes, '').replace(/\?.*$/, ''));
}

/** Why coins must not be sent there, for people; null for an address of the currency. */
export function addressProblem(currency: PoolCurrency, address: string): string | null {
  if (isAddressOf(currency, address)) return null;
  const shown = code(inFours(address), 700);
  const { start, words } = CURRENCIES[currency];
  const network = Object.keys(NETWORKS).find((name) => NETWORKS[name]?.(address));
  if (network !== undefined) return `a ${network} address: ${shown}`;
  if (/^[a-z]\w*:/i.test(address)) return `an address of another network: ${shown}`;
  const isMistyped = start.test(address) && address.length >= 20 && !hasChecksum(address);
  return isMistyped
    ? `wrong checksum, almost certainly a typo: ${shown}`
    : `not ${words} address: ${shown}`;
}

/** Bech32 and hex may be written in capitals, as QR codes do. */
export function spelling(address: string): string {
  const small = address.toLowerCase();
  if (/^[0-9a-f]{76}$/.test(small)) return small;
  const isBech32 = /^(bc|ltc|ltcmweb|zs|u|tex)1[02-9ac-hj-np-z]+$/.test(small);
  return isBech32 && address === address.toUpperCase() ? small : address;
}

export function isSameAddress(one: string, other: string): boolean {
  return spelling(one) === spelling(other);
}

/** Other addresses with the same first and last four characters, which are what people compare. */
export function looksAlike(one: string, other: string): boolean {
  const ends = (address: string) => `${address.slice(0, 4)}${address.slice(-4)}`.toLowerCase();
  return ends(one) === ends(other) && !isSameAddress(one, other);
}

function isScript(network: typeof BITCOIN, address: string): boolean {
  try {
    // Anybody can spend what is paid to an anchor (BIP 433).
    return Address(network).decode(address).type !== 'p2a';
  } catch {
    return false;
  }
}

/** A version in hex, then a hash of `length` bytes. */
function isBase58(address: string, versions: readonly string[], length = 20): boolean {
  const bytes = base58Bytes(address);
  return (
    bytes !== null &&
    versions.includes(hex.encode(bytes.subarray(0, -length))) &&
    bytes.length > length
  );
}

function base58Bytes(address: string): Uint8Array | null {
  try {
    return base58check.decode(address);
  } catch {
    return null;
  }
}

function isBech32(coder: typeof bech32, address: string, prefix: RegExp): boolean {
  const found = coder.decodeUnsafe(address, false);
  return found !== undefined && prefix.test(found.prefix);
}

/** 32 bytes and the first six of their BLAKE2b-256, in hex. */
function isSiacoin(address: string): boolean {
  if (!/^[0-9a-f]{76}$/i.test(address)) return false;
  const bytes = hex.decode(address.toLowerCase());
  const checksum = blake2b(bytes.subarray(0, 32), { dkLen: 32 }).subarray(0, 6);
  return hex.encode(bytes.subarray(32)) === hex.encode(checksum);
}

function hasChecksum(address: string): boolean {
  return (
    base58Bytes(address) !== null ||
    [bech32, bech32m].some((coder) => coder.decodeUnsafe(address, false) !== undefined)
  );
}
