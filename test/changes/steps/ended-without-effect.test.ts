import { describe, expect, test } from 'vitest';
import type { Changes } from '../../../src/changes/changes.js';
import type { Change } from '../../../src/domain/changes/change.js';
import { trailOf } from '../../../src/changes/trail/stored-trail.js';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/units.js';
import {
  acceptLoss,
  beforeNextEntry,
  CHANNEL,
  clickInPrivate,
  confirmUndrawn,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/**
 * A change that ended without a request in the trail of an older copy may have been sent in the
 * entries that are lost.
 */

const { manager, second, viewer } = PEOPLE;

async function begin({ hasAudit, ...options }: { hasAudit: boolean; checkpointEvery?: number }) {
  const world = createChangesHarness(options);
  if (!hasAudit) world.guilds.set(GUILD, { auditChannelId: undefined });
  const { change, messageId } = await world.askToMove();
  await world.changes.recover();
  await world.changes.idle();
  return { world, change, messageId, putBack: world.store.copy() };
}

/** The pool waits for an approval, so nothing of it shows there. */
async function sendElsewhere(world: ChangesHarness, change: Change, hasAudit: boolean) {
  const other = world.start();
  if (hasAudit) await confirmUndrawn(world, change, other);
  else await pressOn(other).confirm(world.click(change, manager));
  await other.idle();
  world.workspace.siteOf.set('main', 'site-a');
}

async function askAndConfirm(world: ChangesHarness, changes: Changes): Promise<void> {
  const { change } = await world.askToMove(second, changes);
  await pressOn(changes).confirm(world.click(change, second));
}

async function expectUnknown(world: ChangesHarness, { id }: Change): Promise<void> {
  await acceptLoss(world, world.changes);
  await world.changes.reconcile();
  await world.changes.idle();
  expect(await world.changes.find(GUILD, id)).toMatchObject({
    state: 'unknown',
    failure: { why: 'restored' },
  });
  const newest = world.chat.inChannel(CHANNEL).at(-1) ?? '';
  expect(world.chat.text(newest)).toContain('It may have been sent.');
  expect(world.chat.text(newest)).not.toContain('Nothing was sent');
  await expect(askAndConfirm(world, world.changes)).rejects.toThrow('unknown outcome');
  expect(world.workspace.sent).toHaveLength(1);
}

test.each([true, false])(
  'stopped just before its request left, with an audit channel: %s',
  async (hasAudit) => {
    const { world, change, messageId, putBack } = await begin({ hasAudit });
    beforeNextEntry(world, async () => {
      await sendElsewhere(world, change, hasAudit);
      putBack();
    });
    const on = { channelId: CHANNEL, messageId };
    const click = { ...world.click(change, second), on, shown: world.chat.shown(messageId) };
    await expect(pressOn(world.changes).confirm(click)).rejects.toMatchObject({
      title: 'Nothing was sent',
    });
    await world.changes.idle();
    expect(await world.steps()).not.toContain('failed');
    await expectUnknown(world, change);
  },
);

/** Sent elsewhere, put back, and cancelled on the card as it was while Discord shows none. */
async function cancelledInCopy(checkpointEvery: number) {
  const { world, change, messageId, putBack } = await begin({ hasAudit: false, checkpointEvery });
  const on = { channelId: CHANNEL, messageId };
  const click = { ...world.click(change, manager), on, shown: world.chat.shown(messageId) };
  await sendElsewhere(world, change, false);
  putBack();
  const look = world.chat.look.bind(world.chat);
  world.chat.look = async () => Promise.reject(new Error('502'));
  await pressOn(world.changes).cancel(click);
  const showAgain = () => (world.chat.look = look);
  return {
    world,
    change,
    clickNow: () => ({ ...click, shown: world.chat.shown(messageId) }),
    showAgain,
  };
}

/** Refusals are entries too, so checkpoints are written. */
async function refusedFor(world: ChangesHarness, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    await expect(world.askToMove(viewer)).rejects.toThrow();
    world.pass(HOUR_MS);
  }
  await world.changes.idle();
}

/** A day later: by then another process has forgotten the change at a checkpoint. */
async function foundOnceForgotten() {
  const { world, change, clickNow, showAgain } = await cancelledInCopy(4);
  const other = world.start();
  await other.current(GUILD);
  await refusedFor(world, 26);
  await other.current(GUILD);
  await other.idle();
  showAgain();
  await expect(pressOn(world.changes).cancel(clickNow())).rejects.toThrow('missing');
  return { world, change, other };
}

test.each([
  ['in memory', 200],
  ['past a checkpoint', 1],
])('cancelled on a card as it was before it told, %s', async (_, checkpointEvery) => {
  const { world, change, showAgain } = await cancelledInCopy(checkpointEvery);
  showAgain();
  await reconcileFor(world, 60_000);
  expect(await world.changes.behind(GUILD)).toMatchObject({ endedSince: [change.id] });
  await expectUnknown(world, change);
});

