import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  missedSpaces,
  invisibleCharacters,
  unusualCharacters,
} from '../../../src/domain/names/suspicious-characters.js';

/** Every code point with one of these properties, except the one space that people see. */
const INVISIBLE = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => {
  const sign = String.fromCodePoint(code);
  const hidden =
    /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$/u;
  return sign !== ' ' && hidden.test(sign);
});

/**
 * By their names in Unicode: blanks, fillers, joiners and selectors with no property of the above.
 * Those that are drawn (emoji, the open box) or stack letters of a living script aren't among them.
 */
const BLANK = [
  0x2800,
  0xfffc,
  0x1d159,
  0x13441,
  0x13442,
  0x2d7f,
  0x16fe4,
  0x1107f,
  0x13440,
  0x1bc9d,
  ...Array.from({ length: 5 }, (_, at) => 0x1da9b + at),
  ...Array.from({ length: 15 }, (_, at) => 0x1daa1 + at),
];

const printable = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)) })
  .filter((name) => name.trim() === name);

describe('invisible letters', () => {
  test('none passes, wherever it stands, and it is named', () => {
    expect(INVISIBLE.length).toBeGreaterThan(100_000);
    fc.assert(
      fc.property(
        printable,
        fc.nat({ max: INVISIBLE.length - 1 }),
        fc.nat(),
        (name, which, where) => {
          const code = INVISIBLE[which] ?? 0;
          const at = where % (name.length + 1);
          const letter = String.fromCodePoint(code);
          const found = invisibleCharacters(name.slice(0, at) + letter + name.slice(at));
          const codePoint = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
          expect(found).toContainEqual({ codePoint, position: at + 1 });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('each of them is found', () => {
    const missed = [...INVISIBLE, ...BLANK].filter(
      (code) => invisibleCharacters(`a${String.fromCodePoint(code)}b`).length !== 1,
    );
    expect(missed).toEqual([]);
  });

  test('and no other: letters, marks on them, digits, signs and emoji are drawn', () => {
    const hidden = new Set([...INVISIBLE, ...BLANK]);
    const refused = Array.from({ length: 0x110000 }, (_, code) => code).filter(
      (code) =>
        !hidden.has(code) && invisibleCharacters(`a${String.fromCodePoint(code)}b`).length > 0,
    );
    expect(refused).toEqual([]);
  });

  test.each(['\u200B', '\u00AD', '\u034F', '\u202E', '\u3164', '\uFFA0', '\uFE0F', '\u2800', '\n'])(
    '%j',
    (letter) => {
      expect(invisibleCharacters(`alder${letter}`).map(({ position }) => position)).toEqual([6]);
    },
  );

  test('a space is one at an end alone, and positions count whole characters', () => {
    expect(invisibleCharacters(' a b ')).toEqual([
      { codePoint: 'U+0020', position: 1 },
      { codePoint: 'U+0020', position: 5 },
    ]);
    expect(invisibleCharacters('⛏💰\u200Bx')).toEqual([{ codePoint: 'U+200B', position: 3 }]);
  });

  test('names of printable ASCII pass, and so do letters and signs that are seen', () => {
    fc.assert(fc.property(printable, (name) => invisibleCharacters(name).length === 0));
    for (const name of ['Größe ✓', 'A\u030Angstro\u0308m', 'север', '北', '💰', 'ខ្មែរ', 'မန္တလေး']) {
      expect(invisibleCharacters(name), name).toEqual([]);
    }
  });
});

test('what is outside printable ASCII is unusual, each with its place', () => {
  fc.assert(fc.property(printable, (name) => unusualCharacters(name).length === 0));
  expect(unusualCharacters('a\u0430\t💰')).toEqual([
    { codePoint: 'U+0430', position: 2 },
    { codePoint: 'U+0009', position: 3 },
    { codePoint: 'U+1F4B0', position: 4 },
  ]);
});

test('spaces at an end or in a row have their places; single ones between words are seen', () => {
  const words = fc.array(fc.stringMatching(/^[!-~]+$/), { minLength: 1 });
  fc.assert(fc.property(words, (each) => missedSpaces(each.join(' ')).length === 0));
  expect(missedSpaces('  💰  b ')).toEqual([
    { from: 1, to: 2 },
    { from: 4, to: 5 },
    { from: 7, to: 7 },
  ]);
  expect(missedSpaces('   ')).toEqual([{ from: 1, to: 3 }]);
});
