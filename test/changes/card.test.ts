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
  moved,
  payouts,
  PAYOUTS,
  ROW,
  shown,
  TREASURY,
  unanswered,
} from './samples.js';

/** Most states are goldens of the journeys; here are those that need more than one to reach. */

const card = (change: Change, row: GuildRow = ROW) => shown(changeReply(change, row));
const sent = { ...CONFIRMED, state: 'reported', outcome: answered('COMPLETED') } as const;
const listed = { at: AT, isDone: true, status: null, facts: null };

test.each<[Partial<Change>, string, string]>([
  [
    { ...CONFIRMED, state: 'sending', endedAt: null },
    'open',
    '📤 **Sending** · no answer from the pool yet',
  ],
  [
    { ...sent, observed: { ...listed, isDone: false, status: 'PENDING_APPROVAL' } },
    'open',
    '📨 **Sent** · the pool lists it as **PENDING\\_APPROVAL**',
  ],
  [
    {
      ...CONFIRMED,
      state: 'declined',
      outcome: { ...unanswered, kind: 'declined', status: 400 },
      observed: listed,
    },
    'bad',
    '❌ **Declined by the pool** (400), but the pool lists it',
  ],
])('a change stands as %j: %s, "%s"', (part, tone, state) => {
  const lines = card(moved(part));
  expect(lines.slice(0, 2)).toEqual([`${tone} | #1 Move pecos-flats-hydro`, state]);
  expect(lines.at(-1)).not.toContain('Confirm');
});

test('what could not be compared is warned of, in amber, until the change is done', () => {
  const facts = { ...FACTS, isCompared: false };
  const present = { ...payouts().present, facts };
  const lines = card(payouts({ present }));
  expect(lines[0]).toMatch(/^warning/);
  expect(lines[4]).toBe('⚠️ Not compared with other subaccounts');
  const observed = { ...listed, status: 'ACTIVE', facts };
  expect(card(payouts({ ...sent, present, observed })).join('\n')).not.toContain('⚠️');
});

test.each([
  [[], 'Members with Manage Server can confirm'],
  [['50', '51', '52'], '@Pool manager @Approvers <@&52> can confirm'],
  [['50', '51', '52', '53', '54'], '@Pool manager @Approvers <@&52> and 2 more can confirm'],
])('with the roles %j the card says "%s"', (manager, line) => {
  const settings = { ...ROW.settings, roles: { viewer: [], manager, approver: [] } };
  expect(card(moved(), { ...ROW, settings })).toContain(line);
});

test('who confirmed their own change is named once', () => {
  expect(card(moved({ ...sent, confirmer: MAREK }))).toContain('@Marek requested and confirmed');
});

test('a copy links the card, where that stands', () => {
  const copy = (part: Partial<Change>) => shown(changeReply(moved(part), ROW, { isCopy: true }));
  expect(copy({}).at(-1)).toBe(
    '[+Confirm] [Cancel] [Details] [Open the card → https://discord.com/channels/100/800/1001]',
  );
  expect(copy({ card: null }).at(-1)).toBe('[+Confirm] [Cancel] [Details]');
});

test('names and reasons cannot format, link or ping', () => {
  const input = { name: '**@everyone**', site: { id: 'c', name: '[x](http://x)' } };
  const text = card(moved({ input, reason: '`<@&50>`' })).join('\n');
  expect(text).toContain('#1 Move \\*\\*\\@everyone\\*\\*');
  expect(text).toContain('**\\[x\\]\\(http\\://x\\)**');
  expect(text).toContain('requested: \\`\\<\\@&50\\>\\`');
});

test('a card with five new addresses of 213 characters fits, and none is cut', () => {
  const addresses = [1, 2, 3, 4, 5].map((index) => ({
    name: 'x'.repeat(60),
    address: `u1${index}`.padEnd(213, 'q0ek'),
    allocation: '20',
  }));
  const input = { ...PAYOUTS, currency: 'ZEC', addresses };
  const reply = changeReply(payouts({ input, reason: 'r'.repeat(300) }), ROW);
  const [embed] = toMessage(reply).body.embeds ?? [];
  const text = embed?.description?.replaceAll(/\s/g, '') ?? '';
  for (const { address } of addresses) expect(text).toContain(address);
  expect(text).toContain(TREASURY);
});

test('the long name of an address is shown to its end', () => {
  const name = `${'x'.repeat(300)}!`;
  const addresses = [{ name, address: COLD, allocation: '100' }];
  expect(card(payouts({ input: { ...PAYOUTS, addresses } })).join('\n')).toContain(name);
});

test.each([
  [{ requires_approval: true }, 'waiting for approval at the pool'],
  [{ requiresApproval: true }, 'waiting for approval at the pool'],
  [{ status: 'AWAITING_APPROVAL' }, 'waiting for approval at the pool'],
  [{ requires_approval: false, status: 'A_B' }, 'the pool answered **A\\_B**'],
  [{ status: '' }, 'the pool answered **200**'],
  ['created', 'the pool answered **200**'],
])('after the answer %j the card says "%s"', (body, words) => {
  expect(card(moved({ ...sent, outcome: { ...answered(''), body } }))[1]).toContain(words);
});