test('accepted two days after it was found', async () => {
  const { world, change, showAgain } = await cancelledInCopy(4);
  showAgain();
  await reconcileFor(world, 60_000);
  await refusedFor(world, 48);
  await expectUnknown(world, change);
});

test('found a day after it was cancelled, and known to a process that had forgotten it', async () => {
  const { world, change, other } = await foundOnceForgotten();
  expect(await world.changes.behind(GUILD)).toMatchObject({ endedSince: [change.id] });
  await expectUnknown(world, change);
  await expect(world.askToMove(second, other)).rejects.toThrow('unknown outcome');
});

test('known also to a process whose store failed while it read that', async () => {
  const { world, change, other } = await foundOnceForgotten();
  await expectUnknown(world, change);
  const read = world.store.read.bind(world.store);
  const last = world.store.streams.get(trailOf(GUILD))?.length ?? 0;
  world.store.read = async function* (stream, from) {
    for await (const row of read(stream, from)) {
      if (stream === trailOf(GUILD) && row.seq === last) throw new Error('the store is away');
      yield row;
    }
  };
  await expect(other.current(GUILD)).rejects.toThrow('away');
  world.store.read = read;
  await expect(world.askToMove(second, other)).rejects.toThrow('unknown outcome');
});

test('a copy that is put back once more while that is being read can be accepted', async () => {
  const world = createChangesHarness();
  world.guilds.set(GUILD, { auditChannelId: undefined });
  const cancelled = async (changes: Changes) => {
    const { change } = await world.askToMove(manager, changes);
    await pressOn(changes).cancel(world.click(change, manager));
    await changes.idle();
  };
  const oldest = world.store.copy();
  await cancelled(world.changes);
  const copy = world.store.copy();
  await cancelled(world.changes);
  copy();
  await cancelled(world.start());
  // The next entry is that the loss was found.
  beforeNextEntry(world, async () => oldest());
  await world.changes.behind(GUILD);
  await acceptLoss(world, world.changes);
  expect(await world.changes.behind(GUILD)).toBeNull();
});

test('is among what the admin is told before they accept', async () => {
  const { world, change, clickNow, showAgain } = await cancelledInCopy(4);
  showAgain();
  await expect(pressOn(world.changes).cancel(clickNow())).rejects.toThrow('missing');
  expect(await world.changes.unknownOnceAccepted(GUILD)).toMatchObject([{ id: change.id }]);
});

test('isn’t cancelled on a private card while Discord can’t show the card itself', async () => {
  const { world, change, putBack } = await begin({ hasAudit: false });
  await sendElsewhere(world, change, false);
  putBack();
  const cancel = async () =>
    pressOn(world.changes).cancel(
      await clickInPrivate(world, change, { by: world.changes, member: manager }),
    );
  const look = world.chat.look.bind(world.chat);
  world.chat.look = async () => Promise.reject(new Error('502'));
  await expect(cancel()).rejects.toThrow('may say that it was sent');
  await expect(askAndConfirm(world, world.changes)).rejects.toThrow('already an open change');
  world.chat.look = look;
  await expect(cancel()).rejects.toThrow('entries of this server are missing');
  await expectUnknown(world, change);
});

describe('stays as it ended, if it ended before the copy was put back', () => {
  async function cancelledBefore() {
    const { world, change } = await begin({ hasAudit: true });
    await pressOn(world.changes).cancel(world.click(change, manager));
    await world.changes.idle();
    return { world, change, putBack: world.store.copy() };
  }

  const stateOf = async (world: ChangesHarness, { id }: Change) => {
    await acceptLoss(world, world.changes);
    return (await world.changes.find(GUILD, id))?.state;
  };

  test('as the messages tell whose entries are missing', async () => {
    const { world, change, putBack } = await cancelledBefore();
    world.pass(HOUR_MS);
    const other = world.start();
    await world.askToMove(second, other);
    await other.idle();
    putBack();
    await expect(askAndConfirm(world, world.start())).rejects.toThrow('entries');
    expect(await world.changes.behind(GUILD)).toMatchObject({ endedSince: [] });
    expect(await stateOf(world, change)).toBe('cancelled');
  });

  test('where nobody knows when the missing entry was told, if that was over a day ago', async () => {
    const { world, change } = await cancelledBefore();
    world.guilds.set(GUILD, { auditChannelId: undefined });
    world.pass(30 * DAY_MS);
    await world.askToMove(second);
    await reconcileFor(world, 10_000);
    // The newest entry is lost, and so is every card.
    world.store.streams.get(trailOf(GUILD))?.pop();
    world.chat.messages.clear();
    const next = world.start();
    await next.recover();
    await next.idle();
    expect(await next.behind(GUILD)).toMatchObject({ endedSince: [] });
    expect(await stateOf(world, change)).toBe('cancelled');
  });

  test('as the process knows that read the missing entries', async () => {
    const { world, change, putBack } = await cancelledBefore();
    await world.askToMove(second);
    await world.changes.idle();
    putBack();
    expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'process', endedSince: [] });
    expect(await stateOf(world, change)).toBe('cancelled');
  });
});

