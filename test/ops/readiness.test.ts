import { expect, test } from 'vitest';
import { createReadiness, createWriteProbe } from '../../src/ops/readiness.js';

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

test('nothing is written unless somebody asks, and then once for all who do', async () => {
  let written = 0;
  const takes = createWriteProbe(
    async () => void written++,
    () => undefined,
  );
  expect(written).toBe(0);
  expect(await Promise.all([takes(), takes(), takes()])).toEqual([true, true, true]);
  expect(written).toBe(1);
});

test('a write that fails is no, and told; one that waits is none before it has failed', async () => {
  const faults: unknown[] = [];
  const full = new Error('full');
  let fail: (error: Error) => void = () => undefined;
  const takes = createWriteProbe(
    () => new Promise((_resolve, reject) => (fail = reject)),
    (error) => faults.push(error),
  );
  expect(await takes()).toBe(true);
  expect(faults).toEqual([]);
  fail(full);
  await expect.poll(() => faults).toEqual([full]);
  expect(await takes()).toBe(false);
});
