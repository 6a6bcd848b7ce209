import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * `fingerprint:bytes`, the bytes being IV, data and tag in base64. Opens only with the same master
 * key (32 bytes) and for the same `owner`.
 */
export function encrypt(plain: string, owner: string, masterKey: KeyObject): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, masterKey, iv);
  cipher.setAAD(Buffer.from(owner));
  const data = [cipher.update(plain, 'utf8'), cipher.final()];
  const bytes = Buffer.concat([iv, ...data, cipher.getAuthTag()]);
  return `${fingerprint(masterKey)}:${bytes.toString('base64')}`;
}

/** Null if it does not open: another master key, another owner, or altered since. */
export function decrypt(encrypted: string, owner: string, masterKey: KeyObject): string | null {
  try {
    const bytes = Buffer.from(encrypted.slice(encrypted.indexOf(':') + 1), 'base64');
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(CIPHER, masterKey, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const data = bytes.subarray(IV_BYTES, -TAG_BYTES);
    return decipher.update(data, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // GCM gives no reason.
    return null;
  }
}

/** Which master key encrypted it: 64 bits of a keyed hash, which say nothing about the key itself. */
export function fingerprint(masterKey: KeyObject): string {
  return createHmac('sha256', masterKey).update('pitboss master key').digest('hex').slice(0, 16);
}
