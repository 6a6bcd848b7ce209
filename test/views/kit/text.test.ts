import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  code,
  insideBlock,
  joinList,
  NOTHING_VISIBLE,
  escapeMarkdown,
} from '../../../src/views/kit/text.js';
import { hostile } from '../support/hostile.js';
import { markdownIn, seen } from '../support/markdown.js';
import { oneLine } from '../../../src/domain/names/one-line.js';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const most = fc.integer({ min: 1, max: 120 });

function signs(text: string): number {
  return [...graphemes.segment(text)].length;
}

const withoutIsolates = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');

describe('the detector itself', () => {
  test.each([
    ['<@1>', 'mention'],
    ['<@&12>', 'mention'],
    ['<#1>', 'mention'],
    ['@everyone', 'everyone'],
    ['<:a:1>', 'emoji'],
    [':tada:', 'emoji'],
    ['<t:1>', 'time'],
    ['**b**', 'bold or italic'],
    ['_i_', 'bold or italic'],
    ['__u__', 'underline'],
    ['~~s~~', 'strike'],
    ['||s||', 'spoiler'],
    ['`c`', 'code'],
    ['[a](b)', 'masked link'],
    ['https://a', 'link'],
    ['x\n# h', 'heading'],
    ['-# s', 'small'],
    ['> q', 'quote'],
    ['- l', 'list'],
    ['1. l', 'list'],
  ])('finds %j', (text, construct) => {
    expect(markdownIn(text)).toContain(construct);
  });

  test('and nothing in plain words', () => {
    expect(markdownIn('Rack 7, row b: 3.5 TH/s (a_b) \\*x\\*')).toEqual([]);
  });
});

describe('oneLine', () => {
  test('shows plain text as it does with a sign in it that nobody sees', () => {
    const plain = fc.string({ unit: 'grapheme-ascii', maxLength: 140 });
    fc.assert(
      fc.property(plain, most, (text, limit) => {
        expect(oneLine(text, limit)).toBe(oneLine(`${text}\u200B`, limit));
      }),
      { numRuns: 3_000 },
    );
  });

  test('is one well-formed line without hidden signs, within its limit', () => {
    fc.assert(
      fc.property(hostile, most, (text, limit) => {
        const line = oneLine(text, limit);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|\p{M}{5}/u,
        );
        expect(line).toBe(line.trim());
        expect(signs(line)).toBeLessThanOrEqual(limit);
        expect(line.length).toBeLessThanOrEqual(limit * 8);
      }),
    );
  });

  test('loses no visible letter without an ellipsis', () => {
    // Marks are capped and half surrogates replaced, so compare letters, digits and signs.
    const letters = (text: string) =>
      text.toWellFormed().replaceAll(/[\p{M}\p{C}\s\p{Default_Ignorable_Code_Point}\uFFFD]/gu, '');
    fc.assert(
      fc.property(hostile, most, (text, limit) => {
        const line = oneLine(text, limit);
        if (letters(line) !== letters(text)) expect(line).toMatch(/…$/);
      }),
    );
  });

  test('leaves ordinary text as it is', () => {
    const word = fc
      .stringMatching(/^[A-Za-z0-9äöüß漢字😀 .:_-]{1,100}$/u)
      .map((each) => each.trim());
    fc.assert(fc.property(word, (text) => signs(text) > 100 || oneLine(text) === text));
  });

  test.each([
    ['a\r\nb\tc\u2028d', 'a b c d'],
    [`x${'\u200B'.repeat(5000)}y`, 'x…'],
    [`a${'\u0301'.repeat(99)}`, `a${'\u0301'.repeat(4)}`],
    ['x'.repeat(101), `${'x'.repeat(99)}…`],
    ['👍'.repeat(100), '👍'.repeat(100)],
    ['admin\u202Etxt.exe', 'admintxt.exe'],
  ])('%j', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });

  test('a cut leaves no half of a letter', () => {
    expect(oneLine(`${'x'.repeat(9)}${`😀${'\u0301'.repeat(30)}`.repeat(9)}`, 10)).toBe(
      `${'x'.repeat(9)}…`,
    );
    expect(oneLine('😀'.repeat(3000), 5)).toBe('😀😀😀😀…');
  });
});

