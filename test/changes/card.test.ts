import { expect, test } from 'vitest';
import { changeReply } from '../../src/changes/card.js';
import type { Change } from '../../src/changes/change.js';
import {
  changesCsvReply,
  changesReply,
  detailsReply,
  trailReply,
} from '../../src/changes/list-and-details.js';
import { toMessage } from '../../src/discord/render-reply.js';
import type { GuildRow } from '../../src/guilds/transaction.js';
import {
  answered,
  AT,
  COLD,
  CONFIRMED,
  FACTS,
  moved,
  payouts,
  PAYOUTS,
  ROW,
  shown,
  SOFIA,
  TREASURY,
  unanswered,
} from './samples.js';

/** Most states are goldens of the journeys; here are those that need more than one to reach. */

const card = (change: Change, row: GuildRow = ROW) => shown(changeReply(change, row));
const sent = { ...CONFIRMED, state: 'reported', outcome: answered('COMPLETED') } as const;
const listed = { at: AT, isDone: true, status: null, facts: null };

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
  [['50', '51', '52'], '@Pool manager @On call <@&52> can confirm'],
  [['50', '51', '52', '53', '54'], '@Pool manager @On call <@&52> and 2 more can confirm'],
])('with the roles %j the card says "%s"', (manager, line) => {
  const settings = { ...ROW.settings, roles: { viewer: [], manager, approver: [] } };
  expect(card(moved(), { ...ROW, settings })).toContain(line);
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

test('the list shows seven changes a page', () => {
  const changes = Array.from({ length: 9 }, (_, index) => moved({ number: 9 - index }));
  const page = (page: number) => {
    const filter = { state: 'any', only: 'all' } as const;
    const lines = shown(changesReply({ changes, filter, page, row: ROW, now: AT }));
    return lines.filter((line) => line.startsWith('⏳')).map((line) => /#(\d)/.exec(line)?.[1]);
  };
  expect([page(1).join(''), page(2).join('')]).toEqual(['9876543', '21']);
});

test.each([
  ['cancelled', {}, '@Sofia cancelled'],
  ['drifted', {}, '@Sofia confirmed, but it was out of date: nothing was sent'],
  ['unsent', {}, 'not sent: no answer in time'],
  ['unknown', {}, 'outcome unknown: no answer in time'],
  ['observed', { isDone: false, status: 'PENDING' }, 'listed as PENDING'],
  ['observed', { isDone: true, status: null }, 'seen at the pool'],
  ['checked', { note: '*done*' }, '@Sofia checked: \\*done\\*'],
])('the step %s %j reads "%s"', (step, noted, words) => {
  const change = moved({ ...CONFIRMED, outcome: unanswered });
  const entry = { guild: '100', seq: 1, at: AT, actor: SOFIA, step, change: 9, hash: 'ff' };
  const details = JSON.stringify(noted);
  const reply = detailsReply(change, [{ ...entry, details, previous_hash: '' }]);
  expect(shown(reply)).toContain(`‹d 0› ‹t 0› · ${words}`);
});

test('a change is a row for finance, with what was asked for in columns', () => {
  const reason = '=HYPERLINK("x")';
  const change = moved({ ...CONFIRMED, state: 'reported', outcome: answered('COMPLETED'), reason });
  const [heads = '', row] = String(changesCsvReply([change]).files?.[0]?.data).split('\r\n');
  expect(heads).toBe(
    '\uFEFFnumber,change,state,requested_at,requested_by,reason,confirmed_by,sent_at,ended_at,answered,http_status,input.name,input.site.id,input.site.name',
  );
  expect(row).toBe(
    '1,Move pecos-flats-hydro,reported,2026-11-28T20:51:00.000Z,301,"\'=HYPERLINK(""x"")",202,2026-11-28T20:52:00.000Z,2026-11-28T20:52:00.000Z,COMPLETED,200,pecos-flats-hydro,c,Cedar Ridge',
  );
});

test.each([
  [41, '**Broken at entry 41.** The entries before it are intact.'],
  [1, '**Broken at entry 1.**'],
])('a trail broken at entry %s says so', (brokenAt, line) => {
  expect(shown(trailReply([], brokenAt))).toEqual([
    'bad | Audit trail · 0 entries',
    line,
    'file: audit-trail.jsonl',
  ]);
});
