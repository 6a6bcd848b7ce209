import { expect, test } from 'vitest';
import type { Changes } from '../../../src/changes/changes.js';
import { LOOSENING_WAITS_MS } from '../../../src/domain/changes/settings/loosening.js';
import { createKillableProcess, type Kill } from '../fakes/killable-process.js';
import { entriesOf } from '../fakes/settings-harness.js';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** The process is killed at every single outside call of a loosening. */

const { admin, otherAdmin } = PEOPLE;

const loosen = (changes: Changes) =>
  changes.settings.set({ guildId: GUILD, member: admin, by: 'roles' }, (now) => ({
    ...now,
    badChecksum: 'warn',
  }));

/** Its settings are recorded, so that a loosening is the second entry. */
async function enteredWorld(): Promise<ChangesHarness> {
  const world = createChangesHarness();
  world.guilds.known = [GUILD];
  await world.start().recover();
  return world;
}

async function everyDeath(
  prepare: (world: ChangesHarness) => Promise<unknown>,
  work: (doomed: Changes) => Promise<unknown>,
  check: (world: ChangesHarness) => Promise<void>,
): Promise<number> {
  for (let atCall = 1; ; atCall++) {
    for (const when of ['before', 'after'] as const) {
      const death: Kill = { atCall, when };
      const world = await enteredWorld();
      await prepare(world);
      const killable = createKillableProcess(death);
      const doomed = world.start(killable);
      await Promise.race([work(doomed).then(() => doomed.idle()), killable.death]);
      if (!killable.isOver) return atCall - 1;
      await world.start().recover();
      await check(world);
    }
  }
}

/** The trail tells what is in force, and nothing in it was merely found. */
async function isWhole(world: ChangesHarness): Promise<void> {
  const [, ...entries] = await entriesOf(world);
  const steps = entries.map((entry) =>
    entry.step === 'set' ? `set ${entry.details.by}` : entry.step,
  );
  const { badChecksum } = await world.guilds.settings(GUILD);
  const waits = ['loosening-asked'];
  const loosened = [...waits, 'set loosened'];
  expect(steps).toEqual(badChecksum === 'warn' ? loosened : waits);
  expect(await world.start().verifyTrail(GUILD)).toMatchObject({ broken: null });
}

test('killed while another admin confirms: it waits, or it took effect as theirs', async () => {
  let asked = { seq: 2, head: '' };
  const confirm = (doomed: Changes) =>
    doomed.loosenings.confirm({ guildId: GUILD, member: otherAdmin, asked });
  const deaths = await everyDeath(
    async (world) => {
      await loosen(world.changes);
      asked = (await world.changes.loosenings.waiting(GUILD)) ?? asked;
    },
    confirm,
    async (world) => {
      await isWhole(world);
      const last = (await entriesOf(world)).at(-1);
      if (last?.step === 'set') expect(last.actor).toMatchObject({ id: otherAdmin.userId });
    },
  );
  expect(deaths).toBeGreaterThan(5);
});

test('killed while it takes effect by itself: the next process goes on with it', async () => {
  const prepare = async (world: ChangesHarness) => {
    await loosen(world.changes);
    world.pass(LOOSENING_WAITS_MS);
  };
  const reconcile = async (doomed: Changes) => {
    await doomed.reconcile();
    await doomed.idle();
  };
  await everyDeath(prepare, reconcile, async (world) => {
    expect((await world.guilds.settings(GUILD)).badChecksum).toBe('warn');
    await isWhole(world);
  });
});

test('killed while it is asked for: nothing is loosened', async () => {
  const nothing = () => Promise.resolve();
  await everyDeath(nothing, loosen, async (world) => {
    expect((await world.guilds.settings(GUILD)).badChecksum).toBe('refuse');
    expect(JSON.stringify(await entriesOf(world))).not.toContain('"loosened"');
  });
});
