import { expect, test } from 'vitest';
import { CLAIMED_MS, withClaim } from '../../../src/domain/async/with-claim.js';
import { createMemoryStore } from '../../changes/fakes/memory-store.js';

function createClaims() {
  const clock = { time: 0, now: () => clock.time };
  const store = createMemoryStore(clock);
  const claimed = async () => (await withClaim(store, 'one', async () => 'done')) === null;
  return { clock, store, claimed };
}

test('what is claimed is done once, and then free again', async () => {
  const { store, claimed } = createClaims();
  const done = await withClaim(store, 'one', async () => {
    expect(await claimed()).toBe(true);
    return 5;
  });
  expect(done).toEqual({ result: 5 });
  expect(await claimed()).toBe(false);
});

test('it is free again after work that failed', async () => {
  const { store, claimed } = createClaims();
  const failing = withClaim(store, 'one', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await claimed()).toBe(false);
});

test('a process that stood still releases no claim that another has taken since', async () => {
  const { clock, store, claimed } = createClaims();
  await withClaim(store, 'one', async () => {
    clock.time = CLAIMED_MS + 1;
    void withClaim(store, 'one', () => new Promise(() => undefined));
  });
  expect(await claimed()).toBe(true);
});
