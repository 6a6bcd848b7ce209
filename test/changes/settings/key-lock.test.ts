import { beforeEach, describe, expect, test } from 'vitest';
import { CLAIMED_MS } from '../../../src/domain/async/with-claim.js';
import { toResult, type Result } from '../../../src/domain/errors/result.js';
import { createReportedRemovals } from '../../../src/bot/removed-guilds/reported-removals.js';
import { createKillableProcess, type KillableProcess } from '../fakes/killable-process.js';
import { entriesOf, KEY } from '../fakes/settings-harness.js';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
} from '../fakes/changes-harness.js';
import type { Changes } from '../../../src/changes/changes.js';

/** Two people change a server's key at the same moment, in one process or in two on one store. */

const { admin, otherAdmin } = PEOPLE;
const OTHER_KEY = 'another-secret-key-last';
/** More calls than any act here makes, so that the second starts at each of the first's calls. */
const MAX_CALLS = 60;

const connect = (key: string, who: typeof admin) => (changes: Changes) =>
  changes.settings.connectKey({ guildId: GUILD, member: who }, key);
/** As asked about the key that the world begins with, or about one that was connected here. */
const disconnect =
  (who: typeof admin | 'bot-removed', connectedAt = 1) =>
  (changes: Changes) =>
    changes.settings.disconnect(GUILD, who === 'bot-removed' ? who : { member: who, connectedAt });

const lookAtStart = (changes: Changes) => changes.settings.noteFound(GUILD);

/** Once armed, starts something else at one of a process's calls, without waiting for it. */
function createMoment(begin: () => void): KillableProcess & { arm(atCall: number): void } {
  const killable = createKillableProcess({ atCall: Infinity, when: 'before' });
  const port: KillableProcess['port'] = (target) =>
    new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => {
          if (--left === 0) begin();
          return Reflect.apply(member, target, args);
        };
      },
    });
  let left = 0;
  return { ...killable, port, arm: (atCall) => void (left = atCall) };
}

async function keyEntries(world: ChangesHarness) {
  return (await entriesOf(world)).flatMap((entry) => {
    if (entry.step !== 'set') return [];
    const { actor, details } = entry;
    const who = actor === 'pitboss' ? details.by : actor.id;
    return details.changed
      .filter(({ what }) => what === 'key')
      .map(({ before, after }) => ({ who, before: before[0], after: after[0] }));
  });
}

async function startedWorld(): Promise<ChangesHarness> {
  const world = createChangesHarness();
  world.guilds.known = [GUILD];
  await world.start().recover();
  return world;
}

const PAIRS = {
  'a key and another': [connect(KEY, admin), connect(OTHER_KEY, otherAdmin)],
  'a key and a disconnect of it': [connect(KEY, admin), disconnect(otherAdmin, 2)],
  'a key and a disconnect of the one before': [connect(KEY, admin), disconnect(otherAdmin)],
  'a disconnect and a key': [disconnect(admin), connect(KEY, otherAdmin)],
  'a disconnect and a start': [disconnect(admin), lookAtStart],
  'a key and a start': [connect(KEY, admin), lookAtStart],
  'a disconnect and the removal of the bot': [disconnect(admin), disconnect('bot-removed')],
} as const;