test('what a process cancelled once the copy was put back is unknown, as one tells that knew more', async () => {
  const { world, change, messageId, putBack } = await begin({ hasAudit: false });
  const shown = world.chat.shown(messageId);
  // It reads that the change was sent.
  await sendElsewhere(world, change, false);
  await world.changes.current(GUILD);
  putBack();
  const unaware = world.start();
  world.chat.look = async () => Promise.reject(new Error('502'));
  const on = { channelId: CHANNEL, messageId };
  await pressOn(unaware).cancel({ ...world.click(change, manager), on, shown });
  await unaware.idle();
  expect(await world.changes.behind(GUILD)).toMatchObject({
    where: 'process',
    endedSince: [change.id],
  });
  await acceptLoss(world, world.changes);
  expect((await world.changes.find(GUILD, change.id))?.state).toBe('unknown');
});

/** Where the bot may not read, so that nobody finds it. */
async function expiredInCopy() {
  const { world, change, messageId, putBack } = await begin({ hasAudit: false });
  await sendElsewhere(world, change, false);
  putBack();
  const look = world.chat.look.bind(world.chat);
  const refused = new ChannelRefused({ channelId: CHANNEL, reason: 'forbidden' });
  world.chat.look = async () => Promise.reject(refused);
  const next = world.start();
  await next.recover();
  for (let passed = 0; passed < EXPIRY_MS + 60_000; passed += 10_000) {
    world.pass(10_000);
    await next.reconcile();
  }
  await next.idle();
  expect((await next.find(GUILD, change.id))?.state).toBe('expired');
  expect(world.chat.text(messageId)).toContain('PENDING');
  world.pass(2 * HOUR_MS);
  return { world, change, messageId, mayRead: () => (world.chat.look = look) };
}

test('found only after a later loss was accepted', async () => {
  const { world, change, messageId, mayRead } = await expiredInCopy();
  world.workspace.siteOf.set('other', 'site-a');
  const putBack = world.store.copy();
  const other = world.start();
  const later = await world.ask(other, {
    kind: 'subaccount-move',
    input: { name: 'other', site: { id: 'site-b', name: 'Site B' } },
    member: manager,
  });
  const card = await world.postCard(later, other);
  await other.idle();
  putBack();
  const next = world.start();
  const clickOn = (which: Change, id: string) => ({
    ...world.click(which, second),
    on: { channelId: CHANNEL, messageId: id },
    shown: world.chat.shown(id),
  });
  await expect(pressOn(next).confirm(clickOn(later, card))).rejects.toThrow('missing');
  await acceptLoss(world, next);
  expect((await next.find(GUILD, change.id))?.state).toBe('expired');
  mayRead();
  await expect(pressOn(next).confirm(clickOn(change, messageId))).rejects.toThrow('missing');
  await acceptLoss(world, next);
  expect((await next.find(GUILD, change.id))?.state).toBe('unknown');
  await expect(world.askToMove(second, next)).rejects.toThrow('unknown outcome');
  // Nor is it found over and over.
  await expect(pressOn(next).confirm(clickOn(change, messageId))).rejects.toThrow();
  expect(await next.behind(GUILD)).toBeNull();
  expect(world.workspace.sent).toHaveLength(1);
});

test('what had ended before the copy is no loss of its own once one was accepted', async () => {
  const { world, change, messageId } = await begin({ hasAudit: false });
  await pressOn(world.changes).cancel(world.click(change, manager));
  await world.changes.idle();
  world.workspace.siteOf.set('other', 'site-a');
  const putBack = world.store.copy();
  world.pass(10 * 60_000);
  const other = world.start();
  const later = await world.ask(other, {
    kind: 'subaccount-move',
    input: { name: 'other', site: { id: 'site-b', name: 'Site B' } },
    member: manager,
  });
  await world.postCard(later, other);
  // Drawn at an entry that is lost.
  await other.cardAgain(GUILD, change, CHANNEL);
  world.pass(2 * HOUR_MS);
  const card = await world.postCard(later, other);
  await other.idle();
  putBack();
  const next = world.start();
  const on = { channelId: CHANNEL, messageId: card };
  const click = { ...world.click(later, second), on, shown: world.chat.shown(card) };
  await expect(pressOn(next).confirm(click)).rejects.toThrow('missing');
  await acceptLoss(world, next);
  await next.cardAgain(GUILD, change, CHANNEL);
  await next.idle();
  expect(await next.behind(GUILD)).toBeNull();
  expect((await next.find(GUILD, change.id))?.state).toBe('cancelled');
  expect(world.chat.text(messageId)).toContain('Cancelled');
});
