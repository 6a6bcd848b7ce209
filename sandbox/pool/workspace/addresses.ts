import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check, hex } from '@scure/base';
import { Address, NETWORK } from '@scure/btc-signer';
import { keyedBytes } from './random.js';

/** A wallet's coin; the payment settings of LTC_DOGE contain both of its halves. */
export type Coin = 'BTC' | 'LTC' | 'DOGE' | 'SC' | 'ZEC';

const litecoin = { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 };
const dogecoin = { bech32: 'doge', pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e };

/** An address to which nobody has the key, with the checksum its coin requires. */
export function createAddress(coin: Coin, seed: number, ...parts: (string | number)[]): string {
  const hash = keyedBytes(20, seed, 'address', coin, ...parts);
  switch (coin) {
    case 'BTC':
      return Address(NETWORK).encode({ type: 'wpkh', hash });
    case 'LTC':
      return Address(litecoin).encode({ type: 'wpkh', hash });
    case 'DOGE':
      return Address(dogecoin).encode({ type: 'pkh', hash });
    case 'ZEC':
      return createBase58check(sha256).encode(Uint8Array.from([0x1c, 0xb8, ...hash]));
    case 'SC': {
      const unlockHash = keyedBytes(32, seed, 'address', coin, ...parts);
      const checksum = blake2b(unlockHash, { dkLen: 32 }).slice(0, 6);
      return hex.encode(Uint8Array.from([...unlockHash, ...checksum]));
    }
  }
  return coin satisfies never;
}
