import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkForm, checkMessage } from '../../sandbox/discord/validate.js';
import { toMessage, toModal } from '../../src/discord/render-reply.js';
import type { Reply } from '../../src/discord/reply.js';

it('a chart has its text for those who cannot see it', () => {
  const chart = { name: 'revenue.png', data: Buffer.from('png'), alt: 'Revenue by day' };
  const { body } = toMessage({ cards: [{ title: 'Revenue', chart }] });
  expect(body.attachments).toMatchObject([{ description: 'Revenue by day' }]);
});

it('nobody is notified but those who are named', () => {
  const content = '@everyone <@1> <@&2>';
  const mentions = (pings: Reply['pings']) => toMessage({ content, pings }).body.allowed_mentions;
  expect(mentions({})).toEqual({ parse: [], roles: [], users: [] });
  expect(mentions({ roles: ['2'] })).toEqual({ parse: [], roles: ['2'], users: [] });
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
const anyButton = fc.record({ id: fc.uuid(), label: label(200), disabled: fc.boolean() });
const anyOption = fc.record({ value: fc.uuid(), label: label(200), description: label(200) });
const anySelect = fc.record({
  select: fc.uuid(),
  placeholder: label(300),
  options: fc.array(anyOption, { maxLength: 40 }),
});
const anyCard = fc.record({
  title: label(400),
  tone: fc.constantFrom('open', 'good', 'warning', 'bad', 'over'),
  lines: fc.array(fc.oneof(text(900), fc.constant(null)), { maxLength: 40 }),
  footer: label(300),
  at: fc.nat(),
});
const anyReply: fc.Arbitrary<Reply> = fc.record(
  {
    content: label(3_000),
    cards: fc.array(anyCard, { minLength: 1, maxLength: 10 }),
    rows: fc.array(fc.oneof(fc.array(anyButton, { maxLength: 5 }), anySelect), { maxLength: 5 }),
    pings: fc.record({ roles: fc.uniqueArray(fc.constantFrom('123456789012345678')) }),
  },
  { requiredKeys: ['cards'] },
);

it('any reply is a message that Discord takes', () => {
  fc.assert(
    fc.property(anyReply, (reply) => {
      const { body } = toMessage(reply);
      checkMessage('post', { ...body });
      expect(body.allowed_mentions?.parse).toEqual([]);
    }),
    { numRuns: 150, interruptAfterTimeLimit: 5_000 },
  );
});

it('a form is a modal that Discord accepts, its title cut, with what was chosen', () => {
  const choices = [
    { label: 'Daily', value: 'daily' },
    { label: 'Weekly', value: 'weekly' },
  ];
  const modal = toModal({
    form: 'payouts:main',
    title: 'BTC payouts of cedar-ridge-hydro-and-a-very-long-name',
    fields: [{ name: 'frequency', label: 'Payout frequency', value: 'weekly', choices }],
  });
  expect(checkForm({ type: 9, data: modal })).toMatchObject({
    title: 'BTC payouts of cedar-ridge-hydro-and-a-very-…',
    components: [{ component: { options: [{}, { default: true }] } }],
  });
});
