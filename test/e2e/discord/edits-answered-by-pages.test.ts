import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ask, startWorld, type World } from '../world.js';
import { changeWorld, type ChangeWorld } from '../changes/change-world.js';

/** Something in between answers the edits of a channel's cards with pages of its own. */

let house: World;
let world: ChangeWorld;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
});
beforeEach(async () => {
  world = await changeWorld(house);
});
afterAll(() => house.close());

test('a card whose edit was answered by a page is drawn again', async () => {
  const card = await world.askToMove();
  const { ofChannels } = world.discord.faults;
  const edits = `PATCH ${world.channelId}`;
  ofChannels.set(edits, 'page');
  await ask(world.as('manager'), 'changes freeze', { reason: 'look at it' });
  expect(JSON.stringify(world.now(card).components)).toContain('Confirm');
  ofChannels.delete(edits);
  await expect.poll(() => JSON.stringify(world.now(card).components)).not.toContain('Confirm');
}, 60_000);
