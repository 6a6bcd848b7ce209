import { expect, test } from 'vitest';
import { createReadiness } from '../../src/ops/readiness.js';

test('one question for all who ask at once, and its answer for all of them', async () => {
  let asked = 0;
  const isReady = createReadiness(
    async () => void asked++,
    () => undefined,
  );
  expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([true, true, true]);
  expect(asked).toBe(1);
});

test('a fault is no, and is told once for all who asked', async () => {
  const faults: unknown[] = [];
  const gone = new Error('gone');
  const isReady = createReadiness(
    () => Promise.reject(gone),
    (error) => faults.push(error),
  );
  expect(await Promise.all([isReady(), isReady()])).toEqual([false, false]);
  expect(faults).toEqual([gone]);
});

test('a store that says nothing is no, and holds nobody up for ever', async () => {
  const faults: unknown[] = [];
  const isReady = createReadiness(
    () => new Promise(() => undefined),
    (error) => faults.push(error),
  );
  expect(await isReady()).toBe(false);
  expect(faults).toMatchObject([{ name: 'StoreUnavailable', fault: 'away' }]);
});
