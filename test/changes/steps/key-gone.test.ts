import { beforeEach, describe, expect, test } from 'vitest';
import {
  CHANNEL,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';
import { BY_ADMIN, KEY } from '../fakes/settings-harness.js';

/** A waiting change whose API key is no longer connected: nobody can confirm it, nor ask again. */

const ROLE = '300000000000000001';
const NOBODY_CAN = /It can no longer be confirmed:\*\* it was requested with an API key that/;

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
});

const connectAnother = async () => {
  await world.changes.settings.connectKey({ guildId: GUILD, member: PEOPLE.admin }, KEY);
  await world.changes.idle();
};
const disconnect = async () => {
  await world.changes.settings.disconnect(GUILD, BY_ADMIN);
  await world.changes.idle();
};

describe.each([
  ['changed', connectAnother],
  ['removed', disconnect],
] as const)('an API key that was %s', (_what, loseKey) => {
  test('leaves a waiting card with Cancel alone, which says why, and nothing to ask again', async () => {
    const { change, messageId } = await world.askToMove();
    expect(world.chat.text(messageId)).toContain('can confirm until');
    await loseKey();
    expect(world.chat.text(messageId)).toMatch(NOBODY_CAN);
    expect(world.chat.text(messageId)).not.toContain('can confirm');
    expect(world.chat.buttons(messageId)).toEqual(['Cancel', 'Details']);
    const own = JSON.stringify(await world.changes.forOne(GUILD, change.id));
    expect(own).toMatch(NOBODY_CAN);
    expect(own).not.toContain('change-confirm');
    await pressOn(world.changes).cancel(world.click(change, PEOPLE.manager));
    await world.changes.idle();
    expect(world.chat.buttons(messageId)).toEqual(['Details']);
  });

  test('leaves a change that expires then with nothing to ask again', async () => {
    const { messageId } = await world.askToMove();
    await loseKey();
    await reconcileFor(world, EXPIRY_MS);
    expect(world.chat.text(messageId)).toContain('Nobody confirmed it in time');
    expect(world.chat.buttons(messageId)).toEqual(['Details']);
  });
});

test('a second person is neither named above its card nor reminded', async () => {
  world.guilds.set(GUILD, { approval: { payments: 'second', others: 'second' }, pingRoleId: ROLE });
  const { messageId } = await world.askToMove();
  const content = () => world.chat.messages.get(messageId)?.reply.content;
  expect(content()).toContain('Second person needed');
  await connectAnother();
  expect(content()).toBeUndefined();
  await reconcileFor(world, EXPIRY_MS);
  const all = world.chat.inChannel(CHANNEL).map((id) => world.chat.messages.get(id)?.reply);
  expect(JSON.stringify(all)).not.toContain('change-notice');
});
