import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../sandbox/page/client/markdown/blocks.js';
import { parseInline } from '../../../sandbox/page/client/markdown/inline.js';
import { formatTimestamp } from '../../../sandbox/page/client/markdown/timestamps.js';

const text = (value: string) => ({ kind: 'text', text: value });

describe('inline markdown', () => {
  test.each([
    ['**a**', [{ kind: 'bold', children: [text('a')] }]],
    ['*a*', [{ kind: 'italic', children: [text('a')] }]],
    ['__a__', [{ kind: 'underline', children: [text('a')] }]],
    ['_a_', [{ kind: 'italic', children: [text('a')] }]],
    ['~~a~~', [{ kind: 'strike', children: [text('a')] }]],
    ['||a||', [{ kind: 'spoiler', children: [text('a')] }]],
    ['`a * b`', [{ kind: 'code', text: 'a * b' }]],
    ['`` a`b ``', [{ kind: 'code', text: ' a`b ' }]],
    [
      '**a *b***',
      [{ kind: 'bold', children: [text('a '), { kind: 'italic', children: [text('b')] }] }],
    ],
    ['<@123456789012345678>', [{ kind: 'mention', of: 'user', id: '123456789012345678' }]],
    ['<@&123456789012345678>', [{ kind: 'mention', of: 'role', id: '123456789012345678' }]],
    ['<#123456789012345678>', [{ kind: 'mention', of: 'channel', id: '123456789012345678' }]],
    ['@everyone', [{ kind: 'everyone', text: '@everyone' }]],
    ['<t:1700000000:R>', [{ kind: 'time', seconds: 1_700_000_000, style: 'R' }]],
    ['<t:1700000000>', [{ kind: 'time', seconds: 1_700_000_000, style: 'f' }]],
    [
      '[a](https://x.example/y)',
      [{ kind: 'link', url: 'https://x.example/y', children: [text('a')] }],
    ],
    ['a\nb', [text('a'), { kind: 'break' }, text('b')]],
  ])('%s', (source, expected) => {
    expect(parseInline(source)).toEqual(expected);
  });

  test.each([
    'snake_case_name',
    '3 * 4 * 5',
    '<t:99999999999999999:R>',
    '[a](javascript:alert(1))',
    '<script>alert(1)</script>',
    'miner_01_a',
    '**',
    '2 ~ 3',
  ])('%s stays as it stands', (source) => {
    expect(parseInline(source)).toEqual([text(source)]);
  });

  test('what is escaped stays as it stands', () => {
    expect(parseInline(String.raw`\*a\* \<@123456789012345678\> \`b\``)).toEqual([
      text('*a* <@123456789012345678> `b`'),
    ]);
  });
});

describe('block markdown', () => {
  test('a code block keeps its text, whatever stands in it', () => {
    expect(parseMarkdown('a\n```js\n**b**\n  c\n```\nd')).toEqual([
      { kind: 'paragraph', children: [text('a')] },
      { kind: 'code', language: 'js', text: '**b**\n  c' },
      { kind: 'paragraph', children: [text('d')] },
    ]);
  });

  test('headings, subtext, quotes and lists', () => {
    expect(parseMarkdown('## a\n-# b\n> c\n> d\n- e\n  - f\n1. g')).toEqual([
      { kind: 'heading', level: 2, children: [text('a')] },
      { kind: 'subtext', children: [text('b')] },
      {
        kind: 'quote',
        blocks: [{ kind: 'paragraph', children: [text('c'), { kind: 'break' }, text('d')] }],
      },
      {
        kind: 'list',
        items: [
          { depth: 0, number: null, children: [text('e')] },
          { depth: 1, number: null, children: [text('f')] },
          { depth: 0, number: 1, children: [text('g')] },
        ],
      },
    ]);
  });

  test('an escaped fence opens nothing', () => {
    expect(parseMarkdown('\\```a```')).not.toContainEqual(
      expect.objectContaining({ kind: 'code' }),
    );
  });

  test('hostile input of 4,096 characters is read in no time to speak of', () => {
    for (const piece of ['*', '_', '`', '[', '<', '||', '> ', '**a', '```']) {
      const source = piece.repeat(4096 / piece.length);
      expect(parseMarkdown(source).length).toBeGreaterThan(0);
    }
  });
});

describe('timestamps', () => {
  const now = 1_700_000_000_000;

  test.each([
    [-1, '1 second ago'],
    [-120, '2 minutes ago'],
    [7_200, 'in 2 hours'],
    [0, 'now'],
  ])('%i s from now', (offset, words) => {
    expect(formatTimestamp(now / 1000 + offset, 'R', now)).toBe(words);
  });

  test.each(['t', 'T', 'd', 'D', 'f', 'F'])('style %s says something of its own', (style) => {
    const others = ['t', 'T', 'd', 'D', 'f', 'F'].filter((other) => other !== style);
    const words = formatTimestamp(now / 1000, style, now);
    for (const other of others) expect(formatTimestamp(now / 1000, other, now)).not.toBe(words);
  });
});
