import { pino } from 'pino';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createMissingGuilds,
  type MissingGuilds,
} from '../../../src/bot/removed-guilds/unreported-removals.js';
import type { Store } from '../../../src/store/store.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';

const DAY_MS = 86_400_000;

let now: number;
let store: Pick<Store, 'namespace'>;
let known: string[];
let presence: Map<string, 'in' | 'out' | 'unknown'>;
let isKnownToRest: boolean;
let lines: string[];
let forgetFails: boolean;
let forgotten: string[];
let asked: () => Promise<void>;
let missing: MissingGuilds;

beforeEach(() => {
  now = 1_795_000_000_000;
  store = createSharedStore({ now: () => now });
  known = [];
  presence = new Map();
  isKnownToRest = false;
  lines = [];
  forgetFails = false;
  forgotten = [];
  asked = async () => {};
  missing = start();
});

function start(mayForget?: number): MissingGuilds {
  return createMissingGuilds({
    store,
    guilds: {
      async *knownGuilds() {
        yield* known;
      },
    },
    clock: { now: () => now },
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    presence: (guildId) => presence.get(guildId) ?? 'unknown',
    hasLeft: async () => {
      await asked();
      return !isKnownToRest;
    },
    forget: async (guildId) => {
      forgotten.push(guildId);
      // Its key is gone, so it is no longer known; its posts are still there.
      known = known.filter((each) => each !== guildId);
      if (forgetFails) throw new Error('the store is away');
    },
    mayForget,
  });
}

function add(count: number, where: 'in' | 'out' | 'unknown'): string[] {
  const ids = Array.from({ length: count }, (_, index) => `${known.length + index}`);
  for (const id of ids) presence.set(id, where);
  known = [...known, ...ids];
  return ids;
}

const lookIn = async (days: number) => {
  now += days * DAY_MS;
  await missing.look();
};

describe('servers that are missing', () => {
  test('are forgotten by a later look of a bot that runs on, after seven days', async () => {
    const [gone] = add(1, 'out');
    add(5, 'in');
    await lookIn(0);
    await lookIn(6.99);
    expect(known).toContain(gone);
    expect(missing.count()).toBe(1);
    await lookIn(0.01);
    expect(known).not.toContain(gone);
    await lookIn(0);
    expect(missing.count()).toBe(0);
  });

  test('that are back are noted no more', async () => {
    const [gone = ''] = add(1, 'out');
    await lookIn(0);
    presence.set(gone, 'in');
    await lookIn(5);
    presence.set(gone, 'out');
    await lookIn(5);
    await lookIn(6.9);
    expect(known).toContain(gone);
    await lookIn(0.1);
    expect(known).not.toContain(gone);
  });

  test('that were seen between two looks begin anew when they are missing again', async () => {
    const [id = ''] = add(1, 'out');
    await lookIn(0);
    await missing.seen(id);
    // The bot ended before the next look, and restarts without it.
    missing = start();
    await lookIn(8);
    expect(forgotten).toEqual([]);
    await lookIn(8);
    expect(forgotten).toEqual([id]);
  });

  test('of a shard that nobody can tell of stay noted, and stay', async () => {
    const [gone = ''] = add(1, 'out');
    await lookIn(0);
    presence.set(gone, 'unknown');
    await lookIn(30);
    expect(known).toContain(gone);
    presence.set(gone, 'out');
    await lookIn(0);
    expect(known).not.toContain(gone);
  });

  test('that Discord still knows of when asked once more stay', async () => {
    add(1, 'out');
    isKnownToRest = true;
    await lookIn(0);
    await lookIn(8);
    expect(known).toHaveLength(1);
  });

  test.each([
    [3, 0, 'few'],
    [4, 36, 'few'],
    [4, 35, 'many'],
    [10, 90, 'few'],
    [11, 90, 'many'],
  ])('%i beside %i that are there are %s', async (out, inside, verdict) => {
    add(out, 'out');
    add(inside, 'in');
    await lookIn(0);
    await lookIn(8);
    expect(known).toHaveLength(verdict === 'few' ? inside : inside + out);
    const alarms = lines.filter((line) => line.includes('many servers are missing'));
    expect(alarms).toHaveLength(verdict === 'few' ? 0 : 1);
  });

  test('that could be forgotten only in part are tried again by the next look', async () => {
    const [gone] = add(1, 'out');
    add(5, 'in');
    await lookIn(0);
    forgetFails = true;
    await lookIn(7);
    expect(lines.join('')).toContain('could not forget a missing server');
    forgetFails = false;
    await lookIn(0);
    await lookIn(0);
    expect(forgotten).toEqual([gone, gone]);
  });

  test('one look at a time, however long Discord cannot be asked', async () => {
    add(1, 'out');
    await lookIn(0);
    let answer = () => {};
    let times = 0;
    asked = () => new Promise((resolve) => (times++, (answer = resolve)));
    const looks = [lookIn(7), lookIn(0), lookIn(0)];
    await vi.waitFor(() => expect(times).toBeGreaterThan(0), 15_000);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(times).toBe(1);
    answer();
    await Promise.all(looks);
    expect(forgotten).toEqual(['0']);
  });

  test('of another number than may go are told of anew', async () => {
    const alarms = () => lines.filter((line) => line.includes('many servers are missing')).length;
    add(20, 'out');
    missing = start(20);
    await lookIn(0);
    expect(alarms()).toBe(0);
    for (const told of [1, 2]) {
      add(1, 'out');
      await lookIn(0);
      await lookIn(1);
      expect(alarms()).toBe(told);
      expect(lines.join('')).toContain(`FORGET_MISSING_SERVERS=${20 + told}:`);
    }
  });

  test('many at once go only when exactly so many may, and after seven days', async () => {
    add(20, 'out');
    await lookIn(0);
    missing = start(19);
    await lookIn(8);
    expect(known).toHaveLength(20);
    missing = start(20);
    await lookIn(0);
    expect(known).toEqual([]);
  });
});
