import { expect, test } from 'vitest';
import { askForNobody, moveAudit, OTHER_CHANNEL, setCurrency } from '../fakes/settings-harness.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
} from '../fakes/changes-harness.js';

/** The audit channel that tells of lost entries is replaced before anything has read it. */

async function putBackUnread() {
  const world = createChangesHarness();
  askForNobody(world);
  await setCurrency(world, 'ZEC');
  await world.changes.recover();
  await world.changes.idle();
  const putBack = world.store.copy();
  const { change } = await world.askToMove();
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  await world.changes.idle();
  putBack();
  const next = { ...world, changes: world.start() };
  await next.changes.recover();
  await next.changes.idle();
  expect(await next.changes.behind(GUILD)).toBeNull();
  return next;
}

test.each([OTHER_CHANNEL, undefined])('by %s', async (to) => {
  const world = await putBackUnread();
  await moveAudit(world, to);
  expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
});

test.each([OTHER_CHANNEL, undefined])('by %s, while Discord can’t show it', async (to) => {
  const world = await putBackUnread();
  const newest = world.chat.newest.bind(world.chat);
  world.chat.newest = async (channelId) =>
    channelId === AUDIT_CHANNEL ? Promise.reject(new Error('502')) : newest(channelId);
  await moveAudit(world, to);
  await world.changes.idle();
  expect(await world.changes.behind(GUILD)).toBeNull();
  world.chat.newest = newest;
  await reconcileFor(world, 5 * 60_000);
  expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
});
