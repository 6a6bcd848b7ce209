import { expect, test } from 'vitest';
import { AUDIT_CHANNEL, createChangesRig, GUILD, person } from '../fakes/changes-rig.js';

test('entries that come while a post is on its way are told together, in order', async () => {
  const world = createChangesRig();
  const post = world.chat.post.bind(world.chat);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  world.chat.post = async (...given) => {
    await held;
    return post(...given);
  };
  const turnAway = (userId: string) =>
    world.changes.turnedAway({
      guildId: GUILD,
      member: person(userId),
      attempt: `/subaccount move ${userId}`,
      why: 'not-allowed',
    });
  const people = ['11', '12', '13', '14', '15', '16'];
  for (const userId of people) await turnAway(userId);
  letGo();
  await world.changes.idle();
  const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
  expect(told.map((text) => text.match(/move \d+/g))).toEqual([
    ['move 11'],
    people.slice(1).map((userId) => `move ${userId}`),
  ]);
});
