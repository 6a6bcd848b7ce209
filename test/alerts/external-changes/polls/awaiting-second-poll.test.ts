import { expect, test } from 'vitest';
import { afterDifference } from '../../../../src/alerts/external-changes/polls/awaiting-second-poll.js';

const MINUTE = 60_000;
const seen = (hash: string, minute: number) => ({ hash, at: minute * MINUTE, leadsBack: false });

test.each([
  [9, true],
  [60, false],
])('a second look %i minutes later agrees: %s', (minutes, agrees) => {
  const { waiting } = afterDifference([], seen('one', 0));
  expect(afterDifference(waiting, seen('one', minutes))).toMatchObject({
    counts: agrees,
    isAgreed: agrees,
  });
});
