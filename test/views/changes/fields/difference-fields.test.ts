import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashOf } from '../../../../src/domain/json/canonical-json.js';
import { differences } from '../../../../src/domain/json/differences.js';
import {
  differenceFields,
  differingParts,
} from '../../../../src/views/changes/fields/difference-fields.js';

const lines = (before: unknown, after: unknown) =>
  differenceFields(before, after).flatMap(({ value }) => value.split('\n'));

describe('a difference', () => {
  const long = 'n'.repeat(120);
  test.each<[string, unknown, unknown, string]>([
    ['null and none', { hold: null }, {}, '`hold` `null` → not given'],
    ['an empty list and null', { to: [] }, { to: null }, '`to` `[]` → `null`'],
    ['an empty record and list', { to: {} }, { to: [] }, '`to` `{}` → `[]`'],
    ['a number and its text', { x: 1 }, { x: '1' }, '`x` `1` → `"1"`'],
    ['a text and its absence in words', { x: 'not given' }, {}, '`x` `"not given"` → not given'],
    ['what no double holds', { x: 1 }, { x: '1.0' }, '`x` `1` → `1.0`'],
    ['a space at the end', { x: 'a' }, { x: 'a ' }, '`x` `"a"` → `"a "`'],
    ['a space of another kind', { x: 'a b' }, { x: 'a\u00A0b' }, '`x` `"a b"` → `"a\\u00a0b"`'],
    ['a line end', { x: 'a b' }, { x: 'a\nb' }, '`x` `"a b"` → `"a\\nb"`'],
    ['a letter nobody sees', { x: 'ab' }, { x: 'a\u200Bb' }, '`x` `"ab"` → `"a\\u200bb"`'],
    [
      'a mark of its own',
      { x: '\u00E9' },
      { x: 'e\u0301' },
      '`x` `"\u00E9"` (⚠️ U+00E9) → `"e\\u0301"`',
    ],
    ['a letter outside ASCII', { x: 'cоld' }, { x: 'hot' }, '`x` `"cоld"` (⚠️ U+043E) → `"hot"`'],
    ['two spaces in a row', { x: 'a  b' }, { x: 'c' }, '`x` `"a  b"` (⚠️ spaces) → `"c"`'],
    ['a look-alike letter', { x: 'cold' }, { x: 'c\u043Eld' }, '`x` `"cold"` → `"c\\u043eld"`'],
    [
      'a record without words',
      { x: { toString: null } },
      { x: 1 },
      '`x` `{"toString":null}` → `1`',
    ],
    ['a backtick', { x: 'a`b' }, { x: 'aˋb' }, '`x` `"a\\u0060b"` → `"aˋb"` (⚠️ U+02CB)'],
    ['another place', { 'a.b': 1 }, {}, '`"a.b"` `1` → not given'],
    ['no record at all', null, { a: 1 }, 'the record `null` → `{"a":1}`'],
    [
      'the end of a long text',
      { note: `${long}A` },
      { note: `${long}B` },
      '`note` differs from character 121 on: `…nnnnnnnnnnA"` → `…nnnnnnnnnnB"`',
    ],
  ])('of %s is seen', (...[, before, after, line]) => {
    expect(lines(before, after)).toEqual([line]);
  });

  test('never reads the same before and after, whatever the two values', () => {
    const odd = fc.constantFrom(
      '1',
      '1.0',
      'null',
      '[]',
      '"',
      '\\u0041',
      ' ',
      'e\u0301',
      '\u{1F600}',
    );
    const text = fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 80 }));
    const tail = fc
      .tuple(fc.integer({ min: 0, max: 200 }), text)
      .map(([length, end]) => 'n'.repeat(length) + end);
    const value = fc.oneof(text, tail, fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }));
    fc.assert(
      fc.property(value, value, (before, after) => {
        fc.pre(hashOf(before) !== hashOf(after));
        const found = [...differences({ before }, { before: after })].map(differingParts);
        expect(found.length).toBeGreaterThan(0);
        for (const { was, is } of found) expect(was).not.toBe(is);
        for (const { value: shown } of differenceFields({ before }, { before: after })) {
          expect(shown.length).toBeLessThanOrEqual(1024);
          // oxlint-disable-next-line no-control-regex -- none may reach the card
          expect(shown).not.toMatch(/[\0-\x09\x0B-\x1F\u200B-\u200F\u2028-\u202E]/);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('that has no room is counted, and the first is shown whatever its size', () => {
    const record = (end: string) =>
      Object.fromEntries(
        Array.from({ length: 3_000 }, (_, at) => [
          `${'\u{1F600}'.repeat(50)}${at}`,
          `${'é'.repeat(90)}${end}`,
        ]),
      );
    const shown = lines(record('x'), record('y'));
    expect(shown[0]).toMatch(/differs from character 91 on: `…/);
    expect(shown.at(-1)).toMatch(/^… and 2,99\d more differences; the export has both records$/);
  });

  test('of an id stands small behind the name beside it; alone it stands as all do', () => {
    const [site] = differenceFields(
      { site: { id: 'a', name: 'A' }, wallet: { id: 1 }, z: 1 },
      { site: { id: 'b', name: 'B' }, wallet: { id: 2 }, z: 2 },
    );
    expect(site?.value.split('\n')).toEqual([
      '`site.name` `"A"` → `"B"`',
      '`wallet.id` `1` → `2`',
      '`z` `1` → `2`',
      '-# `site.id` `"a"` → `"b"`',
    ]);
  });

  test('is none where the records are the same', () => {
    expect(differenceFields({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
  });
});
