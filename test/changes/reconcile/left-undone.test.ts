import { expect, test } from 'vitest';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
} from '../fakes/changes-harness.js';

const { admin, manager } = PEOPLE;

test('a card that an ended process left undrawn is drawn by another, also in a server that never rests', async () => {
  const world = createChangesHarness();
  const { change, messageId } = await world.askToMove();
  const ending = world.start();
  await ending.recover();
  await world.changes.recover();
  await reconcileFor(world, 20_000);
  world.chat.isAway = true;
  await pressOn(ending).cancel(world.click(change, manager));
  await ending.idle();
  ending.beginEnd();
  await ending.close();
  world.chat.isAway = false;
  for (let count = 0; count < 10; count++) {
    for (let pass = 0; pass < 2; pass++) {
      world.pass(25_000);
      await world.changes.reconcile();
    }
    const currency = count % 2 === 0 ? 'ZEC' : 'BTC';
    await world.changes.settings.set({ guildId: GUILD, member: admin, by: 'defaults' }, (now) => ({
      ...now,
      currency,
    }));
    await world.changes.idle();
  }
  expect(world.chat.text(messageId)).toContain('Cancelled');
});
