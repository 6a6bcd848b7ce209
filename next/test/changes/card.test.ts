import { expect, test } from 'vitest';
import { changeReply } from '../../src/changes/card.js';
import type { Change } from '../../src/changes/change.js';
import { toMessage } from '../../src/discord/message.js';
import type { GuildRow } from '../../src/guilds/guild-row.js';
import {
  answered,
  AT,
  COLD,
  CONFIRMED,
  FACTS,
  MAREK,
  MINUTE,
  moved,
  payouts,
  PAYOUTS,
  ROW,
  shown,
  SOFIA,
  TREASURY,
  unanswered,
} from './samples.js';

const card = (change: Change, row: GuildRow = ROW) => shown(changeReply(change, row));
const WHAT = 'Site: Pecos Flats → **Cedar Ridge**';
const NEW = [
  '🆕 **NEW** · cold · allocation **40**',
  '```',
  'bc1q ar0s rrr7 xfkv y5l6 43ly',
  'dnw9 re59 gtzz wf5m dq',
  '```',
];
const KEPT = [
  'Kept · BTC treasury · allocation 100 → **60**',
  '```',
  'bc1q x7su held u69e 3epa kzuu',
  'tgvd srlz q5vf wsle tp',
  '```',
];

test('a move that waits says what changes, who asked and who can confirm', () => {
  expect(card(moved({ reason: 'North hall is rewired' }))).toEqual([
    'open | #1 Move pecos-flats-hydro',
    '⏳ **Waiting** · expires ‹R 15›',
    WHAT,
    '@Marek requested: North hall is rewired',
    '@Pool manager can confirm',
    '(Requested)',
    '[+Confirm] [Cancel] [Details]',
  ]);
});

test('a move that is done says so, and keeps its reason', () => {
  const observed = { at: AT + 2 * MINUTE, isDone: true, status: null, facts: null };
  const reason = 'North hall is rewired';
  const outcome = answered('COMPLETED');
  const change = moved({ ...CONFIRMED, state: 'reported', reason, outcome, observed });
  expect(card(change)).toEqual([
    'good | #1 Move pecos-flats-hydro',
    '✅ **Done** · the pool lists it',
    WHAT,
    '@Marek requested, @Sofia confirmed',
    '-# North hall is rewired · sent once, answered COMPLETED',
    '(Seen at the pool)',
    '[Details]',
  ]);
});

test('a payment change shows new addresses whole and waits for a second person', () => {
  expect(card(payouts())).toEqual([
    'open | #9 BTC payouts of cedar-ridge-hydro',
    '⏳ **Waiting** · expires ‹R 1440›',
    '**Second person needed:** @Pool manager',
    '@Marek requested: new cold wallet',
    ...NEW,
    ...KEPT,
    '-# Checksum valid · total 100 · daily, as before',
    '(Requested)',
    '[+Confirm…] [Cancel] [Details]',
  ]);
});

test('a payment change that waits for approval at the pool, then is listed', () => {
  const sent = payouts({ ...CONFIRMED, state: 'reported', outcome: answered('PENDING') });
  const body = [
    ...NEW,
    ...KEPT,
    '@Marek requested, @Sofia confirmed',
    '-# new cold wallet · sent once, answered PENDING',
  ];
  expect(card(sent)).toEqual([
    'open | #9 BTC payouts of cedar-ridge-hydro',
    '📨 **Sent** · waiting for approval at the pool',
    ...body,
    '(The pool answered)',
    '[Details]',
  ]);
  const facts = { ...FACTS, isListed: true, frozenUntil: '2026-11-30T20:51:00Z' };
  const observed = { at: AT, isDone: true, status: 'ACTIVE', facts };
  expect(card({ ...sent, observed })).toEqual([
    'good | #9 BTC payouts of cedar-ridge-hydro',
    '✅ **Done** · the pool lists it as ACTIVE',
    '⚠️ Payouts frozen until ‹d 2880› ‹t 2880›',
    ...body,
    '(Seen at the pool)',
    '[Details]',
  ]);
});

