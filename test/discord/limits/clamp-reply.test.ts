import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { clampReply } from '../../../src/discord/limits/clamp-reply.js';
import { cutBlock, cutLine } from '../../../src/discord/limits/clamp-text.js';
import { violations } from './limit-checker.js';

/** Text as it may come from outside: any code units, markdown, emoji, stacked accents. */
const anyText = (maxLength: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ maxLength, unit: 'grapheme' }) },
    { weight: 2, arbitrary: fc.string({ maxLength, unit: 'binary' }) },
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength })
      .map((codes) => String.fromCharCode(...codes)),
    fc.nat(maxLength).map((n) => '```\n' + '| a `b` <@1> [c](http://d) |\n'.repeat(n / 20)),
    fc.nat(maxLength).map((n) => '👩‍👩‍👧‍👦'.repeat(n / 11)),
    fc.nat(maxLength).map((n) => `e${'\u0301'.repeat(n)}`),
    fc.constantFrom('', ' ', '\n', '\u200b'),
  );
/** Views always put something visible, plus as much as the pool or a person gave. */
const someText = (maxLength: number) => anyText(maxLength).map((text) => `x${text}`);
const field = fc.record({ name: someText(400), value: someText(1500), inline: fc.boolean() });
const embed = fc.record(
  {
    title: someText(400),
    description: someText(6000),
    fields: fc.array(field, { maxLength: 30 }),
    footer: fc.record({
      text: fc.string({ minLength: 1, maxLength: 100 }).map((text) => `x${text}`),
    }),
  },
  { requiredKeys: ['title'] },
);
const anyReply: fc.Arbitrary<Reply> = fc.record(
  { content: someText(3000), embeds: fc.array(embed, { minLength: 1, maxLength: 12 }) },
  { requiredKeys: ['embeds'] },
);

