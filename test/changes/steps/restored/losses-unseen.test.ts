import { beforeEach, describe, expect, test } from 'vitest';
import type { Changes } from '../../../../src/changes/changes.js';
import { ChannelRefused } from '../../../../src/domain/errors/channel-refused.js';
import {
  CHANNEL,
  confirmUndrawn,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../../fakes/changes-harness.js';

/**
 * A loss that the memory of a living process doesn't know of, and entries since that have the numbers
 * of the lost ones: what people were shown tells it all the same, and nothing is sent again.
 */

const { admin, manager, second, viewer } = PEOPLE;

let world: ChangesHarness;
let change: Awaited<ReturnType<ChangesHarness['askToMove']>>['change'];
let messageId: string;
beforeEach(async () => {
  world = createChangesHarness();
  ({ change, messageId } = await world.askToMove());
  await world.changes.idle();
});

/** More than were lost. */
async function enterEightSettings(by: Changes): Promise<void> {
  for (let count = 0; count < 8; count++) {
    const currency = count % 2 === 0 ? 'ZEC' : 'BTC';
    await by.settings.set({ guildId: GUILD, member: admin, by: 'defaults' }, (now) => ({
      ...now,
      currency,
    }));
    await by.idle();
  }
}

async function expectRefused(by: Changes): Promise<void> {
  const on = { channelId: CHANNEL, messageId };
  const click = { ...world.click(change, second), on, shown: world.chat.shown(messageId) };
  await expect(pressOn(by).confirm(click)).rejects.toThrow('entries of this server are missing');
  expect(world.workspace.sent).toHaveLength(1);
}

describe('told in the audit channel alone', () => {
  let putBack: () => void;
  beforeEach(async () => {
    await world.changes.recover();
    await reconcileFor(world, 12_000);
    putBack = world.store.copy();
  });

  test('which the process may read only later', async () => {
    await confirmUndrawn(world, change, world.changes);
    putBack();
    world.workspace.siteOf.set('main', 'site-a');
    const next = world.start();
    const newest = world.chat.newest.bind(world.chat);
    world.chat.newest = async (channelId) =>
      Promise.reject(new ChannelRefused({ channelId, reason: 'forbidden' }));
    await next.recover();
    await enterEightSettings(next);
    world.chat.newest = newest;
    await expectRefused(next);
  });

  test('by another process that died', async () => {
    await confirmUndrawn(world, change, world.start());
    putBack();
    world.workspace.siteOf.set('main', 'site-a');
    await enterEightSettings(world.changes);
    await expectRefused(world.changes);
  });

  test('whose trail was found broken before it was put back', async () => {
    await confirmUndrawn(world, change, world.changes);
    const rows = world.store.streams.get(`trail:${GUILD}`) ?? [];
    rows[0] = (rows[0] ?? '').replace('"at":1', '"at":2');
    expect((await world.changes.verifyTrail(GUILD)).broken).not.toBeNull();
    putBack();
    expect((await world.changes.verifyTrail(GUILD)).broken).toBeNull();
    world.workspace.siteOf.set('main', 'site-a');
    await enterEightSettings(world.changes);
    await expectRefused(world.changes);
  });
});

test('told on a card alone, which another process drew after somebody clicked it here', async () => {
  world.guilds.set(GUILD, { auditChannelId: undefined });
  const other = world.start();
  await other.recover();
  const on = { channelId: CHANNEL, messageId };
  const refused = { ...world.click(change, viewer), on, shown: world.chat.shown(messageId) };
  await expect(pressOn(other).confirm(refused)).rejects.toThrow('role');
  await other.idle();
  const putBack = world.store.copy();
  await pressOn(world.changes).confirm(world.click(change, manager));
  await world.changes.idle();
  putBack();
  world.workspace.siteOf.set('main', 'site-a');
  const by = { guildId: GUILD, member: admin, reason: 'x' };
  // Each would draw it again.
  await other.freeze(by);
  await other.unfreeze(by);
  await other.idle();
  expect(world.chat.text(messageId)).toContain('the pool answered');
  await expectRefused(other);
});

test('told on a card alone, which waits here and was drawn by another process: nothing expires over it', async () => {
  world.guilds.set(GUILD, { auditChannelId: undefined });
  const putBack = world.store.copy();
  const other = world.start();
  await pressOn(other).confirm(world.click(change, manager));
  await other.idle();
  putBack();
  world.pass(EXPIRY_MS + 60_000);
  await reconcileFor(world, 20_000);
  expect(world.chat.text(messageId)).toContain('the pool answered');
  expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'card' });
});

test('told on a card that the bot may not read, where the newest entries alone were deleted', async () => {
  world.guilds.set(GUILD, { auditChannelId: undefined });
  const kept = (world.store.streams.get(`trail:${GUILD}`) ?? []).length;
  await pressOn(world.changes).confirm(world.click(change, manager));
  await world.changes.idle();
  const before = world.chat.text(messageId);
  world.store.streams.get(`trail:${GUILD}`)?.splice(kept);
  world.workspace.siteOf.set('main', 'site-a');
  world.chat.look = async (channelId) =>
    Promise.reject(new ChannelRefused({ channelId, reason: 'forbidden' }));
  const next = world.start();
  await next.recover();
  // Each would draw it again.
  await next.freeze({ guildId: GUILD, member: admin, reason: 'x' });
  await next.unfreeze({ guildId: GUILD, member: admin, reason: 'x' });
  await next.idle();
  expect(world.chat.text(messageId)).toBe(before);
  await expectRefused(next);
});

describe('what a process that has ended left undone, one that lives does', () => {
  async function whileDiscordIsAway(act: (old: Changes) => Promise<unknown>): Promise<void> {
    const old = world.start();
    await old.recover();
    await world.changes.recover();
    await reconcileFor(world, 20_000);
    world.chat.isAway = true;
    await act(old);
    await old.idle();
    old.beginEnd();
    await old.close();
    world.chat.isAway = false;
    await reconcileFor(world, 5 * 60_000);
  }

  test('a card', async () => {
    await whileDiscordIsAway(async (old) => pressOn(old).cancel(world.click(change, manager)));
    expect(world.chat.text(messageId)).toContain('Cancelled');
    expect(world.chat.buttons(messageId)).not.toContain('Confirm');
  });

  test('for a day, where nobody lets it', async () => {
    let posts = 0;
    await whileDiscordIsAway(async (old) => {
      await enterEightSettings(old);
      world.chat.post = async (channelId) => {
        posts += 1;
        throw new ChannelRefused({ channelId, reason: 'forbidden' });
      };
    });
    for (let hour = 0; hour < 72; hour++) {
      world.pass(3_600_000);
      await world.changes.reconcile();
      await world.changes.idle();
    }
    const tried = posts;
    expect(tried).toBeGreaterThan(1);
    for (let hour = 0; hour < 48; hour++) {
      world.pass(3_600_000);
      await world.changes.reconcile();
      await world.changes.idle();
    }
    expect(posts).toBe(tried);
  });

  test('an audit post', async () => {
    await whileDiscordIsAway(async (old) => enterEightSettings(old));
    expect(await world.changes.lackedByAuditChannel(GUILD)).toBeNull();
  });
});
