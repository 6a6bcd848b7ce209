import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CUSTOM_ID_LIMIT, decodeCustomId, encodeCustomId } from '../../src/domain/custom-id.js';

const kind = fc.stringMatching(/^[a-z][a-z0-9-]{0,19}$/);
const arg = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(fc.constantFrom(':', '%', '%25', '%3A', '3A', '', 'ü', '😀'), { maxLength: 6 })
    .map((parts) => parts.join('')),
);

describe('custom ids', () => {
  test('come back as they were, or are refused as too long', () => {
    fc.assert(
      fc.property(kind, fc.array(arg, { maxLength: 4 }), (name, args) => {
        let id: string;
        try {
          id = encodeCustomId(name, ...args);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        expect(id.length).toBeLessThanOrEqual(CUSTOM_ID_LIMIT);
        expect(decodeCustomId(id)).toEqual({ kind: name, args });
      }),
    );
  });

  test.each(['', 'Kind', ':x', '1a', 'a b', 'change%3A1:x', 'a:%', 'a:%2', 'a:%41', 'a:%3a'])(
    '%j is none of ours',
    (id) => {
      expect(decodeCustomId(id)).toBeNull();
    },
  );

  test('no text from outside makes the codec throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (id) => {
        const decoded = decodeCustomId(id);
        if (decoded !== null) expect(encodeCustomId(decoded.kind, ...decoded.args)).toBe(id);
      }),
    );
  });

  test('a text that is too long is not looked at', () => {
    expect(decodeCustomId(`a:${'x'.repeat(98)}`)).not.toBeNull();
    expect(decodeCustomId(`a:${'x'.repeat(99)}`)).toBeNull();
    expect(() => encodeCustomId('a', 'x'.repeat(99))).toThrow(RangeError);
  });
});