test('a warning makes a waiting card amber', () => {
  const present = { ...payouts().present, facts: { ...FACTS, isCompared: false } };
  const lines = card(payouts({ present }));
  expect(lines[0]).toMatch(/^warning/);
  expect(lines[4]).toBe('⚠️ Not compared with other subaccounts');
});

test('warnings of the preview are not repeated once the change is done', () => {
  const present = { ...payouts().present, facts: { ...FACTS, isCompared: false } };
  const observed = {
    at: AT,
    isDone: true,
    status: 'ACTIVE',
    facts: { ...FACTS, isCompared: false },
  };
  const outcome = answered('COMPLETED');
  const change = payouts({ ...CONFIRMED, state: 'reported', outcome, present, observed });
  expect(card(change).join('\n')).not.toContain('⚠️');
});

test('more than five warnings are counted', () => {
  const known = Array.from({ length: 7 }, (_, index) => ({
    address: COLD.replace('r7xf', `r${index}zz`),
    name: `wallet ${index}`,
    subaccount: 'hall-1',
  }));
  const present = { ...payouts().present, facts: { ...FACTS, known } };
  const warned = card(payouts({ present })).filter((line) => line.startsWith('⚠️'));
  expect(warned).toHaveLength(6);
  expect(warned.at(-1)).toBe('⚠️ and 2 more: Details');
});

const frozen = { ...ROW, frozen: { by: MAREK, at: AT, reason: 'an account may be stolen' } };

test.each([
  ['frozen', frozen, '🧊 **Changes are frozen** · expires ‹R 15›'],
  ['of another key', { ...ROW, keyVersion: 2 }, '🚫 **Can’t be confirmed** · the API key changed'],
])('a change that is %s has no Confirm', (_, row, state) => {
  const lines = card(moved(), row);
  expect(lines.slice(0, 2)).toEqual(['warning | #1 Move pecos-flats-hydro', state]);
  expect(lines.join('\n')).not.toContain('can confirm');
  expect(lines.at(-1)).toBe('[Cancel] [Details]');
});

test('under the two-person rule a move names the second person right below its state', () => {
  const { settings } = ROW;
  const strict = { ...settings, approval: { ...settings.approval, others: 'second' as const } };
  expect(card(moved(), { ...ROW, settings: strict }).slice(1, 5)).toEqual([
    '⏳ **Waiting** · expires ‹R 15›',
    '**Second person needed:** @Pool manager',
    WHAT,
    '@Marek requested',
  ]);
});

test.each([
  [[], 'Members with Manage Server can confirm'],
  [['50', '51', '52'], '@Pool manager @Approvers <@&52> can confirm'],
  [['50', '51', '52', '53', '54'], '@Pool manager @Approvers <@&52> and 2 more can confirm'],
])('with the roles %j the card says "%s"', (manager, line) => {
  const settings = { ...ROW.settings, roles: { viewer: [], manager, approver: [] } };
  expect(card(moved(), { ...ROW, settings })).toContain(line);
});

const sent = { ...CONFIRMED, state: 'reported', outcome: answered('COMPLETED') } as const;
interface Standing {
  readonly part: Partial<Change>;
  /** Tone, state, footer, buttons. */
  readonly lines: readonly [string, string, string, string];
}

