import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';

/** 32 bytes. A KeyObject doesn't print its contents. */
export type MasterKey = KeyObject | Uint8Array;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed text as stored; bytes in base64. */
export const sealedText = z.object({
  version: z.literal(1),
  /** Which master key sealed it. Says nothing about the key itself. */
  masterKey: z.string(),
  iv: z.base64(),
  data: z.base64(),
  tag: z.base64(),
});

export type SealedText = z.output<typeof sealedText>;

/** Opens only with the same master key and for the same `owner`. */
export function seal(plain: string, owner: string, masterKey: MasterKey): SealedText {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, masterKey, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(owner));
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return {
    version: 1,
    masterKey: fingerprint(masterKey),
    iv: iv.toString('base64'),
    data: data.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** Null if it doesn't open: another master key, another owner, or altered since sealing. */
export function unseal(sealed: SealedText, owner: string, masterKey: MasterKey): string | null {
  try {
    const iv = Buffer.from(sealed.iv, 'base64');
    const decipher = createDecipheriv(CIPHER, masterKey, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
    const data = Buffer.from(sealed.data, 'base64');
    return decipher.update(data, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // GCM gives no reason.
    return null;
  }
}

/** Signs texts for one use; only holders of the master key can. */
export function createSigner(use: string, masterKey: MasterKey): (text: string) => string {
  const key = createHmac('sha256', masterKey).update(`signer of ${use}`).digest();
  return (text) => createHmac('sha256', key).update(text).digest('base64');
}

/** Needed each time a key is opened, and a hash costs as much as opening it. */
const fingerprints = new WeakMap<MasterKey, string>();

/** Identifies a master key in a record. 64 bits of a keyed hash. */
export function fingerprint(masterKey: MasterKey): string {
  const known = fingerprints.get(masterKey);
  if (known !== undefined) return known;
  const digest = createHmac('sha256', masterKey).update('pitboss master key').digest('hex');
  const made = digest.slice(0, 16);
  fingerprints.set(masterKey, made);
  return made;
}
