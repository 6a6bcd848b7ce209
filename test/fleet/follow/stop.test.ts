import { expect, test } from 'vitest';
import { WriteConflict } from '../../../src/domain/errors/store-errors.js';
import { createFollow, type FollowParts } from '../../../src/fleet/follow/follow.js';
import { fleetActionSchema } from '../../../src/pool-api/resources.js';
import { summarizeAction } from '../../../src/views/fleet/fleet-action-figures.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';

const clock = { now: () => Date.UTC(2026, 10, 20) };
const REQUEST = {
  id: 'following-1',
  guildId: 'guild',
  actionId: 'a-1',
  requesterId: 'someone',
  until: clock.now() + 3_600_000,
  figures: summarizeAction({
    value: fleetActionSchema.parse({}),
    readAt: 0,
    refusedSubaccounts: [],
    filledInAllSubaccounts: false,
  }),
};

/** A running follow whose next writes lose to somebody else's. */
async function followed() {
  const shared = createSharedStore(clock);
  let losing = 0;
  const store: FollowParts['store'] = {
    ...shared,
    compareAndSet: async (...swap) => (losing-- > 0 ? false : shared.compareAndSet(...swap)),
  };
  const follow = createFollow({
    store,
    clock,
    channels: { edit: async () => {}, post: () => Promise.reject(new Error('nothing ends')) },
    openPool: () => Promise.reject(new Error('nobody looks')),
    guilds: { keyInfo: async () => null },
    onError: () => {},
  });
  await follow.begin(REQUEST);
  const found = await follow.find('guild', REQUEST.id);
  if (found === undefined) throw new Error('nothing has begun');
  return { follow, found, shared, lose: (times: number) => (losing = times) };
}

const stopperOf = async ({ follow }: Awaited<ReturnType<typeof followed>>) =>
  (await follow.find('guild', REQUEST.id))?.stoppedBy;

test('a stop that others come before ten times over is written all the same', async () => {
  const world = await followed();
  world.lose(10);
  expect(await world.follow.stop(world.found, 'u1')).toBe(true);
  expect(await stopperOf(world)).toBe('u1');
  await world.follow.close();
});

test('one that cannot be written is never called done', async () => {
  const world = await followed();
  world.lose(Infinity);
  await expect(world.follow.stop(world.found, 'u1')).rejects.toThrow(WriteConflict);
  expect(await stopperOf(world)).toBeUndefined();
  await world.follow.close();
});

test('of one that is over nothing is stopped', async () => {
  const world = await followed();
  await world.shared.namespace('followings').delete(REQUEST.id);
  expect(await world.follow.stop(world.found, 'u1')).toBe(false);
  await world.follow.close();
});