const CASES: readonly Standing[] = [
  {
    part: { ...CONFIRMED, state: 'sending', endedAt: null },
    lines: ['open', '📤 **Sending** · no answer from the pool yet', '(Confirmed)', '[Details]'],
  },
  {
    part: sent,
    lines: [
      'open',
      '📨 **Sent** · the pool answered **COMPLETED**',
      '(The pool answered)',
      '[Details]',
    ],
  },
  {
    part: { ...sent, outcome: { ...answered(''), status: 201, body: { name: 'hall-7' } } },
    lines: ['open', '📨 **Sent** · the pool answered **201**', '(The pool answered)', '[Details]'],
  },
  {
    part: { ...sent, dueAt: null },
    lines: [
      'warning',
      '📨 **Sent** · not seen at the pool by ‹d 43201› ‹t 43201›',
      '(The pool answered)',
      '[Details]',
    ],
  },
  {
    part: { ...sent, observed: { at: AT, isDone: false, status: 'PENDING_APPROVAL', facts: null } },
    lines: [
      'open',
      '📨 **Sent** · the pool lists it as **PENDING\\_APPROVAL**',
      '(Seen at the pool)',
      '[Details]',
    ],
  },
  {
    part: {
      ...CONFIRMED,
      state: 'unsent',
      outcome: { ...unanswered, kind: 'unsent', reason: 'the pool couldn’t be reached' },
    },
    lines: [
      'warning',
      '🚫 **Not sent** · the pool couldn’t be reached',
      '(Stopped)',
      '[Ask again] [Details]',
    ],
  },
  {
    part: { state: 'cancelled', ending: { by: MAREK, reason: null }, endedAt: AT },
    lines: [
      'over',
      '🚫 **Cancelled** by @Marek · nothing was sent',
      '(Cancelled)',
      '[Ask again] [Details]',
    ],
  },
  {
    part: { state: 'expired', endedAt: AT },
    lines: ['over', '⌛ **Expired** · nothing was sent', '(Expired)', '[Ask again] [Details]'],
  },
];

test.each(CASES)('a change stands as $lines', ({ part, lines: [tone, state, footer, buttons] }) => {
  const lines = card(moved(part));
  expect(lines.slice(0, 2)).toEqual([`${tone} | #1 Move pecos-flats-hydro`, state]);
  expect(lines.slice(-2)).toEqual([footer, buttons]);
});

test('a declined change quotes the pool', () => {
  const message = 'User does not have access to <this> @everyone';
  const outcome = { kind: 'declined', status: 403, reason: '', message, body: {} } as const;
  expect(card(moved({ ...CONFIRMED, state: 'declined', outcome }))).toEqual([
    'bad | #1 Move pecos-flats-hydro',
    '❌ **Declined by the pool** (403)',
    '> User does not have access to \\<this\\> \\@everyone',
    WHAT,
    '@Marek requested, @Sofia confirmed',
    '(The pool answered)',
    '[Ask again] [Details]',
  ]);
});

test('a declined change that the pool lists says both', () => {
  const outcome = { ...unanswered, kind: 'declined', status: 400 } as const;
  const observed = { at: AT, isDone: true, status: null, facts: null };
  const lines = card(moved({ ...CONFIRMED, state: 'declined', outcome, observed }));
  expect(lines[1]).toBe('❌ **Declined by the pool** (400), but the pool lists it');
});

const unknown = moved({ ...CONFIRMED, state: 'unknown', outcome: unanswered });

test('an unknown outcome says what to do, and is closed until somebody did', () => {
  expect(card(unknown)).toEqual([
    'warning | #1 Move pecos-flats-hydro',
    '❓ **Outcome unknown** · no answer in time',
    WHAT,
    '@Marek requested, @Sofia confirmed',
    'Sent once; Pitboss won’t send it again. Look at the pool, then press *Mark as checked*.',
    '-# Until then, no other move of it is accepted.',
    '(Sent)',
    '[*Mark as checked…] [Details]',
  ]);
});

test('under the two-person rule somebody else looks at the pool', () => {
  expect(card({ ...unknown, rule: 'second' })).toContain(
    'Sent once; Pitboss won’t send it again. Somebody other than @Marek looks at the pool, then presses *Mark as checked*.',
  );
});

test('an unknown outcome that the pool lists stays unknown, and is closed no longer', () => {
  const observed = { at: AT, isDone: true, status: null, facts: null };
  const lines = card({ ...unknown, observed });
  expect(lines[1]).toBe('❓ **Outcome unknown**, but the pool lists it');
  expect(lines.join('\n')).not.toContain('Until then');
  expect(lines.slice(-2)).toEqual(['(Seen at the pool)', '[*Mark as checked…] [Details]']);
});

