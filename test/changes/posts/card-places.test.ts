import { Keyv } from 'keyv';
import { expect, test } from 'vitest';
import { createCardPlaces } from '../../../src/changes/posts/cards/card-places.js';
import { createMemoryStore } from '../fakes/memory-store.js';

const PLACE = { channelId: 'c', messageId: 'm', drawn: 3 };

/** A power cut loses what was only noted. */
function harness() {
  const onDisk = new Map<string, unknown>();
  const inMemory = new Map<string, unknown>();
  const store = <Value>(write: Map<string, unknown>) =>
    new Keyv<Value>({
      store: {
        get: (key: string) => inMemory.get(key) ?? onDisk.get(key),
        set(key: string, value: unknown) {
          inMemory.delete(key);
          write.set(key, value);
        },
        delete: (key: string) => onDisk.delete(key),
        clear: () => onDisk.clear(),
      },
    });
  const places = createCardPlaces({
    namespace: () => store(onDisk),
    notes: () => store(inMemory),
    revision: async () => null,
    compareAndSet: async () => false,
  });
  return { places, cutPower: () => inMemory.clear() };
}

test('where a card stands is noted without waiting for the disk', async () => {
  const { places, cutPower } = harness();
  await places.note('g', 'a', PLACE);
  expect(await places.of('g', 'a')).toEqual(PLACE);
  cutPower();
  expect(await places.of('g', 'a')).toBeUndefined();
});

test('that a change is held outlasts a power cut', async () => {
  const { places, cutPower } = harness();
  await places.note('g', 'a', { ...PLACE, isHeld: true });
  cutPower();
  expect(await places.isHeld('g', 'a')).toBe(true);
});

test('is read again once any process has noted a place, and not before', async () => {
  const store = createMemoryStore(undefined, { givesRevisions: true });
  let reads = 0;
  const notes = store.namespace<unknown>('change-cards');
  const get = notes.get.bind(notes);
  Object.assign(notes, { get: (key: string) => (reads++, get(key)) });
  const [one, other] = [createCardPlaces(store), createCardPlaces(store)];
  for (let times = 0; times < 3; times++) expect(await one.of('g', 'a')).toBeUndefined();
  expect(reads).toBe(1);
  await other.note('g', 'a', PLACE);
  for (let times = 0; times < 3; times++) expect(await one.of('g', 'a')).toEqual(PLACE);
  expect(reads).toBe(2);
  await one.note('g', 'a', { ...PLACE, isHeld: true });
  expect(await one.isHeld('g', 'a')).toBe(true);
  expect(await other.isHeld('g', 'a')).toBe(true);
});
