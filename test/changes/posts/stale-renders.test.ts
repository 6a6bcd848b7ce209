import { beforeEach, expect, test } from 'vitest';
import type { Changes } from '../../../src/changes/changes.js';
import {
  CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** A process stands still with an edit of a card on its way, which another process overtakes. */

let world: ChangesHarness;
let edits: number;
/** Stands still at its next edit of which the card would say that. */
let standsAt: string | null;
let goOn: () => void;
let stands: Promise<void>;
let still: Changes;

beforeEach(() => {
  world = createChangesHarness();
  edits = 0;
  standsAt = null;
  let arrived: () => void = () => undefined;
  stands = new Promise((resolve) => (arrived = resolve));
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const edit = world.chat.edit.bind(world.chat);
  world.chat.edit = async (channelId, messageId, reply) => {
    edits += 1;
    if (standsAt !== null && JSON.stringify(reply).includes(standsAt)) {
      standsAt = null;
      arrived();
      await held;
    }
    return edit(channelId, messageId, reply);
  };
  still = world.start();
});

const drawn = async (id: string) => {
  const place: unknown = await world.store.notes('change-cards').get(`${GUILD}:${id}`);
  return place;
};

test('an older state that is drawn over a newer one is followed by the newest', async () => {
  const { change, messageId } = await world.askToMove();
  standsAt = 'the pool answered';
  const confirmed = pressOn(still).confirm(world.click(change, PEOPLE.manager));
  await stands;
  await reconcileFor(world, 60_000);
  expect(world.chat.text(messageId)).toContain('Done');
  const last = await drawn(change.id);

  goOn();
  await confirmed;
  await still.idle();

  expect(world.chat.text(messageId)).toContain('Done');
  expect(await drawn(change.id)).toEqual(last);
});

test('a waiting card is drawn again with the freeze that another process entered meanwhile', async () => {
  const { change, messageId } = await world.askToMove();
  standsAt = 'Waiting for confirmation';
  void still.cardAgain(GUILD, change, CHANNEL);
  await stands;
  await world.changes.freeze({ guildId: GUILD, member: PEOPLE.second, reason: 'a stolen phone' });
  expect(world.chat.text(messageId)).toContain('frozen');

  goOn();
  await still.idle();

  expect(world.chat.text(messageId)).toContain('frozen');
});

test('what else is entered meanwhile has no card drawn again', async () => {
  const { change } = await world.askToMove();
  const before = edits;
  standsAt = 'Waiting for confirmation';
  void still.cardAgain(GUILD, change, CHANNEL);
  await stands;
  await expect(world.askToMove(PEOPLE.viewer)).rejects.toThrow();
  expect(await world.steps()).toEqual(['asked', 'refused']);
  goOn();
  await still.idle();
  expect(edits - before).toBe(1);
});

test('what the same process enters meanwhile is drawn once', async () => {
  const { change, messageId } = await world.askToMove();
  const before = edits;
  standsAt = 'waiting for the pool’s answer';
  const confirmed = pressOn(still).confirm(world.click(change, PEOPLE.manager));
  await stands;
  await expect.poll(() => world.steps(), { timeout: 10_000 }).toContain('reported');
  goOn();
  await confirmed;
  await still.idle();
  expect(world.chat.text(messageId)).toContain('the pool answered');
  expect(edits - before).toBe(2);
});
