import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { clampReply } from '../../../src/discord/limits/clamp-reply.js';
import { cutBlock, cutLine } from '../../../src/discord/limits/clamp-text.js';
import { violations } from './limit-checker.js';

/** Text as it may come from outside: any code units, markdown, emoji, towers of accents. */
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
const url = fc.oneof(
  fc.webUrl(),
  fc.constantFrom('javascript:alert(1)', '/v2/x', '', 'http://'),
  anyText(600),
);
const picture = fc.record({ url: fc.oneof(url, fc.constant('attachment://chart.png')) });

const field = fc.record({ name: anyText(400), value: anyText(1500), inline: fc.boolean() });
const embed = fc.record(
  {
    title: anyText(400),
    description: anyText(6000),
    url,
    color: fc.oneof(fc.integer(), fc.double()),
    timestamp: fc.oneof(fc.constant('2026-11-20T00:00:00.000Z'), anyText(30)),
    fields: fc.array(field, { maxLength: 30 }),
    author: fc.record({ name: anyText(400), url, icon_url: url }),
    footer: fc.record({ text: anyText(3000), icon_url: url }),
    image: picture,
    thumbnail: picture,
  },
  { requiredKeys: [] },
);
const customId = fc.oneof(fc.string({ maxLength: 120 }), fc.constantFrom('page:1', 'page:2'));
const button = fc.oneof(
  fc.record({
    type: fc.constant(2),
    style: fc.constantFrom(1, 2, 3, 4),
    label: anyText(120),
    custom_id: customId,
  }),
  fc.record({ type: fc.constant(2), style: fc.constant(5), label: anyText(120), url }),
  fc.record({ type: fc.constant(2), style: fc.constant(1), custom_id: customId }),
);
const entry = fc.record(
  {
    label: anyText(150),
    value: fc.string({ maxLength: 130 }),
    description: anyText(150),
    default: fc.boolean(),
  },
  { requiredKeys: ['label', 'value'] },
);
const menu = fc.record(
  {
    type: fc.constant(3),
    custom_id: customId,
    options: fc.array(entry, { maxLength: 40 }),
    placeholder: anyText(200),
    min_values: fc.integer({ min: -5, max: 50 }),
    max_values: fc.integer({ min: -5, max: 50 }),
  },
  { requiredKeys: ['type', 'custom_id', 'options'] },
);
const row = fc.record({
  type: fc.constant(1),
  components: fc.array(fc.oneof(button, menu), { maxLength: 8 }),
});
const MIB = 2 ** 20;
/** Stands for that many bytes, which the budgeter counts but does not read. */
const ofSize = (byteLength: number): Uint8Array => Object({ byteLength });
const file = fc.record(
  {
    name: fc.oneof(anyText(300), fc.constantFrom('chart.png', '../../x', 'a"b.csv')),
    data: fc.constantFrom(10, MIB, 9 * MIB, 11 * MIB).map(ofSize),
    description: anyText(1500),
  },
  { requiredKeys: ['name', 'data'] },
);
const anyReply = fc
  .record(
    {
      content: anyText(3000),
      embeds: fc.array(embed, { maxLength: 12 }),
      components: fc.array(row, { maxLength: 7 }),
      files: fc.array(file, { maxLength: 13 }),
    },
    { requiredKeys: [] },
  )
  // Forged on purpose: shapes that the types would not let through.
  .map((reply): Reply => Object(reply));

describe('the budgeter', () => {
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

  test.each([
    [undefined, 10],
    [8 * 1024 * 1024, 8],
    [50 * 1024 * 1024, 12],
  ])('takes files as large as Discord says of the channel: %s', (limit, most) => {
    const files = [8, 10, 12].map((mib) => ({
      name: `${mib}.csv`,
      data: new Uint8Array(mib * 1024 * 1024),
    }));
    for (const each of files) {
      const { files: kept = [], content } = clampReply({ content: 'x', files: [each] }, limit);
      const fits = each.data.byteLength <= most * 1024 * 1024;
      expect(kept.map(({ name }) => name)).toEqual(fits ? [each.name] : []);
      expect(content?.includes(each.name)).toBe(!fits);
    }
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
    const big = { name: 'miners.csv', data: ofSize(12 * MIB) };
    const { content, embeds } = clampReply({
      content: 'Here.',
      embeds: [{ fields }],
      files: [big],
    });
    expect(embeds?.[0]?.fields).toHaveLength(25);
    expect(content).toMatchInlineSnapshot(`
      "Here.
      -# Left out, because Discord takes no more in one message: 5 fields, file miners.csv (12.0 MiB)."
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

  test('shows a picture under the name its file was given', () => {
    const { embeds, files } = clampReply({
      embeds: [{ image: { url: 'attachment://a b.png' } }],
      files: [{ name: 'a b.png', data: new Uint8Array(1) }],
    });
    expect(files?.[0]?.name).toBe('a_b.png');
    expect(embeds?.[0]?.image?.url).toBe('attachment://a_b.png');
  });

  test('never shortens a custom id: the button goes', () => {
    const { content, components } = clampReply({
      content: 'x',
      components: [
        {
          type: 1,
          components: [{ type: 2, style: 1, label: 'Confirm', custom_id: 'c'.repeat(101) }],
        },
      ],
    });
    expect(components).toBeUndefined();
    expect(content).toContain('1 button or menu');
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
