import { createSecretKey } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint, seal, unseal } from '../../src/guilds/seal.js';

const MASTER = createSecretKey(Buffer.alloc(32, 1));
const OTHER = createSecretKey(Buffer.alloc(32, 2));
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });

test('what is sealed opens again for its owner, and nobody else', () => {
  fc.assert(
    fc.property(text, text, text, (plain, owner, other) => {
      const sealed = seal(plain, owner, MASTER);
      expect(unseal(sealed, owner, MASTER)).toBe(plain);
      expect(unseal(sealed, owner, OTHER)).toBeNull();
      if (other !== owner) expect(unseal(sealed, other, MASTER)).toBeNull();
    }),
  );
});

test('a sealed text that was altered does not open', () => {
  const part = fc.constantFrom('iv' as const, 'data' as const, 'tag' as const);
  fc.assert(
    fc.property(text, part, fc.nat(), (plain, name, place) => {
      const sealed = seal(plain, 'owner', MASTER);
      const bytes = Buffer.from(sealed[name], 'base64');
      const at = place % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const altered = { ...sealed, [name]: bytes.toString('base64') };
      expect(unseal(altered, 'owner', MASTER)).toBeNull();
    }),
  );
});

test('a cut tag does not open what it belongs to', () => {
  const sealed = seal('secret', 'owner', MASTER);
  const tag = Buffer.from(sealed.tag, 'base64').subarray(0, 4).toString('base64');
  expect(unseal({ ...sealed, tag }, 'owner', MASTER)).toBeNull();
});

test('the same text sealed twice looks different', () => {
  expect(seal('secret', 'owner', MASTER).data).not.toBe(seal('secret', 'owner', MASTER).data);
});

test('a fingerprint tells master keys apart and holds nothing of them', () => {
  expect(fingerprint(MASTER)).not.toBe(fingerprint(OTHER));
  expect(fingerprint(MASTER)).toMatch(/^[0-9a-f]{16}$/);
  expect(seal('secret', 'owner', MASTER).masterKey).toBe(fingerprint(MASTER));
});
