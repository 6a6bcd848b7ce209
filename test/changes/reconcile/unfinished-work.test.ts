import { expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import {
  AUDIT_CHANNEL,
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

test('so is one where the audit channel has refused an entry for more than a day', async () => {
  const world = createChangesHarness();
  await world.changes.recover();
  const post = world.chat.post.bind(world.chat);
  world.chat.post = async (channelId, ...rest) =>
    channelId === AUDIT_CHANNEL
      ? Promise.reject(new ChannelRefused({ channelId, reason: 'forbidden' }))
      : post(channelId, ...rest);
  await world.changes.freeze({ guildId: GUILD, member: admin, reason: 'look at it' });
  const hours = async (count: number) => {
    for (let minute = 0; minute < count * 60; minute += 5) {
      world.pass(5 * 60_000);
      await world.changes.reconcile();
    }
    await world.changes.idle();
  };
  await hours(26);
  const ending = world.start();
  await ending.recover();
  await ending.unfreeze({ guildId: GUILD, member: admin, reason: 'seen' });
  const { change, messageId } = await world.askToMove(manager, ending);
  await ending.idle();
  const edit = world.chat.edit.bind(world.chat);
  world.chat.edit = async () => Promise.reject(new Error('away'));
  await pressOn(ending).cancel(world.click(change, manager));
  await ending.idle();
  ending.beginEnd();
  await ending.close();
  world.chat.edit = edit;
  await hours(3);
  expect(world.chat.text(messageId)).toContain('Cancelled');
});
