import { beforeEach, expect, test } from 'vitest';
import type { Change } from '../../../src/domain/changes/change.js';
import {
  AUDIT_CHANNEL,
  CHANNEL,
  clickInPrivate,
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** The data was moved to another application: what the earlier one posted tells of its entries too. */

const { manager, second } = PEOPLE;

let world: ChangesHarness;
let change: Change;
let messageId: string;

beforeEach(async () => {
  world = createChangesHarness();
  ({ change, messageId } = await world.askToMove());
  await world.changes.recover();
  await world.changes.idle();
});

/** A process of the other application, which can edit nothing of the earlier one's. */
function startMoved() {
  const former = new Set(world.chat.messages.keys());
  const { chat } = world;
  const [look, edit, newest] = [chat.look.bind(chat), chat.edit.bind(chat), chat.newest.bind(chat)];
  const marked = { isFormerBots: true as const };
  chat.look = async (channelId, id) => {
    const shown = await look(channelId, id);
    return shown !== null && former.has(id) ? { ...shown, ...marked } : shown;
  };
  chat.newest = async (channelId) =>
    (await newest(channelId)).map((shown) => ({ ...shown, ...marked }));
  chat.edit = async (channelId, id, reply) => {
    if (former.has(id)) throw new Error('the message is somebody else’s');
    return edit(channelId, id, reply);
  };
  return world.start();
}

test('its card gets a new one in its place, which confirms', async () => {
  const moved = startMoved();
  await moved.recover();
  await moved.idle();
  const newest = world.chat.inChannel(CHANNEL).at(-1) ?? '';
  expect(newest).not.toBe(messageId);
  const on = { channelId: CHANNEL, messageId: newest };
  const click = { ...world.click(change, second), on, shown: world.chat.shown(newest) };
  expect((await pressOn(moved).confirm(click)).state).toBe('reported');
});

test.each([
  ['card', undefined],
  ['audit channel', AUDIT_CHANNEL],
])('its %s tells of an older copy', async (_, auditChannelId) => {
  world.guilds.set(GUILD, { auditChannelId });
  const putBack = world.store.copy();
  await pressOn(world.changes).confirm(world.click(change, manager));
  await world.changes.idle();
  putBack();
  world.workspace.siteOf.set('main', 'site-a');
  if (auditChannelId !== undefined) world.chat.messages.delete(messageId);
  const moved = startMoved();
  const click = await clickInPrivate(world, change, { by: moved, member: second });
  await expect(pressOn(moved).confirm(click)).rejects.toThrow();
  await moved.idle();
  expect(await moved.behind(GUILD)).not.toBeNull();
  expect(world.workspace.sent).toHaveLength(1);
});
