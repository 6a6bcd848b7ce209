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
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';
import { moveApplication } from '../fakes/former-application.js';

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

test('its card gets a new one in its place, which confirms', async () => {
  const moved = moveApplication(world)();
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
  const moved = moveApplication(world)();
  const click = await clickInPrivate(world, change, { by: moved, member: second });
  await expect(pressOn(moved).confirm(click)).rejects.toThrow();
  await moved.idle();
  expect(await moved.behind(GUILD)).not.toBeNull();
  expect(world.workspace.sent).toHaveLength(1);
});

test('what came of a change is told on another card where Discord hides the earlier one', async () => {
  await pressOn(world.changes).confirm(world.click(change, manager));
  await world.changes.idle();
  const look = world.chat.look.bind(world.chat);
  world.chat.look = async (channelId, id) => {
    const shown = await look(channelId, id);
    if (shown === null || id !== messageId) return shown;
    const hidden = { footer: null, isBare: true, hasNoButtons: true, isFormerBots: true } as const;
    return { ...hidden, drawnAt: shown.drawnAt };
  };
  const moved = moveApplication(world)();
  await moved.recover();
  await moved.idle();
  world.workspace.siteOf.set('main', 'site-b');
  await reconcileFor({ ...world, changes: moved }, 20 * 60_000);
  const newest = world.chat.inChannel(CHANNEL).at(-1) ?? '';
  expect(newest).not.toBe(messageId);
  expect(world.chat.text(newest)).toContain('Sent once; the pool answered');
});

test('clicks while a later card is looked for share the search', async () => {
  const moved = moveApplication(world)();
  await moved.recover();
  await moved.idle();
  const newest = world.chat.inChannel(CHANNEL).at(-1) ?? '';
  let searches = 0;
  world.chat.find = async () => {
    searches += 1;
    return new Promise(() => undefined);
  };
  const on = { channelId: CHANNEL, messageId: newest };
  const click = { ...world.click(change, second), on, shown: world.chat.shown(newest) };
  const clicks = [1, 2, 3].map(async () =>
    expect(pressOn(moved).confirm(click)).rejects.toThrow('couldn’t show this change’s card'),
  );
  await Promise.all(clicks);
  expect(searches).toBe(1);
});
