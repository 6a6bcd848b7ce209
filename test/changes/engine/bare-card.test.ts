import { describe, expect, test } from 'vitest';
import {
  ANSWER_WITHIN_MS,
  AUDIT_CHANNEL,
  CHANNEL,
  createChangesHarness,
  emptyCard,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
  reconcileFor,
} from '../fakes/changes-harness.js';

test('a click on a card without its embed confirms nothing, and the card is drawn again', async () => {
  const world = createChangesHarness();
  const { change, messageId } = await world.askToMove();
  const click = world.click(change, PEOPLE.manager);
  const shown = world.chat.shown(messageId);
  const bare = { ...click, shown: { ...shown, footer: null } };
  await expect(world.changes.buttons.checkConfirm(bare)).rejects.toThrow(
    /no longer shows the change/,
  );
  await expect(pressOn(world.changes).confirm(bare)).rejects.toThrow(/no longer shows the change/);
  await world.changes.idle();
  expect(world.workspace.sent).toEqual([]);
  expect((await world.changes.find(GUILD, change.id))?.state).toBe('pending');
  expect((await pressOn(world.changes).confirm({ ...click, shown })).state).toBe('reported');
});

describe('a card that was emptied before this process began', () => {
  const empty = (world: ChangesHarness, messageId: string) => {
    const { components = [] } = world.chat.messages.get(messageId)?.reply ?? {};
    world.chat.messages.set(messageId, { channelId: CHANNEL, reply: { components } });
  };

  /** Sent, and then an older copy of the store was put back; only the card could have told. */
  async function sentAndPutBack() {
    const world = createChangesHarness();
    const { change, messageId } = await world.askToMove();
    const putBack = world.store.copy();
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
    await world.changes.idle();
    putBack();
    empty(world, messageId);
    for (const id of world.chat.inChannel(AUDIT_CHANNEL)) world.chat.messages.delete(id);
    return { world, change, messageId };
  }

  test('of a restored store gets no Confirm, now or later, and nothing is sent twice', async () => {
    const { world, change, messageId } = await sentAndPutBack();

    const next = world.start();
    await next.recover();
    await next.idle();
    expect(world.chat.buttons(messageId)).toEqual(['Details']);
    const fresh = world.chat.inChannel(CHANNEL).at(-1) ?? '';
    expect(fresh).not.toBe(messageId);
    expect(world.chat.text(fresh)).toContain('It can no longer be confirmed');
    for (const each of [next, world.start()]) {
      await each.recover();
      await each.idle();
      expect(world.chat.buttons(fresh)).toEqual(['Cancel', 'Details']);
      const click = { ...world.click(change, PEOPLE.second), shown: world.chat.shown(fresh) };
      await expect(pressOn(each).confirm(click)).rejects.toThrow(
        /nobody can tell whether it was sent/,
      );
    }
    world.chat.messages.delete(fresh);
    const again = await next.cardAgain(GUILD, change, CHANNEL);
    expect(JSON.stringify(again.components)).not.toContain('change-confirm');
    expect(world.workspace.sent).toHaveLength(1);
    expect((await pressOn(next).cancel(world.click(change, PEOPLE.manager))).state).toBe(
      'cancelled',
    );
  });

  test('gets no Confirm where it is shown again before anything else has found it', async () => {
    const { world, change } = await sentAndPutBack();

    const next = world.start();
    // Redrawn before it is shown: what takes its place is the card, and what is shown is a copy.
    const { components = [] } = await next.cardAgain(GUILD, change, CHANNEL);
    expect(components).toEqual([]);
    const messageId = world.chat.inChannel(CHANNEL).at(-1) ?? '';
    expect(world.chat.buttons(messageId)).toEqual(['Cancel', 'Details']);
    const click = {
      ...world.click(change, PEOPLE.second),
      on: { channelId: CHANNEL, messageId },
      shown: world.chat.shown(messageId),
    };
    await expect(pressOn(next).confirm(click)).rejects.toThrow(/nobody can tell/);
    await next.idle();
    await expect(pressOn(next).confirm(click)).rejects.toThrow(/nobody can tell/);
    expect(world.workspace.sent).toHaveLength(1);
  });

  test('is found by the click too, where it could not be read at the start', async () => {
    const world = createChangesHarness();
    const { change, messageId } = await world.askToMove();
    const shown = world.chat.shown(messageId);
    empty(world, messageId);
    const click = { ...world.click(change, PEOPLE.second), shown };
    await expect(pressOn(world.start()).confirm(click)).rejects.toThrow(/nobody can tell/);
    expect(world.workspace.sent).toEqual([]);
  });
});

describe('isn’t closed as one that was never sent', () => {
  const WORDS = 'so nobody knows';

  /** The copy holds entries up to that step; another process confirmed and sent it, and ended. */
  async function putBackTo(step: string) {
    const world = createChangesHarness();
    world.guilds.set(GUILD, { auditChannelId: undefined });
    const append = world.store.append.bind(world.store);
    let putBack = () => undefined as void;
    world.store.append = async (stream, seq, entry) => {
      const done = await append(stream, seq, entry);
      if (entry.includes(`"step":"${step}"`)) putBack = world.store.copy();
      return done;
    };
    const { change, messageId } = await world.askToMove();
    await world.changes.recover();
    await world.changes.idle();
    if (step === 'asked') putBack = world.store.copy();
    const other = world.start();
    await pressOn(other).confirm(world.click(change, PEOPLE.manager));
    await other.idle();
    putBack();
    world.workspace.siteOf.set('main', 'site-a');
    return { world, change, messageId };
  }

  test.each([
    ['confirmed', 'emptied', ANSWER_WITHIN_MS],
    ['confirmed', 'deleted', ANSWER_WITHIN_MS],
    ['asked', 'emptied', EXPIRY_MS],
  ])('a change that was %s and whose card was %s', async (step, how, ms) => {
    const { world, change, messageId } = await putBackTo(step);
    if (how === 'emptied') emptyCard(world, messageId);
    else world.chat.messages.delete(messageId);
    await reconcileFor(world, ms + 20_000);
    expect(await world.changes.find(GUILD, change.id)).toMatchObject({
      state: 'unknown',
      failure: { why: 'card-removed' },
    });
    const newest = world.chat.inChannel(CHANNEL).at(-1) ?? '';
    if (how === 'emptied') expect(world.chat.text(newest)).toContain(WORDS);
    expect(world.chat.text(newest)).not.toContain('Nothing was sent');
    await expect(world.askToMove(PEOPLE.second)).rejects.toThrow('unknown outcome');
    expect(world.workspace.sent).toHaveLength(1);
  });
});
