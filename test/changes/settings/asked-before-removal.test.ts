import { beforeEach, describe, expect, test } from 'vitest';
import type { Changes } from '../../../src/changes/changes.js';
import type { BotMembership } from '../../../src/changes/settings/bot-membership.js';
import { entriesOf, KEY, setRoles } from '../fakes/settings-harness.js';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** What was asked for before the bot was removed isn't in force once it is back. */

const { admin } = PEOPLE;
const REFUSED = /was removed from this server meanwhile/;

let world: ChangesHarness;
let begun: BotMembership;
beforeEach(async () => {
  world = createChangesHarness();
  await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, 'the-first-key-0000');
  begun = await world.changes.settings.membership(GUILD);
});

const SETTERS = {
  'a key': ({ settings }: Changes, membership?: BotMembership) =>
    settings.connectKey({ guildId: GUILD, member: admin, ...(membership && { membership }) }, KEY),
  'a setting': ({ settings }: Changes, membership?: BotMembership) =>
    settings.set(
      { guildId: GUILD, member: admin, by: 'defaults', ...(membership && { membership }) },
      (now) => ({ ...now, currency: 'ZEC' as const }),
    ),
};

const REMOVALS: Record<string, () => Promise<unknown>> = {
  'that another process entered': () => world.start().settings.disconnect(GUILD, 'bot-removed'),
  'that this process was told of alone': async () => void (world.gateway.membership = 1),
  'and not back': async () => void (world.gateway.membership = null),
};

/** Does something else right before this process's next entry of a setting. */
function beforeNextEntry(act: () => Promise<unknown>): void {
  const append = world.store.append.bind(world.store);
  world.store.append = async (stream, seq, entry) => {
    if (!entry.includes('"set"')) return append(stream, seq, entry);
    world.store.append = append;
    await act();
    return append(stream, seq, entry);
  };
}

const inForce = async () => ({
  currency: (await world.guilds.settings(GUILD)).currency,
  key: (await world.guilds.keyInfo(GUILD))?.lastFour,
});

describe.each(Object.entries(SETTERS))('%s', (_what, set) => {
  test.each(Object.entries(REMOVALS))(
    'asked for before a removal %s is refused',
    async (_, remove) => {
      await remove();
      const [before, entries] = [await inForce(), await entriesOf(world)];
      await expect(set(world.changes, begun)).rejects.toThrow(REFUSED);
      expect([await inForce(), await entriesOf(world)]).toEqual([before, entries]);
    },
  );

  test('asked for while the bot is out is refused', async () => {
    world.gateway.membership = null;
    await expect(set(world.changes)).rejects.toThrow(REFUSED);
  });

  test('is refused when the removal is entered at the very moment', async () => {
    const other = world.start();
    beforeNextEntry(() => removeLate(other));
    await expect(set(world.changes, begun)).rejects.toThrow(REFUSED);
    expect(await inForce()).toEqual({ currency: 'BTC', key: undefined });
    expect((await entriesOf(world)).at(-1)).toMatchObject({ details: { by: 'bot-removed' } });
  });

  test('asked for after it is set', async () => {
    await world.start().settings.disconnect(GUILD, 'bot-removed');
    world.gateway.membership = 1;
    await set(world.changes, await world.changes.settings.membership(GUILD));
    expect((await entriesOf(world)).at(-1)).toMatchObject({ actor: { id: admin.userId } });
  });
});

/** Past the time of the key's lock, which this process still holds. */
async function removeLate({ settings }: Changes): Promise<void> {
  world.store.hold = async () => 'a later hold';
  await settings.disconnect(GUILD, 'bot-removed');
}

test('a key that is saved by a process that stood still is deleted again', async () => {
  const [other, saveKey] = [world.start(), world.guilds.saveKey.bind(world.guilds)];
  world.guilds.saveKey = async (...args) => {
    await removeLate(other);
    return saveKey(...args);
  };
  await expect(SETTERS['a key'](world.changes, begun)).rejects.toThrow(REFUSED);
  expect(await inForce()).toMatchObject({ key: undefined });
});

test('a key that another admin connected meanwhile stays', async () => {
  const other = world.start();
  beforeNextEntry(async () => {
    await removeLate(other);
    world.guilds.now = 3;
    await other.settings.connectKey({ guildId: GUILD, member: PEOPLE.otherAdmin }, 'theirs-9999');
  });
  await expect(SETTERS['a key'](world.changes, begun)).rejects.toThrow(REFUSED);
  expect(await inForce()).toMatchObject({ key: '9999' });
});

test('a loosening that waits isn’t withdrawn by what is refused', async () => {
  await setRoles(world, 'second');
  const { loosening } = await setRoles(world, 'self');
  world.gateway.membership = null;
  const who = { guildId: GUILD, member: admin, by: 'roles', named: ['others'] } as const;
  await expect(world.changes.settings.set(who, (now) => now)).rejects.toThrow(REFUSED);
  expect(await world.changes.loosenings.waiting(GUILD)).toEqual(loosening);
});

test('a loosening that would be asked for after the removal isn’t', async () => {
  await setRoles(world, 'second');
  const append = world.store.append.bind(world.store);
  world.store.append = async (stream, seq, entry) => {
    if (!entry.includes('loosening-asked')) return append(stream, seq, entry);
    world.store.append = append;
    await world.start().settings.disconnect(GUILD, 'bot-removed');
    return append(stream, seq, entry);
  };
  await expect(setRoles(world, 'self')).rejects.toThrow(REFUSED);
  expect(await world.changes.loosenings.waiting(GUILD)).toBeNull();
});

test('a process that begins after the removal knows of it by its checkpoint', async () => {
  const short = createChangesHarness({ checkpointEvery: 2 });
  await setRoles(short, 'second');
  await short.changes.settings.disconnect(GUILD, 'bot-removed');
  await short.changes.idle();
  const [known, read] = [short.changes, short.start()].map(({ settings }) =>
    settings.membership(GUILD),
  );
  expect(await read).toEqual(await known);
  expect((await known)?.removedAt).toBeGreaterThan(0);
});
