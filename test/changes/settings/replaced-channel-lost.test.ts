import { expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import {
  askForNobody,
  BY_ADMIN,
  KEY,
  moveAudit,
  OTHER_CHANNEL,
  setCurrency,
  setRoles,
} from '../fakes/settings-harness.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
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

function failAudit({ chat }: ChangesHarness): () => void {
  const newest = chat.newest.bind(chat);
  chat.newest = async (channelId) =>
    channelId === AUDIT_CHANNEL ? Promise.reject(new Error('502')) : newest(channelId);
  return () => (chat.newest = newest);
}

test.each([OTHER_CHANNEL, undefined])('by %s, but not while Discord can’t show it', async (to) => {
  const world = await putBackUnread();
  const heal = failAudit(world);
  await expect(moveAudit(world, to)).rejects.toThrow('isn’t replaced yet');
  expect((await world.guilds.settings(GUILD)).auditChannelId).toBe(AUDIT_CHANNEL);
  heal();
  await moveAudit(world, to);
  expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
});

test('by one that the stored copy has already, where the entry tells of another', async () => {
  const world = await putBackUnread();
  await moveAudit(world, AUDIT_CHANNEL);
  world.guilds.set(GUILD, { auditChannelId: OTHER_CHANNEL });
  failAudit(world);
  await expect(moveAudit(world, OTHER_CHANNEL)).rejects.toThrow('isn’t replaced yet');
});

test('by a disconnect, which keeps it while Discord can’t show it', async () => {
  const world = await putBackUnread();
  const { changes, workspace, guilds } = world;
  const heal = failAudit(world);
  workspace.siteOf.set('main', 'site-a');
  expect(await changes.settings.disconnect(GUILD, BY_ADMIN)).toBe(true);
  expect(await guilds.settings(GUILD)).toMatchObject({
    auditChannelId: AUDIT_CHANNEL,
    currency: 'BTC',
  });
  await changes.settings.connectKey({ guildId: GUILD, member: PEOPLE.admin }, KEY);
  await setRoles(world, 'self');
  const { change } = await world.askToMove(PEOPLE.manager, changes);
  const confirm = () => pressOn(changes).confirm(world.click(change, PEOPLE.manager));
  await expect(confirm()).rejects.toThrow('audit channel');
  heal();
  await expect(confirm()).rejects.toThrow('Audit entries of this server are missing');
  expect(workspace.sent).toHaveLength(1);
});

test('by a removal of the bot, while Discord can’t show it', async () => {
  const world = await putBackUnread();
  const heal = failAudit(world);
  await world.changes.settings.disconnect(GUILD, 'bot-removed');
  await world.changes.idle();
  expect(await world.changes.behind(GUILD)).toBeNull();
  heal();
  await reconcileFor(world, 5 * 60_000);
  expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
});

test('by another where the bot may not read the one before', async () => {
  const world = await putBackUnread();
  const refused = new ChannelRefused({ channelId: AUDIT_CHANNEL, reason: 'forbidden' });
  world.chat.newest = async () => Promise.reject(refused);
  await moveAudit(world, OTHER_CHANNEL);
  expect((await world.guilds.settings(GUILD)).auditChannelId).toBe(OTHER_CHANNEL);
});
