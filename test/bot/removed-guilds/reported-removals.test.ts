import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createReportedRemovals } from '../../../src/bot/removed-guilds/reported-removals.js';

/** What fails next, in order; `undefined` = nothing does. */
type Failures = (Error | undefined)[];

let isStoreAway: Failures;
let cannotTell: Failures;
let staysBehind: Failures;
let isInside: boolean;
/** The bot returns after that call. */
let returnsAfter: string | null;
let calls: string[];
let told: string[];

beforeEach(() => {
  [isStoreAway, cannotTell, staysBehind, calls, told] = [[], [], [], [], []];
  [isInside, returnsAfter] = [false, null];
});

function removedGuilds() {
  const failing = async (name: string, failures: Failures) => {
    calls.push(name);
    const failure = failures.shift();
    if (name === returnsAfter) isInside = true;
    if (failure !== undefined) throw failure;
  };
  const removed = createReportedRemovals({
    write: () => failing('write', isStoreAway),
    async isInside() {
      await failing('ask', cannotTell);
      return isInside;
    },
    forget: () => failing('forget', staysBehind),
    onBack: (guildId) => told.push(`${guildId} is back`),
    onError: (what, error) => told.push(`${what}: ${String(error)}`),
    gap: { firstMs: 1, ceilingMs: 2 },
  });
  onTestFinished(() => removed.stop());
  return removed;
}

const noneCameAfter = async (expected: readonly string[]) => {
  await expect.poll(() => calls).toEqual(expected);
  await pause(20);
  expect(calls).toEqual(expected);
};

const WHOLE = ['write', 'ask', 'forget'];
const locked = new Error('the store is locked');

test('the removal of a guild is tried again until all of it is gone', async () => {
  staysBehind = [locked, locked, locked];
  removedGuilds().add('1');
  await noneCameAfter([...WHOLE, ...WHOLE, ...WHOLE, ...WHOLE]);
  const line = 'could not forget guild 1, which the bot has left: Error: the store is locked';
  expect(told).toEqual([line, line, line]);
});

describe('a guild in which the bot is again', () => {
  test('is not forgotten, and that is told', async () => {
    isInside = true;
    removedGuilds().add('1');
    await noneCameAfter(['write', 'ask']);
    expect(told).toEqual(['1 is back']);
  });

  test('is not forgotten when the store is there again', async () => {
    isStoreAway = [locked, locked];
    returnsAfter = 'write';
    removedGuilds().add('1');
    await noneCameAfter(['write', 'write', 'write', 'ask']);
    expect(told.at(-1)).toBe('1 is back');
  });

  test('is not forgotten once part of it is gone', async () => {
    staysBehind = [locked];
    returnsAfter = 'forget';
    removedGuilds().add('1');
    await noneCameAfter([...WHOLE, 'write', 'ask']);
  });
});

test('nothing is forgotten until Discord can tell where the bot is', async () => {
  cannotTell = [new Error('500'), new Error('a page of a proxy')];
  removedGuilds().add('1');
  await noneCameAfter(['write', 'ask', 'write', 'ask', ...WHOLE]);
  expect(told).toHaveLength(2);
});

test('nothing is forgotten by a process that is stopping', async () => {
  const removed = removedGuilds();
  removed.add('1');
  removed.stop();
  await noneCameAfter(['write', 'ask']);
});

test('removals are counted by guild', () => {
  const removed = removedGuilds();
  for (const guildId of ['1', '2', '1']) removed.add(guildId);
  expect(['1', '2', '3'].map((guildId) => removed.countOf(guildId))).toEqual([2, 1, 0]);
});
