import { expect, test } from 'vitest';
import type { Change } from '../../../../src/domain/changes/change.js';
import { endedUndoneAt } from '../../../../src/domain/changes/state/ended-undone.js';

const acted = { by: 'pitboss', at: 5 } as const;

test.each([
  ['was cancelled', { state: 'cancelled', closed: acted }, 5],
  ['failed before it left', { state: 'failed', ended: acted, failure: { why: 'late' } }, 5],
  ['was refused by the pool', { state: 'failed', ended: acted, failure: { why: 'pool' } }, 5],
  ['was cancelled, and reported after all', { state: 'reported', closed: acted }, null],
  ['was cancelled, and may have been sent', { state: 'unknown', closed: acted }, null],
  ['waits', { state: 'pending' }, null],
])('what %s', (_, change, at) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
  expect(endedUndoneAt(change as unknown as Change)).toBe(at);
});
