import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstDifference,
  foldName,
  lookalikeNames,
} from '../../../src/domain/names/lookalike-names.js';

describe('a name looks like', () => {
  test.each([
    ['in another case', 'alder', 'ALDER'],
    ['with a Cyrillic letter', 'alder', '\u0430lder'],
    ['with a Greek letter', 'Nova', 'N\u03BFva'],
    ['with capitals of other scripts', 'PHONE', '\u0420\u0397\u039F\u039D\u0415'],
    ['in wide letters', 'alder', '\uFF41\uFF4C\uFF44\uFF45\uFF52'],
    ['in styled letters', 'alder', '\u{1D41A}\u{1D425}\u{1D41D}\u{1D41E}\u{1D42B}'],
    ['with a letter that is not seen', 'alder', 'al\u200Bder'],
    ['with a filler', 'alder', 'alder\u3164'],
    ['with an accent', 'alder', '\u00E1lder'],
    ['0 for O', 'HALL-O', 'HALL-0'],
    ['1 for l', 'hall-l', 'hall-1'],
    ['I for l', 'hall-l', 'hall-I'],
    ['rn for m', 'farm', 'farrn'],
    ['with another dash', 'hall-3', 'hall\u20113'],
    ['with another space', 'hall 3', 'hall\u00A03'],
    ['with two spaces', 'hall 3', 'hall  3'],
    ['with a space at its end', 'hall', 'hall '],
  ])('one %s', (_, name, other) => {
    expect(lookalikeNames(name, ['else', other, name])).toEqual([other]);
    expect(lookalikeNames(other, ['else', other, name])).toEqual([name]);
  });

  test.each([
    ['alder', 'elder'],
    ['hall-1', 'hall-2'],
    ['north', 'south'],
    ['main', 'main-2'],
  ])('no other: %s, %s', (name, other) => {
    expect(lookalikeNames(name, [other])).toEqual([]);
  });

  test('itself never, and each other one once', () => {
    expect(lookalikeNames('a', ['a', 'A', 'A'])).toEqual(['A']);
  });
});

test('any text folds, and what is not seen makes no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(foldName(`${name}\u200B`)).toBe(foldName(name));
    }),
  );
});

test('where two names first differ', () => {
  expect(firstDifference('alder', '\u0430lder')).toEqual({ codePoint: 'U+0061', position: 1 });
  expect(firstDifference('💰a', '💰b')).toEqual({ codePoint: 'U+0061', position: 2 });
  expect(firstDifference('alder', 'alder\u200B')).toEqual({ endsAfter: 5 });
  expect(firstDifference('alder\u200B', 'alder')).toEqual({ codePoint: 'U+200B', position: 6 });
});
