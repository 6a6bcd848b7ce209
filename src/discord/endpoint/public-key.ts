import type { KeyObject } from 'node:crypto';

/** Of an Ed25519 key in the form SPKI, the key itself. */
const KEY_BYTES = 32;

/** True when `hex`, as Discord writes an application's key, is this one. */
export function isSameKey(publicKey: KeyObject, hex: string): boolean {
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
  return hex.toLowerCase() === bytes.toString('hex');
}
