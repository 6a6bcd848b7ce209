import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMessage } from '../../sandbox/discord/validate.js';
import { fitLines } from '../../src/discord/clamp.js';
import { createCommandMentions } from '../../src/discord/command-mentions.js';
import { toMessage } from '../../src/discord/message.js';
import type { Button, Reply } from '../../src/discord/reply.js';

const button = (label: string, rest: Partial<Button> = {}): Button => ({
  label,
  id: label,
  ...rest,
});

describe('a reply becomes a message', () => {
  it('a card is a classic embed with colour, footer, moment and chart', () => {
    const chart = { name: 'revenue.png', data: Buffer.from('png'), alt: 'Revenue by day' };
    const { body, files } = toMessage({
      cards: [
        {
          title: 'Revenue',
          tone: 'good',
          lines: ['one', false, null, 'two'],
          footer: 'Read from the pool',
          at: 0,
          chart,
        },
      ],
      files: [{ name: 'revenue-BTC.csv', data: 'day' }],
    });
    expect(body.embeds).toEqual([
      {
        title: 'Revenue',
        color: 0x009e73,
        description: 'one\ntwo',
        footer: { text: 'Read from the pool' },
        timestamp: '1970-01-01T00:00:00.000Z',
        image: { url: 'attachment://revenue.png' },
      },
    ]);
    expect(body.attachments).toEqual([
      { id: '0', filename: 'revenue.png', description: 'Revenue by day' },
      { id: '1', filename: 'revenue-BTC.csv' },
    ]);
    expect(files.map(({ name }) => name)).toEqual(['revenue.png', 'revenue-BTC.csv']);
  });

  it('nobody is notified but those who are named', () => {
    const text = '@everyone <@1> <@&2>';
    expect(toMessage({ content: text }).body.allowed_mentions).toEqual({
      parse: [],
      roles: [],
      users: [],
    });
    expect(toMessage({ content: text, pings: { roles: ['2'] } }).body.allowed_mentions).toEqual({
      parse: [],
      roles: ['2'],
      users: [],
    });
  });

  it('more than five buttons wrap into rows', () => {
    const rows = [['1', '2', '3', '4', '5', '6'].map((label) => button(label))];
    const { components } = toMessage({ content: 'x', rows }).body;
    expect(components?.map((row) => ('components' in row ? row.components.length : 0))).toEqual([
      5, 1,
    ]);
  });

  it('a row without buttons and a select without options are left out', () => {
    const select = { select: 'kind', placeholder: 'Choose', options: [] };
    expect(toMessage({ content: 'x', rows: [[], select] }).body.components).toEqual([]);
  });

  it('a button is a link where it has an address', () => {
    const rows = [[{ label: 'Open at the pool', url: 'https://pool.example/' }]];
    expect(toMessage({ content: 'x', rows }).body.components).toMatchObject([
      { components: [{ style: 5, url: 'https://pool.example/' }] },
    ]);
  });
});

describe('what is too long is cut', () => {
  it('small print goes first', () => {
    expect(fitLines('state\n-# reason\nwhat', 12)).toBe('state\nwhat');
  });

  it('then quotes are cut', () => {
    const text = `state\n> ${'words '.repeat(30)}\nwhat`;
    expect(fitLines(text, 100)).toBe(`state\n> ${'words '.repeat(12)}words…\nwhat`);
  });

  it('then lines go from the end, and the cut says how many', () => {
    expect(fitLines('one\ntwo\nthree\nfour\nfive', 21)).toBe('one\n… 4 more lines');
  });

  it('a code block that is cut is closed', () => {
    const text = ['```', ...Array.from({ length: 20 }, (_, row) => `row ${row}`), '```'].join('\n');
    expect(fitLines(text, 50)).toBe('```\nrow 0\nrow 1\nrow 2\nrow 3\n```\n… 17 more lines');
  });

  it('cards share the limit of a message, the first come first', () => {
    const lines = Array.from({ length: 100 }, (_, row) => `row ${row} ${'x'.repeat(40)}`);
    const cards = [
      { title: 'One', lines },
      { title: 'Two', lines },
    ];
    const [one, two] = toMessage({ cards }).body.embeds ?? [];
    expect(one?.description).toMatch(/… \d+ more lines$/);
    expect(two?.description).toMatch(/… \d+ more lines$/);
    expect(one?.description?.length).toBeGreaterThan(two?.description?.length ?? 0);
  });
});

const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ minLength: 1, maxLength, unit: 'binary' }),
    fc.string({
      minLength: 1,
      maxLength,
      unit: fc.constantFrom('a', '\n', '`', '-# ', '> ', '⚠️'),
    }),
  );
/** Discord refuses labels of nothing but spaces, which nobody writes. */
const label = (maxLength: number) => text(maxLength).map((rest) => `a${rest}`);
const anyButton = fc.record({ label: label(200), disabled: fc.boolean() });
const anyRow = fc.oneof(
  fc.array(anyButton, { maxLength: 8 }),
  fc.record({
    placeholder: label(300),
    options: fc.array(fc.record({ label: label(200), description: label(200) }), { maxLength: 40 }),
  }),
);
const anyReply = fc.record(
  {
    content: label(3_000),
    cards: fc.array(
      fc.record({
        title: label(400),
        tone: fc.constantFrom('open', 'good', 'warning', 'bad', 'over'),
        lines: fc.array(fc.oneof(text(900), fc.constant(null)), { maxLength: 40 }),
        footer: label(300),
        at: fc.nat(),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    rows: fc.array(anyRow, { maxLength: 6 }),
    pings: fc.record({ roles: fc.uniqueArray(fc.constantFrom('123456789012345678')) }),
  },
  { requiredKeys: ['cards'] },
);

it('any reply is a message that Discord takes', () => {
  fc.assert(
    fc.property(anyReply, (raw) => {
      const rows = raw.rows?.map((row, at) =>
        Array.isArray(row)
          ? row.map((each, index) => ({ ...each, id: `button:${at}:${index}` }))
          : {
              ...row,
              select: `select:${at}`,
              options: row.options.map((option, index) => ({ ...option, value: `${index}` })),
            },
      );
      const { rows: _, ...rest } = raw;
      const reply: Reply = { ...rest, ...(rows && { rows }) };
      const { body } = toMessage(reply);
      checkMessage('post', { ...body });
      expect(body.allowed_mentions?.parse).toEqual([]);
    }),
    { numRuns: 150, interruptAfterTimeLimit: 5_000 },
  );
});

describe('commands in a text', () => {
  const { know, mention } = createCommandMentions();
  know(
    new Map([
      ['daily', '1'],
      ['daily show', '1'],
      ['setup key', '2'],
    ]),
  );

  it.each([
    ['run `/setup key`.', 'run </setup key:2>.'],
    ['Start with /daily', 'Start with </daily:1>'],
    ['/daily show now', '</daily show:1> now'],
    ['`/daily show id:14`', '</daily show:1> `id:14`'],
    ['**/daily**', '**</daily:1>**'],
  ])('are tappable: %s', (before, after) => {
    expect(mention(before)).toBe(after);
  });

  it.each([
    '/unknown',
    'https://pool.example/daily',
    '```\n/daily\n```',
    '`see /daily`',
    '</daily:1>',
    '12 TH/s',
    '/daily-ish',
  ])('stay as they are: %s', (text) => {
    expect(mention(text)).toBe(text);
  });
});
