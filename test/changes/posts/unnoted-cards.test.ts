import { expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import { CHANNEL, createChangesHarness, GUILD, PEOPLE, pressOn } from '../fakes/changes-harness.js';

test('a new card that the store doesn’t note is posted once, and is the card from then on', async () => {
  const world = createChangesHarness();
  world.guilds.set(GUILD, { auditChannelId: undefined });
  const { change, messageId } = await world.askToMove();
  await world.changes.idle();
  world.chat.look = async (channelId) =>
    Promise.reject(new ChannelRefused({ channelId, reason: 'forbidden' }));
  const next = world.start();
  await next.recover();
  const post = world.chat.post.bind(world.chat);
  let posts = 0;
  // Discord remembers a nonce for minutes.
  world.chat.post = async (channelId, reply) => {
    posts += 1;
    return post(channelId, reply);
  };
  const places = world.store.namespace('change-cards');
  const set = places.set.bind(places);
  places.set = async () => Promise.reject(new Error('the disk is full'));
  await pressOn(next).cancel(world.click(change, PEOPLE.manager));
  for (let minute = 0; minute < 180; minute++) {
    world.pass(60_000);
    await next.reconcile();
    await next.idle();
  }
  expect(posts).toBe(1);
  places.set = set;
  const newest = world.chat.inChannel(CHANNEL).at(-1);
  expect(newest).not.toBe(messageId);
  expect(await next.cardMessageOf(GUILD, change.id)).toMatchObject({ messageId: newest });
  expect(await world.start().cardMessageOf(GUILD, change.id)).toMatchObject({ messageId: newest });
});
