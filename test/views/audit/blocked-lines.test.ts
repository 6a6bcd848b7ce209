import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../src/domain/changes/entry.js';
import type { AuditLine } from '../../../src/views/audit/entry-lines.js';
import { blockedAuditReplies } from '../../../src/views/audit/audit-post.js';

/** What a line says of which Discord blocks the whole. */

const BAD = 'http://harmful.example/x';
const NEW_ADDRESS = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';
const SHOWN = 'bc1q 34aq 5drp uwy3 wgl9 lhup 9892 qp6s vr8l dzyy 7c';

function lineOf(step: object, actor: object | 'pitboss' = { id: '22', name: BAD }): AuditLine {
  const base = { seq: 7, at: 1_795_000_000_000, previous: '0', hash: 'f'.repeat(64) };
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each step below is whole
    entry: { ...base, actor, ...step } as Entry,
    change:
      'change' in step
        ? {
            number: 14,
            title: 'Change payment settings',
            subject: `BTC of ${BAD}`,
            hasLookalike: false,
            status: BAD,
            newAddresses: [NEW_ADDRESS, BAD],
            contradictions: [{ what: 'field', field: BAD, told: BAD }],
          }
        : null,
    cardUrl: 'change' in step ? 'https://discord.com/channels/1/2/3' : null,
  };
}

const blocked = (line: AuditLine) =>
  blockedAuditReplies(line, false).map(({ embeds }) => embeds?.[0]?.description ?? '');

const settings = (address: string, name = BAD) => ({
  what: 'payments',
  currency: 'BTC',
  subaccount: name,
  subaccountId: '1',
  status: 'ACTIVE',
  frequency: 'DAILY',
  day: null,
  wallet: null,
  addresses: [{ id: '1', name, address, share: '100' }],
});

const found = (before: string, after: string) => ({
  step: 'found-elsewhere',
  details: { key: 'k', seenAt: 1, readAt: 2, before: settings(before), after: settings(after) },
});

describe('a payout address that somebody set at the pool, under a blocked name', () => {
  const [first = '', second = ''] = blocked(lineOf(found('1old', NEW_ADDRESS), 'pitboss'));

  test('is told, with what happened and where the money goes', () => {
    expect(first).toContain(
      '🚨 Pitboss found at the pool: A new payout address, not through Pitboss · BTC',
    );
    expect(first).toContain(SHOWN);
  });

  test('is told without it where Discord blocks that too', () => {
    expect(second).toContain('A new payout address, not through Pitboss · BTC · **new** …');
    expect(second).not.toContain(SHOWN);
  });

  test('may be a link itself', () => {
    for (const text of blocked(lineOf(found('1old', BAD), 'pitboss'))) {
      expect(text).toContain('A new payout address, not through Pitboss');
      expect(text).not.toContain('harmful.example');
    }
  });
});

test('a request names its new addresses, but for one that may be a link', () => {
  const [first = ''] = blocked(lineOf({ step: 'asked', change: 'id', details: {} }));
  expect(first).toContain(
    '<@22> requested #14 **Change payment settings: …** · **new payout address**',
  );
  expect(first).toContain(`${SHOWN}\` and …`);
});

test('what was sent names for whom', () => {
  const [first] = blocked(lineOf({ step: 'sent', change: 'id', details: {} }));
  expect(first).toContain('Pitboss sent #14 **Change payment settings: …** for <@22>');
});

test('a rule that nobody withdrew says so, and settings keep all but names of the pool', () => {
  const changed = [
    { what: 'payments', before: ['second'], after: ['self'] },
    { what: 'site', before: [], after: [BAD] },
  ];
  const [first] = blocked(lineOf({ step: 'set', details: { by: 'loosened', changed } }, 'pitboss'));
  expect(first).toContain('put a looser rule into effect that nobody had withdrawn for 24 hours');
  expect(first).toContain(
    'payment changes need a second person → may be confirmed by the requester; site',
  );
});

test.each([
  { step: 'refused', change: 'id', details: { attempt: BAD, why: BAD } },
  { step: 'refused', details: { attempt: `ask: ${BAD}`, why: 'not-manager' } },
  { step: 'frozen', details: { reason: BAD } },
  { step: 'resolved', change: 'id', details: { note: BAD } },
  { step: 'failed', change: 'id', details: { why: 'pool', error: BAD, answer: {}, said: BAD } },
  { step: 'reported', change: 'id', details: { answer: { status: BAD } } },
  { step: 'observed', change: 'id', details: { found: { status: BAD } } },
  { step: 'lapsed', change: 'id', details: { found: { status: BAD } } },
  { step: 'asked', change: 'id', details: {} },
  {
    step: 'set',
    details: { by: 'defaults', changed: [{ what: 'subaccounts', before: [BAD], after: [] }] },
  },
  { step: 'restore-accepted', details: { reason: BAD } },
])('$step holds no text from outside', (step) => {
  for (const text of blocked(lineOf(step))) {
    expect(text).toContain('<@22>');
    expect(text).toContain('**Discord blocks the rest of this line**');
    expect(text).toContain('entry 7 · ');
    expect(text).not.toContain('harmful.example');
  }
});
