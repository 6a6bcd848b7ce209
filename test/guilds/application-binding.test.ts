import { beforeEach, expect, test } from 'vitest';
import { bindApplication, WrongApplication } from '../../src/guilds/application-binding.js';
import type { Store } from '../../src/store/store.js';
import { createSharedStore } from '../daily/fakes/shared-store.js';

const [OURS, OTHER] = ['123456789012345678', '223456789012345678'];

let store: Store;
beforeEach(() => {
  store = createSharedStore({ now: () => 0 });
});

test('the first application has the store, and every other one is refused', async () => {
  await bindApplication(store, OURS);
  await bindApplication(store, OURS);
  await expect(bindApplication(store, OTHER)).rejects.toThrow(WrongApplication);
  await expect(bindApplication(store, OTHER, [OTHER])).rejects.toThrow(OURS);
  await bindApplication(store, OURS);
});

test('of two that start at once on an empty store one has it', async () => {
  const both = await Promise.allSettled([OURS, OTHER].map((id) => bindApplication(store, id)));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('it tells which applications it belonged to before', async () => {
  const third = '323456789012345678';
  expect(await bindApplication(store, OURS)).toEqual([]);
  expect(await bindApplication(store, OTHER, [OURS])).toEqual([OURS]);
  expect(await bindApplication(store, OTHER)).toEqual([OURS]);
  expect(await bindApplication(store, third, [OTHER])).toEqual([OURS, OTHER]);
  expect(await bindApplication(store, OURS, [third])).toEqual([OTHER, third]);
});

test('one that is named only later counts too', async () => {
  await bindApplication(store, OURS);
  expect(await bindApplication(store, OURS, [OTHER])).toEqual([OTHER]);
  expect(await bindApplication(store, OURS, [OURS])).toEqual([OTHER]);
  expect(await bindApplication(store, OURS)).toEqual([OTHER]);
});

test('of several that are named, one is the one before, and each counts', async () => {
  const third = '323456789012345678';
  await bindApplication(store, OURS);
  await expect(bindApplication(store, third, [OTHER])).rejects.toThrow(WrongApplication);
  expect(await bindApplication(store, third, [OTHER, OURS])).toEqual([OURS, OTHER]);
  expect(await bindApplication(store, third, [OTHER, OURS])).toEqual([OURS, OTHER]);
});

test('of an empty store it is the one that was named', async () => {
  expect(await bindApplication(store, OURS, [OTHER])).toEqual([OTHER]);
});

test('it moves to another where the one before is named, and not back by that', async () => {
  await bindApplication(store, OURS);
  await bindApplication(store, OTHER, [OURS]);
  await bindApplication(store, OTHER, [OURS]);
  await expect(bindApplication(store, OURS, [OURS])).rejects.toThrow(WrongApplication);
});