describe('plain', () => {
  test('has no markdown, no mention and no link, and shows every letter', () => {
    fc.assert(
      fc.property(hostile, most, (text, limit) => {
        const escaped = escapeMarkdown(text, limit);
        expect(markdownIn(escaped)).toEqual([]);
        expect(escaped).not.toMatch(/(?<!\\)[<@]/);
        const line = oneLine(text, limit);
        expect(withoutIsolates(seen(escaped))).toBe(
          line === '' && text !== '' ? NOTHING_VISIBLE : line,
        );
        expect(escaped.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('stays harmless inside the house’s own bold and quotes', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(markdownIn(`${escapeMarkdown(text)} `)).toEqual([]);
        expect(markdownIn(`\n${escapeMarkdown(text)}`)).toEqual([]);
        // Only the two pairs around it are bold: it neither ends them early nor extends them.
        const bold = `**${escapeMarkdown(text) || 'x'}** end`.replaceAll(/\\[^0-9A-Za-z\s]/gu, 'e');
        expect(bold.split('**')).toHaveLength(3);
      }),
    );
  });
});

describe('code', () => {
  test('is one span that nothing inside can end, with not one backslash more', () => {
    const plain = hostile.filter((text) => !text.includes('`'));
    fc.assert(
      fc.property(plain, most, (text, limit) => {
        const span = withoutIsolates(code(text, limit));
        expect(span).toMatch(/^`[^`\n]+`$/);
        const inner = span.slice(1, -1);
        expect(inner.split('\\')).toHaveLength(oneLine(text, limit).split('\\').length);
        expect(inner.trim()).toBe(oneLine(text, limit));
      }),
    );
  });

  test('of a text with a backtick is that text, escaped, without another letter', () => {
    expect(code('a`b_c')).toBe('a\\`b\\_c');
    expect(code('``')).toBe('\\`\\`');
    fc.assert(fc.property(hostile, (text) => !code(text).includes('ˋ') || text.includes('ˋ')));
  });

  test('an address of a network and nothing at all', () => {
    expect([code('10.1.2.3'), code(''), code('\u200B')]).toEqual(['`10.1.2.3`', '` `', '` `']);
  });
});

describe('names written from right to left', () => {
  const [EAST, WEST] = ['موقع ألف', 'אתר ב'];

  test('keep their places on both sides of an arrow, in one text too', () => {
    expect(escapeMarkdown(EAST)).toBe(`\u2068${EAST}\u2069`);
    expect(escapeMarkdown(`${EAST} → ${WEST}`)).toBe(`\u2068${EAST}\u2069 → \u2068${WEST}\u2069`);
    expect(escapeMarkdown(`main → ${WEST}`)).toBe(`main → \u2068${WEST}\u2069`);
    expect(code(EAST)).toBe(`\u2068\`${EAST}\`\u2069`);
  });

  test('can’t end what keeps them, and other names get nothing', () => {
    expect(escapeMarkdown(`${EAST}\u2069\u202E`)).toBe(`\u2068${EAST}\u2069`);
    expect(escapeMarkdown('a → 漢字 é')).toBe('a → 漢字 é');
  });
});

describe('insideBlock', () => {
  test('nothing can close the block', () => {
    fc.assert(fc.property(hostile, (text) => !insideBlock(text).includes('```')));
    expect(insideBlock('a`b``c')).toBe('a`b``c');
  });
});

describe('listing', () => {
  test.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
    [['a', 'b', 'c', 'd'], 'a, b, c and 1 more'],
  ])('%j', (items, text) => {
    expect(joinList(items, 3)).toBe(text);
  });
});
