import { createSecretKey } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decrypt, encrypt } from '../src/encryption.js';

const MASTER = createSecretKey(Buffer.alloc(32, 1));
const OTHER = createSecretKey(Buffer.alloc(32, 2));
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });

test('what is encrypted opens again for its owner, and nobody else', () => {
  fc.assert(
    fc.property(text, text, text, (plain, owner, other) => {
      const encrypted = encrypt(plain, owner, MASTER);
      expect(decrypt(encrypted, owner, MASTER)).toBe(plain);
      expect(decrypt(encrypted, owner, OTHER)).toBeNull();
      if (other !== owner) expect(decrypt(encrypted, other, MASTER)).toBeNull();
    }),
  );
});

test('an encrypted text that was altered or cut does not open', () => {
  fc.assert(
    fc.property(text, fc.nat(), (plain, place) => {
      const [head, data = ''] = encrypt(plain, 'owner', MASTER).split(':');
      const bytes = Buffer.from(data, 'base64');
      const opened = (some: Buffer) =>
        decrypt(`${head}:${some.toString('base64')}`, 'owner', MASTER);
      expect(opened(bytes.subarray(0, -12))).toBeNull();
      const at = place % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(opened(bytes)).toBeNull();
    }),
  );
});

test('the same text encrypted twice looks different', () => {
  expect(encrypt('secret', 'owner', MASTER)).not.toBe(encrypt('secret', 'owner', MASTER));
});
