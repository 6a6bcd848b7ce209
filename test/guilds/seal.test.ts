import { createSecretKey } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seal, unseal } from '../../src/guilds/seal.js';

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

test('a sealed text that was altered or cut does not open', () => {
  fc.assert(
    fc.property(text, fc.nat(), (plain, place) => {
      const [head, data = ''] = seal(plain, 'owner', MASTER).split(':');
      const bytes = Buffer.from(data, 'base64');
      const opened = (some: Buffer) =>
        unseal(`${head}:${some.toString('base64')}`, 'owner', MASTER);
      expect(opened(bytes.subarray(0, -12))).toBeNull();
      const at = place % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(opened(bytes)).toBeNull();
    }),
  );
});

test('the same text sealed twice looks different', () => {
  expect(seal('secret', 'owner', MASTER)).not.toBe(seal('secret', 'owner', MASTER));
});
