import { array, assert, constantFrom, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { nearNames } from '../../../src/domain/names/near-names.js';

const KNOWN = ['main', 'north-ridge-air', 'north-ridge-hydro', 'pecos-flats-air'];

test.each([
  ['mian', ['main']],
  ['Main', ['main']],
  ['north-rigde-air', ['north-ridge-air']],
  ['pecos flats air', ['pecos-flats-air']],
  ['north', ['north-ridge-air', 'north-ridge-hydro']],
  ['main', []],
  ['solo', []],
  ['ai', []],
  ['', []],
  ['m'.repeat(5000), []],
])('%j may mean %j', (typed, near) => {
  expect(nearNames(typed, KNOWN)).toEqual(near);
});

test('a letter less is found in any list, and never more names than asked for', () => {
  const name = string({
    minLength: 5,
    maxLength: 20,
    unit: constantFrom('a', 'b', 'c', 'x', 'y', '-'),
  });
  assert(
    property(name, array(name), integer({ min: 0, max: 19 }), (meant, others, at) => {
      const place = at % meant.length;
      const typed = meant.slice(0, place) + meant.slice(place + 1);
      const near = nearNames(typed, [meant, ...others]);
      expect(near.length).toBeLessThanOrEqual(3);
      if (others.length === 0 && typed.trim() === typed) expect(near).toEqual([meant]);
      for (const each of near) expect([meant, ...others]).toContain(each);
    }),
  );
});
