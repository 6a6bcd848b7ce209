import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../sandbox/discord/loopback-discord.js';
import { changeWorld, confirm, type ChangeWorld } from './change-world.js';
import { idOf, shown } from './shown.js';
import { ask, startWorld, type World } from './world.js';

/**
 * Whoever clicked has seen "This interaction failed" when Discord does not take the answer; so
 * nothing of it may happen afterwards.
 */

let house: World;
let world: ChangeWorld;
let card: LoopbackMessage;

beforeAll(async () => {
  house = await startWorld();
  await house.start();
});
beforeEach(async () => {
  world = await changeWorld(house);
  card = await world.askToMove();
});
afterEach(() => {
  const { faults } = house.discord;
  faults.deliveryDelayMs = 0;
  faults.nextCallbacks = [];
});
afterAll(() => house.close());

const steps = async () => (await world.trail()).map(({ step }) => step);

/** The lines in which the bot says that it did not run something. */
const notRun = () => house.log.filter((line) => line.includes('not acknowledged, so not run'));

async function isNotDone(before: number): Promise<void> {
  await expect.poll(() => notRun().length - before, { timeout: 15_000 }).toBe(1);
  await expect.poll(() => house.log.at(-1)).toContain('"result":"unanswered"');
  expect(await steps()).toEqual(['asked']);
  expect(world.writes()).toEqual([]);
  expect(world.card(card)).toContain('Waiting for confirmation');
}

async function isDoneOnceNow(): Promise<void> {
  await confirm(world, 'second', card);
  await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
  expect(world.writes()).toHaveLength(1);
  expect(await steps()).toEqual(['asked', 'confirmed', 'sent', 'reported']);
}

describe('a Confirm', () => {
  test('that was made while the gateway was away, and came afterwards', async () => {
    const before = notRun().length;
    house.discord.faults.deliveryDelayMs = 3_500;
    const clicked = confirm(world, 'second', card);
    house.discord.closeGateway(4000);
    const outcome = await clicked;
    expect(outcome.failed).toBe(true);
    await isNotDone(before);
    house.discord.faults.deliveryDelayMs = 0;
    await isDoneOnceNow();
  }, 30_000);

  test('that Discord no longer knows', async () => {
    const before = notRun().length;
    house.discord.faults.nextCallbacks = ['gone'];
    await confirm(world, 'second', card);
    await isNotDone(before);
    await isDoneOnceNow();
  }, 30_000);

  test('that somebody else answered', async () => {
    const before = notRun().length;
    house.discord.faults.nextCallbacks = ['taken'];
    await confirm(world, 'second', card);
    await isNotDone(before);
    await isDoneOnceNow();
  }, 30_000);

  test('whose acknowledgement nobody heard of', async () => {
    const before = notRun().length;
    house.discord.faults.nextCallbacks = Array.from({ length: 6 }, () => 'hang' as const);
    await confirm(world, 'second', card);
    await isNotDone(before);
    house.discord.faults.nextCallbacks = [];
    await isDoneOnceNow();
  }, 30_000);

  test.each([
    ['is lost, and then somebody else had answered', ['reset', 'taken']],
    ['arrives, its answer lost: nobody can tell the two apart', ['lost-answer']],
  ] as const)(
    'whose acknowledgement %s',
    async (_, faults) => {
      const before = notRun().length;
      house.discord.faults.nextCallbacks = [...faults];
      await confirm(world, 'second', card);
      await isNotDone(before);
      await isDoneOnceNow();
    },
    30_000,
  );
});

test('a form that came too late changes nothing', async () => {
  const there = house.neighbour();
  const before = notRun().length;
  const opened = await there.as('admin').command('setup key');
  house.discord.faults.deliveryDelayMs = 3_500;
  const sent = await there.as('admin').submit(opened, { key: there.key });
  expect(sent.failed).toBe(true);
  await expect.poll(() => notRun().length - before, { timeout: 15_000 }).toBe(1);
  house.discord.faults.deliveryDelayMs = 0;
  expect(shown(await ask(there.as('admin'), 'setup show'))).not.toContain('API key ending in');
  expect(shown(await there.connect())).toContain('# Connected');
}, 30_000);

test('a Cancel that Discord no longer knows cancels nothing', async () => {
  const before = notRun().length;
  house.discord.faults.nextCallbacks = ['gone'];
  await world.as('manager').click(card, idOf(card, 'Cancel'));
  await isNotDone(before);
}, 30_000);

test('a command that writes does so once its acknowledgement is taken', async () => {
  const before = notRun().length;
  house.discord.faults.nextCallbacks = ['gone'];
  await world.as('manager').command('changes freeze', { reason: 'too late' });
  await expect.poll(() => notRun().length - before, { timeout: 15_000 }).toBe(1);
  expect(await steps()).toEqual(['asked']);
  await ask(world.as('manager'), 'changes freeze', { reason: 'in time' });
  expect(await steps()).toEqual(['asked', 'frozen']);
}, 30_000);
