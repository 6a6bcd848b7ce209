import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '../../../src/domain/guild/access-levels.js';
import { MINUTE_MS } from '../../../src/domain/time/units.js';
import { entriesOf, KEY, setRoles } from '../fakes/settings-harness.js';
import {
  createChangesHarness,
  GUILD,
  NO_LOSS,
  PEOPLE,
  pressOn,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** A process that stood still within a run writes nothing for a click whose token is dead. */

let world: ChangesHarness;
let asked: Awaited<ReturnType<ChangesHarness['askToMove']>>;

/** A change waits, and a looser rule. */
beforeEach(async () => {
  world = createChangesHarness();
  world.guilds.set(GUILD, { waits: { payments: 60, others: 60 } });
  asked = await world.askToMove();
  await setRoles(world, 'second');
  await setRoles(world, 'self');
  await world.changes.idle();
});

const acted = (member: Member): Member => ({ ...member, actedAt: 0 });
const manager = acted(PEOPLE.manager);
const admin = acted(PEOPLE.admin);
const otherAdmin = acted(PEOPLE.otherAdmin);
const reason = 'r';

const ACTS: Record<string, () => Promise<unknown>> = {
  'a request': () => {
    const site = { id: 'site-b', name: 'Site B' };
    const wanted = { kind: 'subaccount-create', input: { name: 'new', site } };
    return world.ask(world.changes, { ...wanted, member: manager });
  },
  'a confirmation': () =>
    pressOn(world.changes).confirm(world.click(asked.change, acted(PEOPLE.second))),
  'a cancellation': () => pressOn(world.changes).cancel(world.click(asked.change, manager)),
  'a freeze': () => world.changes.freeze({ guildId: GUILD, member: manager, reason }),
  'a confirmed looser rule': async () => {
    const waiting = (await world.changes.loosenings.waiting(GUILD)) ?? NO_LOSS;
    return world.changes.loosenings.confirm({ guildId: GUILD, member: otherAdmin, asked: waiting });
  },
  'a setting': () =>
    world.changes.settings.set({ guildId: GUILD, member: admin, by: 'defaults' }, (now) => ({
      ...now,
      currency: 'ZEC',
    })),
  'a key': () => world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY),
  'a disconnect': () => world.changes.settings.disconnect(GUILD, { member: admin, connectedAt: 1 }),
};

describe.each(Object.entries(ACTS))('%s', (_, act) => {
  test('is not entered a quarter of an hour after its click', async () => {
    const before = await entriesOf(world);
    world.pass(15 * MINUTE_MS + 1);
    await expect(act()).rejects.toThrow(/got to this too late, so nothing was done/);
    expect(await entriesOf(world)).toEqual(before);
    expect(world.workspace.sent).toEqual([]);
    expect((await world.guilds.keyInfo(GUILD))?.lastFour).toBe('abcd');
  });

  test('is entered in time, also where the clock was set ahead meanwhile', async () => {
    const before = await entriesOf(world);
    world.pass(1_000);
    world.clock.time += 20 * MINUTE_MS;
    await act();
    expect((await entriesOf(world)).length).toBeGreaterThan(before.length);
  });
});

test('a looser rule is not asked for either, if the process stood still after the rest was set', async () => {
  const saveSettings = world.guilds.saveSettings.bind(world.guilds);
  world.guilds.saveSettings = async (...given) => {
    await saveSettings(...given);
    world.pass(15 * MINUTE_MS + 1);
  };
  const set = world.changes.settings.set({ guildId: GUILD, member: admin, by: 'roles' }, (now) => ({
    ...now,
    currency: 'ZEC',
    badChecksum: 'warn',
  }));
  await expect(set).rejects.toThrow(/Nothing is loosened yet/);
  expect((await entriesOf(world)).at(-1)).toMatchObject({
    step: 'set',
    details: { changed: [{ what: 'currency' }] },
  });
});
