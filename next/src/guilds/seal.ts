import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;

/** A sealed text as stored; bytes in base64. */
export const sealedText = z.object({
  /** Which master key sealed it; says nothing about the key itself. */
  masterKey: z.string(),
  iv: z.base64(),
  data: z.base64(),
  tag: z.base64(),
});
export type SealedText = z.output<typeof sealedText>;

/** Opens only with the same master key (32 bytes) and for the same `owner`. */
export function seal(plain: string, owner: string, masterKey: KeyObject): SealedText {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, masterKey, iv);
  cipher.setAAD(Buffer.from(owner));
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return {
    masterKey: fingerprint(masterKey),
    iv: iv.toString('base64'),
    data: data.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** Null if it does not open: another master key, another owner, or altered since. */
export function unseal(sealed: SealedText, owner: string, masterKey: KeyObject): string | null {
  try {
    const iv = Buffer.from(sealed.iv, 'base64');
    const decipher = createDecipheriv(CIPHER, masterKey, iv, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
    const data = Buffer.from(sealed.data, 'base64');
    return decipher.update(data, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // GCM gives no reason.
    return null;
  }
}

/** Identifies a master key: 64 bits of a keyed hash. */
export function fingerprint(masterKey: KeyObject): string {
  return createHmac('sha256', masterKey).update('pitboss master key').digest('hex').slice(0, 16);
}
