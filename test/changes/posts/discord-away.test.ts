import { beforeEach, describe, expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  confirmAndGoAway,
  reconcileFor,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** Whatever couldn't be drawn or told is made up for by itself once possible. */

let world: ChangesHarness;

beforeEach(() => {
  world = createChangesHarness();
});

const { manager } = PEOPLE;

describe('a Discord that is away', () => {
  test('or never answers keeps nobody waiting who freezes', async () => {
    const { change } = await world.askToMove();
    world.chat.edit = () => new Promise(() => undefined);
    await world.changes.freeze({ guildId: GUILD, member: manager, reason: 'look at it' });
    await expect(pressOn(world.changes).confirm(world.click(change, manager))).rejects.toThrow(
      'Changes are frozen',
    );
  });

  test('for minutes leaves no card behind, and is asked ever more seldom', async () => {
    const { change, messageId } = await world.askToMove();
    await world.changes.idle();
    let edits = 0;
    const edit = world.chat.edit.bind(world.chat);
    world.chat.edit = (...given) => {
      edits += 1;
      return edit(...given);
    };
    await confirmAndGoAway(world, change);
    await reconcileFor(world, 10 * 60_000);
    expect(world.chat.text(messageId)).toContain('Waiting for confirmation');
    expect(edits).toBeLessThan(20);
    world.chat.isAway = false;
    await reconcileFor(world, 5 * 60_000);
    expect(world.chat.text(messageId)).toContain('Sent once; the pool answered');
    const drawn = edits;
    await reconcileFor(world, 20 * 60_000);
    expect(edits).toBe(drawn);
  });

  test('for minutes has the audit channel told of the last step too, once it is back', async () => {
    const { change } = await world.askToMove();
    await world.changes.idle();
    await confirmAndGoAway(world, change);
    await reconcileFor(world, 60_000);
    world.chat.isAway = false;
    await reconcileFor(world, 5 * 60_000);
    const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
    expect(told.join().split('got the pool’s answer')).toHaveLength(2);
  });

  test('is not asked again about a card that is gone', async () => {
    const { change, messageId } = await world.askToMove();
    let edits = 0;
    world.chat.edit = async (channelId) => {
      edits += 1;
      world.chat.messages.delete(messageId);
      throw new ChannelRefused({ channelId, reason: 'gone' });
    };
    await pressOn(world.changes).confirm(world.click(change, manager));
    // Its effect is seen in this time, which is one more state to draw.
    await reconcileFor(world, 60_000);
    const tried = edits;
    await reconcileFor(world, 10 * 60_000);
    expect(edits).toBe(tried);
  });

  test('in one channel keeps no other server waiting', async () => {
    const { change } = await world.askToMove();
    const edit = world.chat.edit.bind(world.chat);
    let release: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (release = resolve));
    world.chat.edit = async (...given) => hanging.then(() => edit(...given));
    world.pass(EXPIRY_MS);
    await world.changes.reconcile();
    const other = await world.ask(world.changes, {
      kind: 'subaccount-move',
      input: { name: 'spare', site: { id: 'site-b', name: 'Site B' } },
      member: manager,
    });
    world.pass(EXPIRY_MS);
    await world.changes.reconcile();
    expect((await world.changes.find(GUILD, change.id))?.state).toBe('expired');
    expect((await world.changes.find(GUILD, other.id))?.state).toBe('expired');
    release();
    await world.changes.idle();
  });
});

test('what Discord carries out after the next start leaves no card at an earlier state', async () => {
  const { change, messageId } = await world.askToMove();
  const asked = world.chat.messages.get(messageId);
  world.chat.isAway = true;
  await pressOn(world.changes).cancel(world.click(change, manager));
  await world.changes.idle();
  world.chat.isAway = false;
  const next = world.start();
  await next.recover();
  expect(world.chat.text(messageId)).toContain('Cancelled');
  // What the previous process had requested.
  if (asked !== undefined) world.chat.messages.set(messageId, asked);
  expect(world.chat.text(messageId)).not.toContain('Cancelled');
  let edits = 0;
  const edit = world.chat.edit.bind(world.chat);
  world.chat.edit = (...given) => {
    edits += 1;
    return edit(...given);
  };
  for (let seconds = 0; seconds < 60; seconds += 2) {
    world.pass(2_000);
    await next.reconcile();
    await next.idle();
  }
  expect(world.chat.text(messageId)).toContain('Cancelled');
  expect(edits).toBe(1);
});