describe.each(Object.entries(PAIRS))('%s at once', (pair, [first, second]) => {
  const interleaved = async (atCall: number, inOneProcess: boolean) => {
    const world = await startedWorld();
    const others: Promise<Result<unknown>>[] = [];
    const begin = () =>
      void others.push(toResult<unknown>(second(inOneProcess ? one : world.start())));
    const moment = createMoment(begin);
    const one = world.start(moment);
    moment.arm(atCall);
    await first(one);
    for (const other of await Promise.all(others))
      if (!other.ok) expect(String(other.error)).toContain('Another API key was connected');
    await world.changes.idle();
    return { world, hasBegun: others.length > 0 };
  };

  test.each([
    ['one process', true],
    ['two processes', false],
  ])('in %s: each is entered as it was, with its name', async (_, inOneProcess) => {
    const calls = Array.from({ length: MAX_CALLS }, (_call, index) => index + 1);
    const lives = await Promise.all(calls.map((call) => interleaved(call, inOneProcess)));
    expect(lives.at(0)?.hasBegun).toBe(true);
    expect(lives.at(-1)?.hasBegun).toBe(false);
    for (const { world } of lives) {
      const [found, ...entries] = await keyEntries(world);
      expect(found).toMatchObject({ who: 'found' });
      let last = found?.after;
      for (const { who, before, after } of entries) {
        expect(who).not.toBe('found');
        expect(before).toBe(last);
        last = after;
      }
      // Of two who remove the key, the first did it.
      const names = entries.map(({ who }) => who);
      expect(names[0] === 'bot-removed' || names.includes(admin.userId)).toBe(true);
      expect((await world.guilds.keyInfo(GUILD))?.lastFour).toBe(last);
      // Whoever was asked about the key before deletes none that came since.
      if (pair.endsWith('of the one before')) expect(last).toBe('wxyz');
      expect(world.troubles).toEqual([]);
    }
  });
});

describe('a process that is killed while it changes the key', () => {
  let world: ChangesHarness;
  let changes: Changes;

  beforeEach(async () => {
    world = await startedWorld();
    const killable = createKillableProcess({ atCall: Infinity, when: 'before' });
    const forgetKey = world.guilds.forgetKey.bind(world.guilds);
    const gone = new Promise<void>((resolve) => {
      world.guilds.forgetKey = async (guildId) => {
        world.guilds.forgetKey = forgetKey;
        await forgetKey(guildId);
        resolve();
        return new Promise<never>(() => undefined);
      };
    });
    void disconnect(admin)(world.start(killable));
    await gone;
    changes = world.start();
    await changes.recover();
  });

  test('keeps the others waiting for a minute, who are told so; then it is found', async () => {
    await expect(connect(OTHER_KEY, otherAdmin)(changes)).rejects.toThrow(/Somebody else.*minute/);
    expect(await world.guilds.keyInfo(GUILD)).toBeNull();
    await changes.reconcile();
    expect(await keyEntries(world)).toHaveLength(1);
    world.pass(CLAIMED_MS + 1);
    await changes.reconcile();
    expect((await keyEntries(world)).slice(1)).toMatchObject([{ who: 'found', after: undefined }]);
    await connect(OTHER_KEY, otherAdmin)(changes);
    expect((await keyEntries(world)).at(-1)).toMatchObject({ before: undefined, after: 'last' });
  });

  test('keeps no removal of the bot from being carried out in the end', async () => {
    let tries = 0;
    const removed = createReportedRemovals({
      async forget() {
        tries += 1;
        await disconnect('bot-removed')(changes);
        tries = Infinity;
      },
      write: async () => undefined,
      isInside: async () => false,
      onBack: () => undefined,
      onError: () => undefined,
      gap: { firstMs: 1, ceilingMs: 1 },
    });
    removed.add(GUILD);
    await expect.poll(() => tries, { timeout: 8_000 }).toBe(2);
    world.pass(CLAIMED_MS + 1);
    await expect.poll(() => tries, { timeout: 8_000 }).toBe(Infinity);
    removed.stop();
    expect((await world.guilds.settings(GUILD)).roles.manager).toEqual([]);
    expect((await entriesOf(world)).at(-1)).toMatchObject({ details: { by: 'bot-removed' } });
  }, 20_000);
});

test('a process that stood still until another key was connected leaves that one as the last entry', async () => {
  const world = await startedWorld();
  const saveKey = world.guilds.saveKey.bind(world.guilds);
  world.guilds.saveKey = async (...args) => {
    const info = await saveKey(...args);
    // Past the time of the lock, another process connects one of its own.
    world.guilds.now = 3;
    await saveKey(GUILD, OTHER_KEY, otherAdmin.userId);
    return info;
  };
  await connect(KEY, admin)(world.start());
  expect((await keyEntries(world)).at(-1)?.after).toBe(OTHER_KEY.slice(-4));
});
