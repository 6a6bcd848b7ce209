import type { KeyObject } from 'node:crypto';

/** Length of the raw key at the end of an Ed25519 key's SPKI encoding. */
const KEY_BYTES = 32;

/** True if `hex`, Discord's notation for an application's key, is this key. */
export function isSameKey(publicKey: KeyObject, hex: string): boolean {
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
  return hex.toLowerCase() === bytes.toString('hex');
}
