import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampReply } from '../../../../src/discord/limits/clamp-reply.js';
import type { Change } from '../../../../src/domain/changes/change.js';
import { answerDiffersLine } from '../../../../src/views/changes/pool-answer/contradictions.js';
import { changeListReply } from '../../../../src/views/changes/list/change-list.js';

/** A page of changes names each of them with its state and warning, whatever anybody wrote. */

const AT = 1_795_000_000_000;
const ID = '12345678901234567890';
const who = { by: { id: ID, name: 'Max' }, at: AT };
const place = { guildId: ID, channelId: ID, messageId: ID };

const HEADLINE = 'The pool answered that it failed, but it shows at the pool · checked';

function listed(index: number, text: string) {
  const change: Change = {
    id: `${index}`.repeat(22),
    kind: 'subaccount-create',
    input: null,
    request: { method: 'POST', path: '/', body: {} },
    requestHash: '',
    present: null,
    touches: text,
    rule: 'others',
    requester: { id: ID, name: 'Max' },
    channelId: '1',
    askedAt: AT,
    expiresAt: AT,
    keySince: 0,
    number: 123_450 + index,
    state: 'unknown',
    seq: 1,
    replaces: 'earlier',
    confirmed: who,
    closed: who,
    observed: { by: 'pitboss', at: AT, present: { status: text } },
    resolved: { ...who, note: text },
    failure: { why: 'pool', status: 200, said: text, answer: { message: text } },
  };
  const words = {
    number: change.number,
    title: 'Create a subaccount',
    subject: text,
    hasLookalike: true,
    status: text,
    newAddresses: [],
    contradictions: [{ what: 'name', told: text } as const],
  };
  return { change, words, place };
}

interface ListOptions {
  readonly isHalted?: boolean;
  readonly only?: 'mine';
}

function listOf(texts: readonly string[], { isHalted = false, only }: ListOptions = {}): string {
  const [reason = ''] = texts;
  const reply = changeListReply({
    changes: texts.map((text, index) => listed(index, text)),
    state: undefined,
    only,
    openId: 'open',
    filterId: (filter) => `filter:${filter}`,
    frozen: isHalted ? { ...who, reason } : null,
    behind: isHalted
      ? {
          by: 'pitboss',
          at: AT,
          shown: { seq: 999_999, head: 'f'.repeat(8) },
          where: 'audit-channel',
          seq: 999_990,
          head: 'e'.repeat(8),
        }
      : null,
    pages: { number: 2, more: true, customId: (page) => `page:${page}` },
  });
  return clampReply(reply).embeds?.[0]?.description ?? '';
}

const SIGNS = ['_', '*', 'x', '\u{1F642}', '👩‍👩‍👧‍👧', 'a\u0301\u0302', 'é ', '`\n# x', 'א'];
const text = fc
  .tuple(fc.constantFrom(...SIGNS), fc.constantFrom(1, 60, 400, 3_000))
  .map(([sign, times]) => sign.repeat(times));
const seven = fc.array(text, { minLength: 7, maxLength: 7 });

test('seven changes with the longest names and messages, frozen and behind', () => {
  fc.assert(
    fc.property(
      seven,
      fc.boolean(),
      fc.constantFrom(undefined, 'mine'),
      (texts, isHalted, only) => {
        const shown = listOf(texts, { isHalted, ...(only && { only }) });
        expect(shown).not.toContain('more characters');
        for (const index of texts.keys()) {
          const name = `[#${123_450 + index}](https://discord.com/channels/${ID}/${ID}/${ID})`;
          expect(shown).toContain(`${name} **Create`);
        }
        expect(shown.split(HEADLINE)).toHaveLength(8);
        expect(shown.split(answerDiffersLine)).toHaveLength(8);
        expect(shown).toContain('-# Page 2, more follow, newest first');
        expect(shown.includes('Changes are frozen')).toBe(isHalted);
        expect(shown.includes('“Mine” covers only')).toBe(only === 'mine');
      },
    ),
    { numRuns: 60 },
  );
});

test('long messages leave the names of the others whole, and each gets as much room', () => {
  const names = Array.from(
    { length: 6 },
    (_, index) => `name ${index} of a subaccount at North Ridge`,
  );
  const shown = listOf([...names, '*'.repeat(3_000)]);
  for (const name of names) expect(shown).toContain(`· ${name} `);
  const long = listOf(Array.from({ length: 7 }, () => '*'.repeat(3_000)));
  const lengths = long
    .split('[#')
    .slice(1, 7)
    .map((each) => each.length);
  expect(new Set(lengths).size).toBe(1);
  expect(long).toContain('Shortened, to fit here');
  expect(listOf(['short'])).not.toContain('Shortened');
});
