import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkForm, checkMessage } from '../../sandbox/discord/validate.js';
import { toMessage, toModal } from '../../src/discord/message.js';
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
});

describe('what is too long is cut', () => {
  const description = (lines: readonly string[]) =>
    toMessage({ cards: [{ title: 'Card', lines }] }).body.embeds?.[0]?.description;

  it('lines go from the end, and the cut says how many', () => {
    const lines = ['state', ...Array.from({ length: 50 }, () => 'x'.repeat(99))];
    expect(description(lines)).toBe([...lines.slice(0, 41), '… 10 more lines'].join('\n'));
  });

  it('a code block that is cut is closed', () => {
    const lines = ['```', ...Array.from({ length: 50 }, () => 'x'.repeat(99)), '```'];
    expect(description(lines)).toMatch(/x\n```\n… \d+ more lines$/);
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

it('a form is a modal of labels that Discord accepts', () => {
  const modal = toModal({
    form: 'payouts:main',
    title: 'BTC payouts of cedar-ridge-hydro-and-a-very-long-name',
    fields: [
      {
        name: 'frequency',
        label: 'Payout frequency',
        value: 'weekly',
        choices: [
          { label: 'Daily', value: 'daily' },
          { label: 'Weekly', value: 'weekly' },
        ],
      },
      {
        name: 'addresses',
        label: 'Payout addresses, one per line',
        help: 'name | address | allocation',
        value: 'cold | bc1q | 100',
        multiline: true,
        required: true,
      },
      { name: 'reason', label: 'Reason', maxLength: 200, placeholder: 'Shown on the card' },
    ],
  });
  expect(checkForm({ type: 9, data: modal })).toMatchObject({
    title: 'BTC payouts of cedar-ridge-hydro-and-a-very-…',
    components: [
      { component: { type: 3, required: false, options: [{}, { default: true }] } },
      { description: 'name | address | allocation', component: { style: 2, required: true } },
      { component: { style: 1, max_length: 200, placeholder: 'Shown on the card' } },
    ],
  });
});
