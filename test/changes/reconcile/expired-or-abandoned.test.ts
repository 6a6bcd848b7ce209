import { expect, test } from 'vitest';
import {
  ANSWER_WITHIN_MS,
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** One process sends and waits; another, whose wall clock is ahead, looks on. */

/** A confirmed change whose request never ends. */
async function underWay(world: ChangesHarness) {
  const { change } = await world.askToMove();
  let isSent = () => undefined as void;
  const sent = new Promise<void>((resolve) => (isSent = resolve));
  world.workspace.client.updateSubaccount = () => {
    isSent();
    return new Promise(() => undefined);
  };
  void pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  await sent;
  return change;
}

async function lookOn(other: ReturnType<ChangesHarness['start']>) {
  await other.reconcile();
  await other.idle();
}

test('what began while a process runs is lost by its own count of time, not by a wall clock', async () => {
  const world = createChangesHarness();
  const other = world.start();
  await other.recover();
  world.pass(ANSWER_WITHIN_MS);
  const change = await underWay(world);
  const state = async () => (await other.find(GUILD, change.id))?.state;
  await lookOn(other);
  // Its wall clock is set two days ahead.
  world.clock.time += 2 * 86_400_000;
  await lookOn(other);
  expect(await state()).toBe('sent');
  world.pass(ANSWER_WITHIN_MS);
  await lookOn(other);
  expect(await state()).toBe('unknown');
});

test('what was under way when a process started is lost by either clock', async () => {
  const world = createChangesHarness();
  const change = await underWay(world);
  world.pass(ANSWER_WITHIN_MS);
  const next = world.start();
  await next.recover();
  await next.idle();
  expect((await next.find(GUILD, change.id))?.state).toBe('unknown');
});
