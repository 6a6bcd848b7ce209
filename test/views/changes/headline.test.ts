import { expect, test } from 'vitest';
import { headline } from '../../../src/views/changes/change-sentences.js';

const reported = { state: 'reported' as const, answer: {} };
const seen = (present: unknown) => ({ at: 0, by: 'pitboss' as const, present });

test('only what the pool lists without a status of its own is done', () => {
  expect(headline({ ...reported, observed: seen(null) }, 'COMPLETED')).toBe(
    'Done: the pool lists it',
  );
  const waiting = { ...reported, observed: seen({ status: 'PENDING_APPROVAL' }) };
  expect(headline(waiting, 'PENDING')).toMatch(
    /^Sent: the pool lists it as “PENDING\\?_APPROVAL”$/,
  );
});

test.each([
  [{ requires_approval: true }, 'Sent: waiting for approval at the pool'],
  [{ requires_approval: true, approved_at: null }, 'Sent: waiting for approval at the pool'],
  [{ requires_approval: true, approved_at: '2026-01-01' }, 'Sent: the pool answered “PENDING”'],
  [{ requires_approval: 'true' }, 'Sent: the pool answered “PENDING”'],
  [{}, 'Sent: the pool answered “PENDING”'],
])('an answer %j waits for approval only where it says so', (answer, words) => {
  expect(headline({ state: 'reported', answer }, 'PENDING')).toBe(words);
});

test('a status of the pool never reads like what was observed', () => {
  expect(headline(reported, 'X · Done: the pool lists it')).toBe(
    'Sent: the pool answered “X · Done\\: the pool lists it”',
  );
});

test('what never left is not called declined', () => {
  const failed = (status?: number) =>
    headline({ state: 'failed', failure: { why: 'pool', status } }, null);
  expect(failed(404)).toBe('Declined by the pool');
  expect(failed()).toBe('Not sent');
});
