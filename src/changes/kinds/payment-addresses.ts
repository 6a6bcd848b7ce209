import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check, hex } from '@scure/base';
import { Address } from '@scure/btc-signer';
import { inFours } from '../../cards/addresses.js';
import type { PoolCurrency } from '../../guilds/settings.js';
import { code } from '../../text.js';

const base58check = createBase58check(sha256);

const BITCOIN = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 };
const LITECOIN = { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 };

/** The networks by right checksum, version and length. Zcash: its specification (5.6), ZIP 316, 320. */
const isBitcoin = (address: string) => isScript(BITCOIN, address);
const isLitecoin = (address: string) =>
  isScript(LITECOIN, address) || isBech32(bech32, address, /^ltcmweb1.{113}$/);
const isDogecoin = (address: string) => isBase58(address, ['1e', '16']);
const isZcash = (address: string) =>
  isBase58(address, ['1cb8', '1cbd']) ||
  isBase58(address, ['169a'], 64) ||
  isBech32(bech32, address, /^zs1.{75}$/) ||
  isBech32(bech32m, address, /^(u1|tex1.{38}$)/);

const NETWORKS: readonly (readonly [string, (address: string) => boolean])[] = [
  ['Bitcoin', isBitcoin],
  ['Litecoin', isLitecoin],
  ['Dogecoin', isDogecoin],
  ['Zcash', isZcash],
  ['Siacoin', isSiacoin],
];

const CURRENCIES: Readonly<Record<PoolCurrency, (address: string) => boolean>> = {
  BTC: isBitcoin,
  LTC_DOGE: (address) => isLitecoin(address) || isDogecoin(address),
  SC: isSiacoin,
  ZEC: isZcash,
};

export function isAddressOf(currency: PoolCurrency, address: string): boolean {
  return CURRENCIES[currency](address);
}

const SCHEME = /^(bitcoin|btc|litecoin|ltc|dogecoin|doge|siacoin|sia|zcash|zec):(\/\/)?/i;

/** What people paste, without spaces, invisible characters, `bitcoin:`, and what follows `?`. */
export function plainAddress(typed: string): string {
  const text = typed.replaceAll(/[\s\p{C}\p{DI}`]+/gu, '');
  return spelling(text.replace(SCHEME, '').replace(/\?.*$/, ''));
}

/** Why nobody should be paid there, in words; null for a valid address of the currency. */
export function addressProblem(currency: PoolCurrency, address: string): string | null {
  if (isAddressOf(currency, address)) return null;
  const [network] = NETWORKS.find(([, isOne]) => isOne(address)) ?? [];
  const what = network ? `a ${network} address` : `not a ${currency} address, or mistyped`;
  return `${what}: ${code(inFours(address), 700)}`;
}

/** In lower case where case has no meaning: hex, and bech32, which QR codes write in capitals. */
export function spelling(address: string): string {
  const small = address.toLowerCase();
  if (/^[0-9a-f]{76}$/.test(small)) return small;
  const isBech32 = /^(bc|ltc|ltcmweb|zs|u|tex)1[02-9ac-hj-np-z]+$/.test(small);
  return isBech32 && address === address.toUpperCase() ? small : address;
}

export function isSameAddress(one: string, other: string): boolean {
  return spelling(one) === spelling(other);
}

/** Other addresses with the same first and last four characters, which is what people compare. */
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

/** One of the versions, in hex, then a hash of `length` bytes. */
function isBase58(address: string, versions: readonly string[], length = 20): boolean {
  try {
    const bytes = base58check.decode(address);
    return versions.includes(hex.encode(bytes.subarray(0, -length)));
  } catch {
    return false;
  }
}

/** The checksum alone can miss an added or missing `q`. */
function isBech32(coder: typeof bech32, address: string, form: RegExp): boolean {
  return form.test(address.toLowerCase()) && coder.decodeUnsafe(address, false) !== undefined;
}

/** 32 bytes and the first six of their BLAKE2b-256, in hex. */
function isSiacoin(address: string): boolean {
  if (!/^[0-9a-f]{76}$/i.test(address)) return false;
  const bytes = hex.decode(address.toLowerCase());
  const checksum = blake2b(bytes.subarray(0, 32), { dkLen: 32 }).subarray(0, 6);
  return hex.encode(bytes.subarray(32)) === hex.encode(checksum);
}