test('a checked outcome stays unknown and says who found what', () => {
  const note = 'Not done, the *console* shows no action.';
  expect(card({ ...unknown, checked: { at: AT, by: SOFIA, note } })).toEqual([
    'over | #1 Move pecos-flats-hydro',
    '❓ **Outcome unknown** · checked',
    '@Sofia checked: Not done, the \\*console\\* shows no action.',
    WHAT,
    '@Marek requested, @Sofia confirmed',
    '(Checked)',
    '[Ask again] [Details]',
  ]);
});

const drifted = moved({
  ...CONFIRMED,
  state: 'drifted',
  sentAt: null,
  ending: {
    by: SOFIA,
    reason: null,
    found: { record: { id: '7', site: { id: 'l', name: 'Lone Mesa' } }, facts: null },
  },
});

test('an outdated change shows what the pool changed, and what took its place', () => {
  expect(card({ ...drifted, replacedBy: 12 })).toEqual([
    'over | #1 Move pecos-flats-hydro',
    '🔁 **Out of date** · nothing was sent',
    'At the pool: Pecos Flats → **Lone Mesa**',
    'Now #12',
    '@Marek requested, @Sofia confirmed',
    '(Stopped)',
    '[Details]',
  ]);
});

test('an outdated change without a successor says why, and can be asked for again', () => {
  const ending = { by: SOFIA, reason: 'hall-7 exists now.', found: undefined };
  const lines = card({ ...drifted, ending });
  expect(lines).toContain('hall-7 exists now.');
  expect(lines.at(-1)).toBe('[Ask again] [Details]');
});

test('a change asked again says from which, and what it would undo', () => {
  const undoes = 'Site: Pecos Flats → Lone Mesa';
  expect(card(moved({ number: 12, replaces: 11, undoes }))).toEqual([
    'warning | #12 Move pecos-flats-hydro',
    '⏳ **Waiting** · expires ‹R 15›',
    '⚠️ **The pool changed meanwhile:** Site: Pecos Flats → Lone Mesa',
    WHAT,
    '@Marek requested, as #11',
    '@Pool manager can confirm',
    '(Requested again)',
    '[+Confirm] [Cancel] [Details]',
  ]);
});

test('who confirmed their own change is named once', () => {
  expect(card(moved({ ...sent, confirmer: MAREK }))).toContain('@Marek requested and confirmed');
});

test('a change that was asked for again offers it no more', () => {
  const lines = card(moved({ state: 'expired', endedAt: AT, replacedBy: 12 }));
  expect(lines).toContain('Now #12');
  expect(lines.at(-1)).toBe('[Details]');
});

test('a copy links the card', () => {
  const copy = shown(changeReply(moved(), ROW, { isCopy: true }));
  expect(copy.at(-1)).toBe(
    '[+Confirm] [Cancel] [Details] [Open the card → https://discord.com/channels/100/800/1001]',
  );
  const unplaced = shown(changeReply(moved({ card: null }), ROW, { isCopy: true }));
  expect(unplaced.at(-1)).toBe('[+Confirm] [Cancel] [Details]');
});

test('names and reasons cannot format, link or ping', () => {
  const site = { id: 'c', name: '[x](http://x)' };
  const input = { name: '**@everyone**', site };
  const text = card(moved({ input, reason: '`<@&50>`' })).join('\n');
  expect(text).toContain('#1 Move \\*\\*\\@everyone\\*\\*');
  expect(text).toContain('**\\[x\\]\\(http\\://x\\)**');
  expect(text).toContain('requested: \\`\\<\\@&50\\>\\`');
});

test('a card with five new addresses of 213 characters fits, and none is cut', () => {
  const long = (index: number) => `u1${index}`.padEnd(213, 'q0ek');
  const addresses = [1, 2, 3, 4, 5].map((index) => ({
    name: 'x'.repeat(60),
    address: long(index),
    allocation: '20',
  }));
  const input = { ...PAYOUTS, currency: 'ZEC', addresses };
  const reason = 'r'.repeat(300);
  const [embed] = toMessage(changeReply(payouts({ input, reason }), ROW)).body.embeds ?? [];
  const text = embed?.description?.replaceAll(/\s/g, '') ?? '';
  for (const { address } of addresses) expect(text).toContain(address);
  expect(text).toContain(TREASURY);
});
