import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clampReply } from '../../../src/discord/limits/clamp-reply.js';
import type { Contradiction } from '../../../src/domain/changes/contradiction.js';
import type { Entry } from '../../../src/domain/changes/entry.js';
import { MAX_LINE_LENGTH, type AuditLine } from '../../../src/views/audit/entry-lines.js';
import { PALETTE } from '../../../src/views/kit/palette.js';
import { auditReply } from '../../../src/views/audit/audit-post.js';

/** Nobody's words push somebody else's entry out of the audit channel. */

const AT = 1_795_000_000_000;
const ID = '123456789012345678';

/** Long, and even longer once made harmless. */
const hostile = fc
  .array(
    fc.constantFrom(
      '_',
      '@',
      '`',
      '**',
      'a\u0301\u0302\u0303\u0304',
      '\u200b',
      '👩‍👩‍👧‍👧',
      '\n',
      'é',
      '|',
      'x ',
    ),
    { minLength: 0, maxLength: 400 },
  )
  .map((parts) => parts.join(''));

function entry(seq: number, step: object): Entry {
  const base = { seq, at: AT, actor: { id: ID, name: 'Eve' }, previous: '0', hash: 'f'.repeat(64) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each step below is whole
  return { ...base, ...step } as Entry;
}

const steps = hostile.chain((text) =>
  fc.constantFrom(
    {
      step: 'refused',
      change: text,
      details: { attempt: text, why: 'not-allowed', isLast: true, isLastInServer: true },
    },
    { step: 'frozen', details: { reason: text } },
    { step: 'resolved', change: text, details: { note: text } },
    { step: 'failed', change: text, details: { why: text, error: text } },
    { step: 'reported', change: text, details: { answer: {} } },
    { step: 'asked', change: text, details: {} },
    {
      step: 'loosening-asked',
      details: {
        changed: [
          { what: 'payments', before: ['second'], after: ['self'] },
          { what: 'others', before: ['second'], after: ['self'] },
          { what: 'badChecksum', before: ['refuse'], after: ['warn'] },
          { what: 'audit', before: [ID], after: [ID] },
        ],
        takesEffectAt: AT,
        replaces: 900_000,
      },
    },
    {
      step: 'set',
      details: {
        by: 'bot-removed',
        changed: [
          { what: 'site', before: [text, text], after: [text] },
          { what: 'manager', before: Array(10).fill(ID), after: Array(10).fill(ID) },
          { what: 'subaccounts', before: [], after: [text, text, text, text, text] },
        ],
      },
    },
  ),
);

const contradicting = (text: string): readonly Contradiction[] => [
  { what: 'extra address', address: text, told: text },
  { what: 'currency', told: text, requested: text },
];

const line = (seq: number, step: object, text: string): AuditLine => ({
  entry: entry(seq, step),
  change:
    'change' in step
      ? {
          number: 123_456,
          title: text,
          subject: text,
          hasLookalike: text !== 'main',
          status: text,
          newAddresses: [text, text, text],
          contradictions: text === 'main' ? [] : contradicting(text),
        }
      : null,
  cardUrl: 'change' in step ? `https://discord.com/channels/${ID}/${ID}/${ID}` : null,
});

const shownOf = (lines: readonly AuditLine[]) =>
  clampReply(auditReply(lines)).embeds?.[0]?.description?.split('\n') ?? [];

describe('a post of eight entries', () => {
  test('shows each of them, whatever anybody typed', () => {
    const eight = fc.array(fc.tuple(steps, hostile), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(eight, (drawn) => {
        const lines = drawn.map(([step, text], index) => line(900_001 + index, step, text));
        const shown = shownOf(lines);
        expect(shown).toHaveLength(16);
        for (const [index] of lines.entries()) {
          const [words = '', small = ''] = shown.slice(2 * index);
          expect(words.length + 1 + small.length).toBeLessThanOrEqual(MAX_LINE_LENGTH);
          expect(words).toContain(`<@${ID}>`);
          const isOfChange = lines[index]?.change !== null && drawn[index]?.[0].step !== 'refused';
          expect(words).toContain(isOfChange ? '#123456 **' : '');
          const name = `-# <t:${AT / 1_000}:f> · entry ${900_001 + index} · \`ffffffffffff\``;
          expect(small.startsWith(name)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('is full at most, and no more', () => {
    expect(8 * (MAX_LINE_LENGTH + 1)).toBeLessThanOrEqual(4_000);
  });
});

/** Each makes its line longer than what it says: by escapes, by signs of many units, by its length. */
const SPREADING = ['\u200b', '\u0000', '\u{1F642}', '👩‍👩‍👧‍👧', '`', '*', '`\n# x', '\u202e', '_\u0301'];

describe('a line', () => {
  test('says that it cut the name of what it is about, and nothing where it didn’t', () => {
    const asked = (subject: string): AuditLine => ({
      entry: entry(900_001, { step: 'cancelled', change: 'id', details: {} }),
      change: {
        number: 1,
        title: 'Create a subaccount',
        subject,
        hasLookalike: false,
        status: null,
        newAddresses: [],
        contradictions: [],
      },
      cardUrl: null,
    });
    expect(shownOf([asked('n'.repeat(61))])[0]).toMatch(/n…\*\* · cut; the export has it all$/);
    expect(shownOf([asked('n'.repeat(60))])[0]).toMatch(/n\*\*$/);
  });

  test.each(SPREADING)('of an answer keeps step, change, status and id beside %j', (sign) => {
    const long = sign.repeat(400);
    const named = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
    const id = 'GPCjIu8OBIQz-otHoXbaAA';
    const contradictions: Contradiction[] = [
      { what: 'split', address: `${long}${named}`, told: long, requested: '33.333333333' },
      { what: 'subaccount', told: long, requested: long },
      { what: 'extra address', address: `${long}${named}`, told: long },
    ];
    for (const first of contradictions) {
      const answered: AuditLine = {
        entry: entry(900_001, { step: 'reported', change: id, details: { answer: {} } }),
        change: {
          number: 123_456,
          title: 'Change payment settings',
          subject: 'BTC of pecos-flats-hydro',
          hasLookalike: true,
          status: 'COMPLETED',
          newAddresses: [],
          contradictions: [first, ...contradictions],
        },
        cardUrl: `https://discord.com/channels/${ID}99/${ID}99/${ID}99`,
      };
      const [words = '', small = ''] = shownOf([answered]);
      expect(words).toContain('got the pool’s answer to #123456 **Change paym');
      expect(words).toContain('BTC of pecos\\-flats\\-hyd');
      expect(words).toMatch(/: COMPLETED · ⚠️ \*\*the answer tells of another (?:a|s|p)/);
      expect(words).toContain('and 3 more**');
      expect(small).toContain(`\`${id}\``);
      expect(words.length + 1 + small.length).toBeLessThanOrEqual(MAX_LINE_LENGTH);
    }
  });

  test('that is cut says so, and where the rest is', () => {
    const [shown] = shownOf([
      line(1, { step: 'frozen', details: { reason: '_'.repeat(400) } }, ''),
    ]);
    expect(shown).not.toContain('cut');
    const long = { step: 'resolved', change: 'c'.repeat(40), details: { note: '_'.repeat(400) } };
    const [cut] = shownOf([line(1, long, '_'.repeat(400))]);
    expect(cut).toContain('cut; the export has it all');
    expect(cut).toContain('\\_\\_\\_\\_');
  });
});

test('a line says in words what the trail has in codes', () => {
  const lines = [
    { step: 'refused', change: 'a1', details: { attempt: 'confirm', why: 'second-person' } },
    { step: 'refused', change: '', details: { attempt: '/setup key', why: 'not-allowed' } },
    { step: 'refused', change: 'a1', details: { attempt: 'cancelled', why: 'of-a-later-version' } },
    {
      step: 'refused',
      change: '',
      details: { attempt: 'ask: Move a subaccount, main', why: 'same-unknown' },
    },
    { step: 'confirmed', change: 'a1', details: {} },
    { step: 'sent', change: 'a1', details: {} },
    { step: 'failed', change: 'a1', details: { why: 'pool', error: 'PoolRejected', status: 422 } },
    { step: 'failed', change: 'a1', details: { why: 'frozen' } },
    { step: 'unknown', change: 'a1', details: { why: 'pool', error: 'PoolTimeout' } },
    { step: 'unknown', change: 'a1', details: { why: 'stopped' } },
    {
      step: 'set',
      details: {
        by: 'roles',
        changed: [
          { what: 'payments', before: ['second'], after: ['self'] },
          { what: 'badChecksum', before: ['refuse'], after: ['warn'] },
          { what: 'site', before: [], after: ['warn'] },
        ],
      },
    },
  ].map((step, index) => shownOf([line(index + 1, step, 'main')]));
  expect(lines.map(([words = '']) => words.replace(/ · \[card\].*/, ''))).toMatchInlineSnapshot(`
    [
      "⛔ <@123456789012345678> couldn’t confirm #123456 **main: main**: a second person is needed",
      "⛔ <@123456789012345678> couldn’t use \`/setup key\`: their roles don’t allow it",
      "⛔ <@123456789012345678> couldn’t cancel #123456 **main: main**: of\\-a\\-later\\-version",
      "⛔ <@123456789012345678> couldn’t request \`Move a subaccount, main\`: an earlier change to it has an unknown outcome",
      "<@123456789012345678> confirmed #123456 **main: main** · **new payout address** \`main\`, \`main\` and 1 more",
      "Pitboss sent #123456 **main: main** for <@123456789012345678>",
      "⚠️ <@123456789012345678> closed #123456 **main: main**: The pool declined it (422).",
      "⚠️ <@123456789012345678> closed #123456 **main: main**: Changes were frozen at the moment of sending. **Nothing was sent.**",
      "⚠️ <@123456789012345678> doesn’t know the outcome of #123456 **main: main**: The pool did not answer in time.",
      "⚠️ <@123456789012345678> doesn’t know the outcome of #123456 **main: main**: Pitboss was stopped, or couldn’t write, before it could save the pool’s answer.",
      "⚙️ <@123456789012345678> set who may do what: payment changes need a second person → may be confirmed by the requester; wrong checksums refused → allowed with a warning; site none → warn",
    ]
  `);
});

test('the colour is that of what matters most: a new address does not look like a refusal', () => {
  const asked = { step: 'asked', change: 'a1', details: {} };
  const refused = { step: 'refused', change: '', details: { attempt: '/setup show', why: 'x' } };
  const unknown = { step: 'unknown', change: 'a1', details: { why: 'stopped' } };
  const answered = (answer: object) => ({ step: 'reported', change: 'a1', details: { answer } });
  const renamed = { by: 'defaults', changed: [{ what: 'site', before: [], after: ['a'] }] };
  const moved = { by: 'defaults', changed: [{ what: 'audit', before: [ID], after: [] }] };
  const toneOf = (...told: object[]) => {
    const lines = told.map((step, index) => line(index + 1, step, 'main'));
    const colour = auditReply(lines).embeds?.[0]?.color;
    return Object.entries(PALETTE).find(([, value]) => value === colour)?.[0];
  };
  expect(toneOf(refused)).toBe('neutral');
  expect(toneOf(refused, asked)).toBe('warning');
  expect(toneOf(asked, unknown, refused)).toBe('bad');
  expect(toneOf(answered({ status: 'PENDING' }))).toBe('neutral');
  expect(toneOf(answered({ status: 'FAILED' }))).toBe('bad');
  expect(toneOf({ step: 'set', details: renamed })).toBe('neutral');
  expect(toneOf({ step: 'set', details: moved })).toBe('warning');
});

test('while entries are missing each line names its entry, but no footer does, which is the evidence', () => {
  const lines = [line(7, { step: 'frozen', details: { reason: 'x' } }, 'main')];
  const [drawn, behind] = [auditReply(lines), auditReply(lines, true)].map(
    ({ embeds }) => embeds?.[0],
  );
  expect(drawn?.footer?.text).toMatch(/^entry 7 · [0-9a-f]+/);
  expect(behind?.footer).toBeUndefined();
  expect(behind?.description).toMatch(/^-# .*entry 7 · `[0-9a-f]+`/m);
});
