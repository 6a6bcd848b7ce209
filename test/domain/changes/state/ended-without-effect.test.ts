import { expect, test } from 'vitest';
import {
  endedWithoutEffectAt,
  type EndedChange,
} from '../../../../src/domain/changes/state/ended-without-effect.js';

const acted = { by: 'pitboss' as const, at: 5 };

test.each<[what: string, change: EndedChange, at: number | null]>([
  ['was cancelled', { state: 'cancelled', closed: acted }, 5],
  ['failed before it left, or was refused by the pool', { state: 'failed', ended: acted }, 5],
  ['was cancelled, and reported after all', { state: 'reported', closed: acted }, null],
  ['was cancelled, and may have been sent', { state: 'unknown', closed: acted }, null],
  ['waits', { state: 'pending' }, null],
])('what %s', (_, change, at) => {
  expect(endedWithoutEffectAt(change)).toBe(at);
});
