import { Keyv } from 'keyv';
import { expect, test } from 'vitest';
import { createCardPlaces } from '../../../src/changes/posts/card-places.js';

const PLACE = { channelId: 'c', messageId: 'm', drawn: 3 };

/** A power cut takes what was only noted. */
function rig() {
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
  });
  return { places, cutPower: () => inMemory.clear() };
}

test('where a card stands is noted without waiting for the disk', async () => {
  const { places, cutPower } = rig();
  await places.note('g', 'a', PLACE);
  expect(await places.of('g', 'a')).toEqual(PLACE);
  cutPower();
  expect(await places.of('g', 'a')).toBeUndefined();
});

test('that a change is held outlasts a power cut', async () => {
  const { places, cutPower } = rig();
  await places.note('g', 'a', { ...PLACE, isHeld: true });
  cutPower();
  expect(await places.isHeld('g', 'a')).toBe(true);
});
