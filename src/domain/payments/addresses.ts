import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check, hex } from '@scure/base';
import { Address } from '@scure/btc-signer';
import type { PoolCurrency } from '../currencies.js';

/** `not checked`: no checksum is known here for this kind of address. */
export type Checksum = 'valid' | 'invalid' | 'not checked';

export function checkAddress(currency: PoolCurrency, address: string): Checksum {
  return CHECKS[currency](address);
}

const base58check = createBase58check(sha256);

const BITCOIN = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 };
const LITECOIN = { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 };
/** Litecoin's older script addresses, which begin with a 3 as Bitcoin's do. */
const LITECOIN_OLD_SCRIPT = { ...LITECOIN, scriptHash: 0x05 };
const DOGECOIN_VERSIONS = [0x1e, 0x16];
/** Two bytes each: t1 and t3 (Zcash protocol specification, section 5.6.1). */
const ZCASH_VERSIONS = [0x1cb8, 0x1cbd];

export type Network = 'Bitcoin' | 'Litecoin' | 'Dogecoin' | 'Zcash' | 'Siacoin' | 'test';

export interface OtherNetwork {
  readonly address: string;
  readonly network: Network;
}

/** Where an address is a whole one though not for this currency; null = nowhere, or it is for it. */
export function otherNetwork(currency: PoolCurrency, address: string): Network | null {
  if (checkAddress(currency, address) !== 'invalid') return null;
  return NETWORKS.find(([, isOne]) => isOne(address))?.[0] ?? null;
}

const isDogecoin = (address: string) =>
  isBase58(address, { prefixBytes: 1, versions: DOGECOIN_VERSIONS });
const isZcash = (address: string) =>
  isBase58(address, { prefixBytes: 2, versions: ZCASH_VERSIONS });

/** Of Bitcoin (`tb`, and `bcrt` of a network of one's own), Litecoin, Dogecoin and Zcash. */
const TEST_BECH32 = ['tb', 'bcrt', 'tltc', 'rltc'];
const TEST_VERSIONS = [0x6f, 0xc4, 0x3a, 0x71];
const ZCASH_TEST_VERSIONS = [0x1d25, 0x1cba];

/** An old script address of Litecoin is one of Bitcoin too: that comes first. */
const NETWORKS: readonly (readonly [Network, (address: string) => boolean])[] = [
  ['Bitcoin', (address) => isOf(BITCOIN, address)],
  ['Litecoin', (address) => isOf(LITECOIN, address)],
  ['Dogecoin', isDogecoin],
  ['Zcash', isZcash],
  ['Siacoin', isSiacoin],
  [
    'test',
    (address) =>
      TEST_BECH32.some((bech32) => isOf({ ...BITCOIN, bech32 }, address)) ||
      isBase58(address, { prefixBytes: 1, versions: TEST_VERSIONS }) ||
      isBase58(address, { prefixBytes: 2, versions: ZCASH_TEST_VERSIONS }),
  ],
];

const CHECKS: Record<PoolCurrency, (address: string) => Checksum> = {
  BTC: (address) => verdict(isOf(BITCOIN, address)),
  // Private (MWEB) addresses have another checksum.
  LTC_DOGE: (address) =>
    /^ltcmweb1/i.test(address)
      ? 'not checked'
      : verdict(
          isOf(LITECOIN, address) || isOf(LITECOIN_OLD_SCRIPT, address) || isDogecoin(address),
        ),
  // Shielded, unified and exchange (tex1) addresses have other checksums.
  ZEC: (address) => (/^(u|z|tex1)/i.test(address) ? 'not checked' : verdict(isZcash(address))),
  SC: (address) => verdict(isSiacoin(address)),
};

/** Bech32 and hex may be written all in capitals. */
export function isSameAddress(one: string, other: string): boolean {
  return oneSpelling(one) === oneSpelling(other);
}

/** Lower case for an address that may be written all in capitals. */
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
    Address(network).decode(address);
    return true;
  } catch {
    return false;
  }
}

interface Base58Form {
  readonly prefixBytes: 1 | 2;
  readonly versions: readonly number[];
}

/** A version, then a hash of 20 bytes, then the checksum. */
function isBase58(address: string, { prefixBytes, versions }: Base58Form): boolean {
  try {
    const bytes = base58check.decode(address);
    const [first = 0, second = 0] = bytes;
    const version = prefixBytes === 1 ? first : first * 256 + second;
    return bytes.length === prefixBytes + 20 && versions.includes(version);
  } catch {
    return false;
  }
}

/** 32 bytes and the first six of their BLAKE2b-256, all in hex. */
function isSiacoin(address: string): boolean {
  if (!/^[0-9a-f]{76}$/i.test(address)) return false;
  const bytes = hex.decode(address.toLowerCase());
  const hash = blake2b(bytes.subarray(0, 32), { dkLen: 32 });
  return bytes.subarray(32).every((byte, index) => byte === hash[index]);
}
