import { expect, test } from 'vitest';
import {
  outcomeLine,
  requestedLine,
  requiresApproval,
  statusWord,
} from '../../src/changes/words.js';
import type { Outcome } from '../../src/pool/writes.js';
import { answered, CONFIRMED, moved, payouts, readable, unanswered } from './samples.js';

const NEW = '\n🆕 `bc1q ar0s rrr7 xfkv y5l6 43ly dnw9 re59 gtzz wf5m dq`';

test('the audit line of a payment request has new addresses in full', () => {
  expect(readable(requestedLine(payouts()))).toBe(
    `**#9** @Marek requested: BTC payouts of cedar-ridge-hydro · Kept · BTC treasury · allocation 100 → **60**${NEW}`,
  );
});

test('the audit line of a move says from where to where', () => {
  expect(readable(requestedLine(moved({ number: 12, replaces: 11 })))).toBe(
    '**#12** @Marek requested, as #11: Move pecos-flats-hydro · Site: Pecos Flats → **Cedar Ridge**',
  );
});

test.each<[Partial<Outcome>, string]>([
  [
    { kind: 'declined', status: 403 },
    '❌ **#1** @Sofia confirmed, Pitboss sent it, the pool declined it (403)',
  ],
  [
    { kind: 'unknown' },
    '❓ **#1** @Sofia confirmed, Pitboss sent it; outcome unknown: no answer in time',
  ],
  [
    { kind: 'unsent', reason: 'the pool couldn’t be reached' },
    '🚫 **#1** @Sofia confirmed, but nothing was sent: the pool couldn’t be reached',
  ],
])('the audit line of an outcome %j', (outcome, line) => {
  const change = moved({ ...CONFIRMED, outcome: { ...unanswered, ...outcome } });
  expect(readable(outcomeLine(change))).toBe(line);
});

test.each([
  [{ status: 'PENDING_APPROVAL' }, 'PENDING\\_APPROVAL'],
  [{ name: 'hall-7' }, '201'],
  [{ status: '' }, '201'],
  ['created', '201'],
])('the status of the answer %j is %s', (body, word) => {
  expect(statusWord({ ...answered(''), status: 201, body })).toBe(word);
});

test('without any answer the status is not given', () => {
  expect(statusWord(unanswered)).toBe('not given');
});

test.each([
  [{ requires_approval: true }, true],
  [{ requiresApproval: true }, true],
  [{ status: 'AWAITING_APPROVAL' }, true],
  [{ requires_approval: false, status: 'PENDING' }, false],
  ['requires_approval', false],
])('the answer %j waits for approval: %s', (body, waits) => {
  expect(requiresApproval(body)).toBe(waits);
});
