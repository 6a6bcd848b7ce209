import { array, assert, asyncProperty, nat } from 'fast-check';
import { expect, test } from 'vitest';
import { createRetryQueue, retryWhileLocked } from '../../../src/store/sqlite/busy-retry.js';

const sqlite = (code: string) => Object.assign(new Error('from SQLite'), { code });

test('statements are carried out in the order in which they were asked for, whatever is locked', () =>
  assert(
    asyncProperty(array(nat({ max: 3 }), { maxLength: 12 }), async (refusals) => {
      const inTurn = createRetryQueue();
      const done: number[] = [];
      await Promise.all(
        refusals.map((times, index) => {
          let left = times;
          return inTurn(() => {
            if (left-- > 0) throw sqlite('SQLITE_BUSY');
            done.push(index);
          });
        }),
      );
      expect(done).toEqual(refusals.map((_, index) => index));
    }),
    { numRuns: 40 },
  ));

test('one that fails holds up none behind it', async () => {
  const inTurn = createRetryQueue();
  let isLocked = true;
  const first = inTurn(() => {
    if (isLocked) throw sqlite('SQLITE_BUSY_SNAPSHOT');
    throw new TypeError('a bug');
  });
  const second = inTurn(() => 'done');
  isLocked = false;
  await expect(first).rejects.toThrow(TypeError);
  expect(await second).toBe('done');
  expect(await inTurn(() => 'at once')).toBe('at once');
});

test('locked too long, and any other fault of SQLite, is told as one of the store', async () => {
  const locked = () => {
    throw sqlite('SQLITE_BUSY');
  };
  await expect(retryWhileLocked(locked, performance.now())).rejects.toMatchObject({
    name: 'StoreUnavailable',
    fault: 'locked',
  });
  const full = () => {
    throw sqlite('SQLITE_FULL');
  };
  await expect(retryWhileLocked(full)).rejects.toMatchObject({ fault: 'away' });
});