describe('a reply', () => {
  test('lets nothing out that Discord would refuse', () => {
    fc.assert(
      fc.property(anyReply, (reply) => {
        expect(violations(clampReply(reply))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('gives back a reply that fits as it came', () => {
    fc.assert(
      fc.property(anyReply, (reply) => {
        const once = clampReply(reply);
        expect(clampReply(once)).toEqual(once);
      }),
      { numRuns: 100 },
    );
  });

  test('makes the same of a card that fits, whatever comes after it', () => {
    const tooMany = Array.from({ length: 26 }, () => ({ name: 'n', value: 'v' }));
    fc.assert(
      fc.property(embed, (card) => {
        const together = clampReply({ embeds: [card, { title: 'x', fields: tooMany }] });
        expect(clampReply({ embeds: [card] }).embeds).toEqual(together.embeds?.slice(0, 1));
      }),
      { numRuns: 300 },
    );
  });

  test('leaves a good card alone', () => {
    const card: Reply = {
      content: 'Hello',
      embeds: [
        {
          title: 'Summary',
          description: 'x',
          color: 0x00ff00,
          fields: [{ name: 'a', value: 'b' }],
        },
      ],
      components: [
        { type: 1, components: [{ type: 2, style: 1, label: 'Next', custom_id: 'page:2' }] },
      ],
      files: [{ name: 'a.csv', data: new Uint8Array(3), description: 'The table' }],
    };
    expect(clampReply(card)).toEqual(card);
  });

  test('says what it left out', () => {
    const fields = Array.from({ length: 30 }, (_, i) => ({ name: `n${i}`, value: 'v' }));
    const { content, embeds } = clampReply({ content: 'Here.', embeds: [{ title: 'x', fields }] });
    expect(embeds?.[0]?.fields).toHaveLength(25);
    expect(content).toMatchInlineSnapshot(`
      "Here.
      -# Left out, because Discord allows no more in one message: 5 fields."
    `);
  });

  test('keeps the first card whole when ten share 6,000 characters', () => {
    const embeds = Array.from({ length: 10 }, (_, i) => ({
      title: `Card ${i}`,
      description: 'd'.repeat(1000),
    }));
    const fitted = clampReply({ embeds });
    expect(fitted.embeds?.[0]).toEqual(embeds[0]);
    expect(fitted.embeds?.at(5)?.description).toContain('more characters');
    expect(violations(fitted)).toEqual([]);
  });
});

describe('cutting', () => {
  test('counts what is missing', () => {
    expect(cutBlock('word '.repeat(1000), 200)).toMatch(/… cut, 4,8\d\d more characters$/);
  });

  test('closes a code block that it cuts', () => {
    const cut = cutBlock('```\n' + 'row of a table\n'.repeat(300) + '```', 500);
    expect(cut.length).toBeLessThanOrEqual(500);
    expect(cut.split('```')).toHaveLength(3);
    expect(cut).toMatch(/row of a table\n```\n… cut, [\d,]+ more characters$/);
  });

  test('does not begin a link, a mention or code that it cannot end', () => {
    for (const tail of [
      '[text](https://example.org/x)',
      '<t:1700000000:R>',
      '`0x1234567890abcdef`',
    ]) {
      const cut = cutBlock('y'.repeat(440) + tail.repeat(3) + 'z'.repeat(500), 500);
      const [shown = ''] = cut.split('\n…');
      expect(shown.replaceAll(tail, '')).toMatch(/^y+$/);
    }
  });

  test('keeps families together', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(cutLine(family.repeat(20), 100)).toBe(`${family.repeat(9)}…`);
  });
});

test('the checker itself sees what is wrong', () => {
  const bad = {
    content: 'x'.repeat(2001),
    embeds: [{ title: '\ud800', fields: [{ name: '', value: 'v'.repeat(1025) }] }],
    components: [{ type: 1 as const, components: [] }],
  };
  expect(violations(bad)).toEqual([
    'content has 2001 of 2000',
    'title has a lone surrogate at 0',
    'field name is empty',
    'field value has 1025 of 1024',
    'an empty row',
  ]);
});

/** Exactly as much as Discord accepts stays unchanged; one more is too much. */
const x = (length: number) => 'x'.repeat(length);
const many = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`);

describe('exactly at the limit, nothing is lost', () => {
  test.each<[string, Reply]>([
    ['content', { content: x(2_000) }],
    ['a description', { embeds: [{ description: x(4_096) }] }],
    ['title and footer', { embeds: [{ title: x(256), footer: { text: x(2_048) } }] }],
    ['a field', { embeds: [{ fields: [{ name: x(256), value: x(1_024) }] }] }],
    ['25 fields', { embeds: [{ fields: many(25).map((name) => ({ name, value: 'v' })) }] }],
    ['10 cards', { embeds: many(10).map((title) => ({ title })) }],
    ['6,000 characters in all', { embeds: [{ description: x(3_000) }, { description: x(3_000) }] }],
  ])('%s', (_, reply) => {
    expect(clampReply(reply)).toEqual(reply);
  });

  test.each<[string, Reply]>([
    ['11 cards', { embeds: many(11).map((title) => ({ title })) }],
    ['26 fields', { embeds: [{ fields: many(26).map((name) => ({ name, value: 'v' })) }] }],
  ])('%s: said to be left out', (_, reply) => {
    expect(clampReply(reply).content).toContain('Left out, because Discord allows no more');
  });
});

describe('a cut', () => {
  const fill = `${x(60)}\n`.repeat(9);

  test.each([
    ['a code span that begins its line', `${fill}\`${x(400)}\``],
    ['a code span within its line', `${fill}and \`${x(400)}\``],
    ['a mention', `${fill}${x(200)} <@123456789012345678> ${x(300)}`],
    ['a link', `${fill}${x(100)} [words that go on](https://example.com/${x(200)}) ${x(300)}`],
  ])('leaves no half of %s', (_, text) => {
    const kept = cutBlock(text, 800);
    expect(kept.length).toBeLessThanOrEqual(800);
    expect(kept).toMatch(/more characters/);
    const [body = ''] = kept.split('\n…');
    expect(body.split('`').length % 2).toBe(1);
    expect(body).not.toMatch(/<[^>]*$|\[[^\]]*$|\]\([^)]*$/);
    expect(body.startsWith(fill.trimEnd())).toBe(true);
  });

  test('keeps a code block closed, and a closed span whole', () => {
    const block = cutBlock(`\`\`\`\n${`${x(60)}\n`.repeat(30)}\`\`\``, 800);
    expect(block.split('```')).toHaveLength(3);
    const span = cutBlock(`${fill}\`kept\` ${x(500)}`, 800);
    expect(span).toContain('`kept`');
  });
});
