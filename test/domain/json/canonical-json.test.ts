import { anything, assert, property } from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src/domain/json/canonical-json.js';

/** JSON's own text of a value, with each object's names sorted. */
function sorted(value: unknown): string {
  return JSON.stringify(JSON.parse(JSON.stringify(value) ?? 'null'), (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** JavaScript puts whole-number names first, whatever order they were given in. */
const hasWholeNumber = (text: string) => /"\d+":/.test(text);

test('is what JSON makes of a value, in one order', () => {
  const values = anything({ withDate: true, withBoxedValues: true, withNullPrototype: true });
  assert(
    property(values, (value) => {
      const expected = sorted(value);
      if (!hasWholeNumber(expected)) expect(canonicalJson(value)).toBe(expected);
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(expected));
    }),
    { numRuns: 500 },
  );
});

test.each([
  [undefined, 'null'],
  [{ b: 1, a: undefined }, '{"b":1}'],
  [{ b: 1, a: { 10: 'x', 9: 'y' } }, '{"a":{"10":"x","9":"y"},"b":1}'],
  // oxlint-disable-next-line no-sparse-arrays -- a hole
  [[, () => 1, NaN, -0], '[null,null,null,0]'],
  [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  [{ own: { toJSON: () => undefined } }, '{}'],
  [{ toJSON: 1, of: [{ toJSON: { a: 'b' } }] }, '{"of":[{"toJSON":{"a":"b"}}],"toJSON":1}'],
  ['\uD800é', String.raw`"\ud800é"`],
])('%j', (value, text) => expect(canonicalJson(value)).toBe(text));
