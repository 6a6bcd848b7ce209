import { beforeEach, describe, expect, test } from 'vitest';
import type { Changes } from '../../../../src/changes/changes.js';
import type { RestoreAcceptance } from '../../../../src/changes/steps/accept-restore.js';
import { LOOSENING_WAITS_MS } from '../../../../src/domain/changes/settings/loosening.js';
import {
  CHANNEL,
  confirmUndrawn,
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../../fakes/changes-harness.js';

/** Losses that come after this process has read the audit channel, or after an admin has seen one. */

const { admin, otherAdmin, manager, second } = PEOPLE;
let world: ChangesHarness;
let asked: Awaited<ReturnType<ChangesHarness['askToMove']>>;
beforeEach(async () => {
  world = createChangesHarness();
  world.guilds.known = [GUILD];
  asked = await world.askToMove();
  await world.changes.recover();
  await world.changes.idle();
});

const failing = async () => Promise.reject(new Error('502'));

test('a click while Discord can’t show the audit channel sends nothing, also where it was read before', async () => {
  const putBack = world.store.copy();
  await confirmUndrawn(world, asked.change, world.start());
  putBack();
  world.workspace.siteOf.set('main', 'site-a');
  const newest = world.chat.newest.bind(world.chat);
  world.chat.newest = failing;
  const click = {
    ...world.click(asked.change, second),
    on: { channelId: CHANNEL, messageId: asked.messageId },
    shown: world.chat.shown(asked.messageId),
  };
  await expect(pressOn(world.changes).confirm(click)).rejects.toThrow('couldn’t show the audit');
  world.chat.newest = newest;
  await expect(pressOn(world.changes).confirm(click)).rejects.toThrow('entries of this server');
  expect(world.workspace.sent).toHaveLength(1);
});

test('a loosening that was withdrawn in lost entries doesn’t take effect by a process that read the channel before', async () => {
  world.guilds.set(GUILD, { approval: { payments: 'second', others: 'second' } });
  const { loosening } = await world.changes.settings.set(
    { guildId: GUILD, member: admin, by: 'roles' },
    (now) => ({ ...now, approval: { payments: 'second', others: 'self' } }),
  );
  if (loosening === null) throw new Error('it took effect at once');
  await world.changes.idle();
  await reconcileFor(world, 10_000);
  const putBack = world.store.copy();
  const other = world.start();
  const { seq, head } = loosening;
  await other.loosenings.withdraw({ guildId: GUILD, member: otherAdmin, asked: { seq, head } });
  await other.idle();
  putBack();
  world.pass(LOOSENING_WAITS_MS + 1_000);
  await reconcileFor(world, 60_000);
  expect((await world.guilds.settings(GUILD)).approval.others).toBe('second');
  expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
});

describe('a form about an earlier loss', () => {
  async function seenLoss(changes: Changes): Promise<RestoreAcceptance> {
    const found = await changes.lossByNow(GUILD);
    if (found === null) throw new Error('nothing was found');
    const seenAt = world.chat.now();
    return { guildId: GUILD, member: admin, reason: 'no newer', found, seenAt, askedAt: seenAt };
  }

  test.each(['goes on', 'ends'])(
    'accepts no later one where the copy holds the earlier, and the process %s',
    async (what) => {
      const putBack = world.store.copy();
      await world.changes.freeze({ guildId: GUILD, member: manager, reason: 'look at it' });
      await world.changes.unfreeze({ guildId: GUILD, member: admin, reason: 'seen' });
      await world.changes.idle();
      putBack();
      const living = world.start();
      await living.recover();
      await living.idle();
      const form = await seenLoss(living);
      const putBackAgain = world.store.copy();
      await living.acceptRestore(await seenLoss(living));
      await living.idle();
      const moved = await world.askToMove(manager, living).catch(() => null);
      expect(moved).toBeNull();
      await pressOn(living).resolve(world.click(asked.change, second), 'not sent');
      const { change } = await world.askToMove(manager, living);
      await pressOn(living).confirm(world.click(change, second));
      await living.idle();
      expect(world.workspace.sent).toHaveLength(1);
      putBackAgain();
      const next = what === 'ends' ? world.start() : living;
      await next.recover();
      await next.idle();
      const again = { ...form, askedAt: world.chat.now() };
      await expect(next.acceptRestore(again)).rejects.toThrow(/nothing to accept/);
      expect(await next.behind(GUILD)).not.toBeNull();
      const now = await seenLoss(next);
      expect(now.found.seq).toBe(form.found.seq);
      await next.acceptRestore(now);
      expect(await next.behind(GUILD)).toBeNull();
    },
  );

  test('waits where Discord can’t show the audit channel', async () => {
    const putBack = world.store.copy();
    await world.changes.freeze({ guildId: GUILD, member: manager, reason: 'look at it' });
    await world.changes.idle();
    putBack();
    await world.changes.recover();
    const form = await seenLoss(world.changes);
    const newest = world.chat.newest.bind(world.chat);
    world.chat.newest = failing;
    await expect(world.changes.acceptRestore(form)).rejects.toThrow('couldn’t show the audit');
    world.chat.newest = newest;
    await world.changes.acceptRestore(form);
    expect(await world.changes.behind(GUILD)).toBeNull();
  });
});
