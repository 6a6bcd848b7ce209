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

test('a place that the store doesn’t note gives way to a card that another process noted since', async () => {
  const world = createChangesHarness();
  const other = world.start();
  const { manager, second, admin } = PEOPLE;
  const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
  const change = await world.ask(world.changes, {
    kind: 'subaccount-move',
    input,
    member: manager,
  });
  const reply = await world.changes.card(GUILD, change);
  const { messageId } = await world.chat.post(CHANNEL, reply);
  const places = world.store.namespace('change-cards');
  const set = places.set.bind(places);
  places.set = async () => Promise.reject(new Error('the disk is full'));
  await expect(reply.onPosted?.({ channelId: CHANNEL, messageId })).rejects.toThrow('full');
  places.set = set;
  world.chat.messages.delete(messageId);
  const again = await other.cardAgain(GUILD, change, CHANNEL);
  const shown = await world.chat.post(CHANNEL, again);
  await again.onPosted?.({ channelId: CHANNEL, messageId: shown.messageId });
  await other.idle();
  await world.changes.freeze({ guildId: GUILD, member: manager, reason: 'look at it' });
  await world.changes.unfreeze({ guildId: GUILD, member: admin, reason: 'seen' });
  await world.changes.idle();
  const on = { channelId: CHANNEL, messageId: shown.messageId };
  const click = { ...world.click(change, second), on, shown: world.chat.shown(on.messageId) };
  expect((await pressOn(world.changes).confirm(click)).state).toBe('reported');
});
