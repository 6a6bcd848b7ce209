import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  besidesFields,
  undocumentedFields,
} from '../../../../src/views/changes/pool-answer/answer-fields.js';
import { pathText, valueText } from '../../../../src/views/changes/text/exact-text.js';

const lines = (others: Record<string, unknown>) =>
  undocumentedFields([[undefined, others]]).flatMap(({ value }) => value.split('\n'));

describe('a field of the pool’s', () => {
  test.each<[unknown, string]>([
    [null, 'null (no value)'],
    ['null', '"null"'],
    [[], '\\[\\] (an empty list)'],
    ['[]', '"\\[\\]"'],
    [{}, '{} (an empty record)'],
    ['', '""'],
    [' ', '" "'],
    ['true', '"true"'],
    [true, 'true'],
    ['1.0', '1.0'],
    ['"1"', '"\\\\"1\\\\""'],
    ['a\nb', '"a\\\\nb"'],
    ['a\u200Bb', '"a\\\\u200bb"'],
    ['WEEKLY', 'WEEKLY'],
    ['x'.repeat(301), `"${'x'.repeat(300)}…" (cut: 301 characters)`],
  ])('of %j is said so', (value, words) => {
    const escaped = words.replaceAll(/[():+.-]/g, '\\$&');
    expect(lines({ field: value })).toEqual([`\`field\` ${escaped}`]);
  });

  test('with letters outside ASCII is marked', () => {
    expect(lines({ field: 'Zürich' })).toEqual(['`field` Zürich (⚠️ U+00FC)']);
    const alike = 'D\u0410\u0406LY';
    expect(lines({ field: alike })).toEqual([`\`field\` ${alike} (⚠️ U+0410 and U+0406)`]);
  });

  test('without a value is counted as any other', () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`x_${at}`, null]));
    const shown = lines(many);
    const listed = shown.filter((line) => line.startsWith('`x_')).length;
    expect(shown.at(-1)).toBe(`… and ${900 - listed} more`);
  });

  test.each<[string, string]>([
    ['plain_name', '`plain_name`'],
    ['a.b', '`"a.b"`'],
    ['0', '`"0"`'],
    ['a b', '`"a b"`'],
    ['a\nb', '⚠️ `"a\\nb"`'],
    ['a`b', '⚠️ `"a\\u0060b"`'],
    ['a\u200B', '⚠️ `"a\\u200b"`'],
    ['s\u0456te', '⚠️ `"s\\u0456te"`'],
    ['', '`""`'],
    ['n'.repeat(70), `\`${'n'.repeat(70)}\``],
  ])('called %j has its exact name', (name, words) => {
    expect(lines({ [name]: 1 })).toEqual([`${words} 1`]);
  });

  test('never has the look of another one, also where the name is cut', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a.0', '"a"', '"a.0"', 'n'.repeat(500)),
      fc.nat(5),
    );
    const path = fc.array(name, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(path, path, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(pathText(one)).not.toBe(pathText(other));
        expect(pathText(one)).toMatch(/^(⚠️ )?`[ -~…]{1,120}`$/u);
      }),
    );
    const cut = (end: string) => pathText([`${'n'.repeat(90)}${end}${'n'.repeat(90)}`]);
    expect(cut('a')).toMatch(/^⚠️ `n{80}…n{20} #[0-9a-f]{8}`$/);
    expect(cut('a')).not.toBe(cut('b'));
  });

  test('with text as its value is never shown as another text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('null', '[]', '"', '""', ' a', 'a', 'null (no value)', '"a"', '\\'),
    );
    const other = fc.oneof(text, fc.constantFrom(null, true, [], {}));
    fc.assert(
      fc.property(text, other, (one, value) => {
        fc.pre(one !== value);
        expect(valueText(one, 300)).not.toBe(valueText(value, 300));
        expect(valueText(one, 300).length).toBeLessThan(700);
      }),
    );
  });

  test('stays where the house has a name of its own for something else', () => {
    const [field] = besidesFields([
      [undefined, { site: { a: 1 }, 'target site': 2 }],
      ['target site', { a: 3 }],
      ['empty', {}],
    ]);
    expect(field?.value).toBe('`site.a` 1\n`"target site"` 2\n`target site.a` 3');
  });
});
