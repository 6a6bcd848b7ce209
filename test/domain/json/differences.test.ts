import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashOf } from '../../../src/domain/json/canonical-json.js';
import { differences } from '../../../src/domain/json/differences.js';

const all = (before: unknown, after: unknown) => [...differences(before, after)];

describe('differences', () => {
  test('are those that drift counts, of any two values', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(value, value, (before, after) => {
        expect(all(before, after).length > 0).toBe(hashOf(before) !== hashOf(after));
        expect(all(before, structuredClone(before))).toEqual([]);
      }),
    );
  });

  test('each stand at their own place; null, nothing and what is empty are told apart', () => {
    const before = { a: null, b: [], c: { d: [1, { e: 'x' }] }, same: 1, kind: {} };
    const after = { b: null, c: { d: [1, { e: 'y' }, null] }, same: 1, kind: [] };
    expect(all(before, after)).toEqual([
      { path: ['a'], before: null, after: undefined },
      { path: ['b'], before: [], after: null },
      { path: ['c', 'd', 1, 'e'], before: 'x', after: 'y' },
      { path: ['c', 'd', 2], before: undefined, after: null },
      { path: ['kind'], before: {}, after: [] },
    ]);
  });

  test('find names that every object has', () => {
    const named = (name: string) => JSON.parse(`{"${name}": 1}`);
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(all({}, named(name))).toEqual([{ path: [name], before: undefined, after: 1 }]);
  });
});
