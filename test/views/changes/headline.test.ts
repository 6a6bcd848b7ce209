import { expect, test } from 'vitest';
import { headline } from '../../../src/views/changes/change-sentences.js';

test('a status of the pool never reads like what was observed', () => {
  const seen = { at: 0, by: 'pitboss' as const, present: null };
  const reported = { state: 'reported' as const, answer: {} };
  const observed = headline({ ...reported, observed: seen }, 'COMPLETED');
  expect(observed).toBe('Sent once; the pool answered: COMPLETED · seen at the pool since');
  const forged = headline(reported, 'COMPLETED · seen at the pool since');
  expect(forged).toBe('Sent once; the pool answered: “COMPLETED · seen at the pool since”');
});

test('what the pool lists with a status of its own is not told as in force', () => {
  const observed = { at: 0, by: 'pitboss' as const, present: { status: 'PENDING_APPROVAL' } };
  const words = headline({ state: 'reported', answer: {}, observed }, 'PENDING');
  expect(words).toMatch(/: PENDING · seen at the pool since as PENDING\\?_APPROVAL$/);
});
