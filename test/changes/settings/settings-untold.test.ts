import { beforeEach, describe, expect, test } from 'vitest';
import { TRIES } from '../../../src/changes/trail/append-with-retry.js';
import { BY_ADMIN, entriesOf, failEntries, KEY, setRoles } from '../fakes/settings-harness.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';
import { guildSettings } from '../../../src/domain/guild/guild-settings.js';

/** What is in force and what the trail says agree again in the end, whatever came between. */

let world: ChangesHarness;

beforeEach(() => {
  world = createChangesHarness();
});

const { admin, otherAdmin, second } = PEOPLE;

describe('settings that no entry tells of', () => {
  beforeEach(() => {
    world.guilds.known = [GUILD];
  });

  test('are entered at the next start, once', async () => {
    await world.start().recover();
    await world.start().recover();
    expect(await entriesOf(world)).toMatchObject([
      {
        actor: 'pitboss',
        details: {
          by: 'found',
          changed: [
            { what: 'manager', before: [], after: ['managers'] },
            { what: 'approver', after: ['approvers'] },
            { what: 'audit', after: [AUDIT_CHANNEL] },
            { what: 'key' },
          ],
        },
      },
    ]);
  });

  test('are not those that an entry tells of: what is written over them is put back', async () => {
    await setRoles(world, 'second');
    world.guilds.set(GUILD, { approval: guildSettings.parse({}).approval });
    await world.start().recover();
    expect((await world.guilds.settings(GUILD)).approval.others).toBe('second');
    expect(await entriesOf(world)).toHaveLength(2);
  });

  test('are in force before they are entered', async () => {
    const { change } = await world.askToMove();
    world.guilds.set(GUILD, { roles: { viewer: [], manager: [], approver: [] } });
    await expect(pressOn(world.changes).confirm(world.click(change, second))).rejects.toThrow(
      /manager/,
    );
  });
});

test('a key that was disconnected by a process that ended is entered at the next start', async () => {
  world.guilds.known = [GUILD];
  await world.start().recover();
  // As in the real ones: a guild without key and settings is no longer known.
  world.guilds.known = [];
  await world.guilds.forgetKey(GUILD);
  await world.start().recover();
  await world.start().recover();
  expect((await entriesOf(world)).slice(1)).toMatchObject([
    { actor: 'pitboss', details: { by: 'found', changed: [{ what: 'key', after: [] }] } },
  ]);
});

test('a key that was read before another was connected and entered is not entered after it', async () => {
  world.guilds.known = [GUILD];
  await world.start().recover();
  const read = world.guilds.keyInfo.bind(world.guilds);
  world.guilds.keyInfo = async (guildId) => {
    world.guilds.keyInfo = read;
    const stale = await read(guildId);
    await world.changes.settings.connectKey({ guildId, member: admin }, KEY);
    return stale;
  };
  await world.start().recover();
  const steps = (await entriesOf(world)).slice(1);
  expect(steps).toMatchObject([
    { step: 'set', details: { by: 'key', changed: [{ what: 'key' }] } },
  ]);
});

describe('a disconnect whose entry cannot be written', () => {
  beforeEach(async () => {
    world.guilds.known = [GUILD];
    await world.start().recover();
  });

  test('takes the key all the same, and says that the settings stay', async () => {
    failEntries(world, TRIES);
    const gone = world.changes.settings.disconnect(GUILD, BY_ADMIN);
    await expect(gone).rejects.toThrow(/key is deleted.*settings stay/);
    expect(await world.guilds.keyInfo(GUILD)).toBeNull();
    expect((await world.guilds.settings(GUILD)).roles.manager).toEqual(['managers']);
    expect(await world.changes.settings.disconnect(GUILD, BY_ADMIN)).toBe(false);
    expect((await world.guilds.settings(GUILD)).roles.manager).toEqual([]);
    expect((await entriesOf(world)).at(-1)).toMatchObject({ actor: { id: admin.userId } });
  });
});

describe('settings in force and the trail’s last word', () => {
  const WITH_KEY = { guildId: GUILD, member: admin };
  const setManager = (role: string, changes = world.changes) =>
    changes.settings.set({ ...WITH_KEY, by: 'roles' }, (now) => ({
      ...now,
      roles: { ...now.roles, manager: [role] },
    }));
  const managersNow = async () => (await world.guilds.settings(GUILD)).roles.manager;
  const managersTold = async () => {
    const told = (await entriesOf(world)).flatMap((entry) =>
      entry.step === 'set' ? entry.details.changed.filter(({ what }) => what === 'manager') : [],
    );
    return told.at(-1)?.after;
  };
  const found = async () =>
    (await entriesOf(world)).filter(
      (entry) => entry.step === 'set' && entry.details.by === 'found',
    );

  beforeEach(async () => {
    world.guilds.known = [GUILD];
    await world.start().recover();
  });

  test('are the same when two admins set at once in two processes', async () => {
    await Promise.all([setManager('mine'), setManager('theirs', world.start())]);
    expect(await managersTold()).toEqual(await managersNow());
    expect(await found()).toHaveLength(1);
    expect(await entriesOf(world)).toHaveLength(3);
  });

  test('are the same when the copy of the first is stored after that of the second', async () => {
    const save = world.guilds.saveSettings.bind(world.guilds);
    world.guilds.saveSettings = async (guildId, settings) => {
      world.guilds.saveSettings = save;
      await setManager('theirs', world.start());
      await save(guildId, settings);
    };
    await setManager('mine');
    expect(await managersTold()).toEqual(['theirs']);
    expect(await managersNow()).toEqual(['theirs']);
  });

  test('are the same when a process starts in between, which finds nothing', async () => {
    const save = world.guilds.saveSettings.bind(world.guilds);
    world.guilds.saveSettings = async (guildId, settings) => {
      world.guilds.saveSettings = save;
      await world.start().recover();
      await save(guildId, settings);
    };
    await setManager('mine');
    expect(await found()).toHaveLength(1);
    expect((await entriesOf(world)).at(-1)).toMatchObject({ actor: { id: admin.userId } });
  });

  test('are the same when the entry failed at first', async () => {
    failEntries(world, 1);
    await setManager('mine');
    expect(await managersTold()).toEqual(['mine']);
    expect(await found()).toHaveLength(1);
  });

  test('are the same when the entry failed: nothing is set, and that is said', async () => {
    failEntries(world, TRIES);
    await expect(setManager('mine')).rejects.toThrow(/probably not set/);
    expect(await managersNow()).toEqual(['managers']);
    expect(await managersTold()).toEqual(['managers']);
    await setManager('mine');
    expect(await managersTold()).toEqual(['mine']);
    expect(await found()).toHaveLength(1);
  });

  test('are the same when the entry is there although its write failed', async () => {
    const append = world.store.append.bind(world.store);
    let left = 1;
    world.store.append = async (stream, seq, entry) => {
      const written = await append(stream, seq, entry);
      if (left-- > 0) throw new Error('connection reset');
      return written;
    };
    await setManager('mine');
    expect((await entriesOf(world)).map(({ step }) => step)).toEqual(['set', 'set']);
    expect(await managersTold()).toEqual(['mine']);
  });

  describe('while the copy cannot be stored', () => {
    let save: ChangesHarness['guilds']['saveSettings'];
    beforeEach(async () => {
      save = world.guilds.saveSettings.bind(world.guilds);
      world.guilds.saveSettings = () => Promise.reject(new Error('disk'));
    });

    test('are what the changes are judged by', async () => {
      const { change } = await world.askToMove();
      await setManager('mine');
      expect(await managersNow()).toEqual(['managers']);
      await expect(pressOn(world.changes).confirm(world.click(change, second))).rejects.toThrow(
        /manager/,
      );
    });

    test('are what a wrong checksum is held to when it is asked for', async () => {
      world.guilds.set(GUILD, { badChecksum: 'warn' });
      const setter = { ...WITH_KEY, by: 'roles' } as const;
      await world.changes.settings.set(setter, (now) => ({ ...now, badChecksum: 'refuse' }));
      expect((await world.guilds.settings(GUILD)).badChecksum).toBe('warn');
      const external_address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdr';
      const mistyped = { address_name: 'cold', external_address, revenue_allocation: 100 };
      const settings = { payment_frequency: 'DAILY', addresses: [mistyped] };
      const asked = world.ask(world.changes, {
        kind: 'payment-settings',
        input: { currency: 'BTC', subaccount: 'main', settings },
        member: PEOPLE.manager,
      });
      await expect(asked).rejects.toThrow(/checksum is wrong/);
      expect((await world.steps()).at(-1)).toBe('refused');
    });

    test.each(['reconcile', 'recover'] as const)('come together at the next %s', async (begin) => {
      await setManager('mine');
      world.guilds.saveSettings = save;
      await (begin === 'reconcile' ? world.changes : world.start())[begin]();
      expect(await managersNow()).toEqual(['mine']);
      expect(await found()).toHaveLength(1);
    });
  });

  test('of a key are the same: it is entered as found, and that is said', async () => {
    failEntries(world, TRIES);
    const connecting = world.changes.settings.connectKey(WITH_KEY, KEY);
    await expect(connecting).rejects.toThrow(/is connected.*found, without your name/);
    expect((await world.guilds.keyInfo(GUILD))?.lastFour).toBe('wxyz');
    expect(await found()).toHaveLength(2);
  });

  test('of a key are the same after the next setting, where no entry could be written', async () => {
    failEntries(world, 2 * TRIES);
    const connecting = world.changes.settings.connectKey(WITH_KEY, KEY);
    await expect(connecting).rejects.toThrow(/is connected.*doesn’t list it yet/);
    await setManager('mine');
    expect(await found()).toHaveLength(2);
    expect((await entriesOf(world)).at(-1)).toMatchObject({ details: { by: 'roles' } });
  });

  test('of two keys at once are the same, and each is told with its name', async () => {
    const append = world.store.append.bind(world.store);
    const other = { guildId: GUILD, member: otherAdmin };
    let connecting: Promise<unknown> = Promise.reject(new Error('not yet'));
    connecting.catch(() => undefined);
    world.store.append = async (...entry) => {
      world.store.append = append;
      world.guilds.now = 3;
      connecting = world.start().settings.connectKey(other, 'another-secret-key-last');
      return append(...entry);
    };
    await world.changes.settings.connectKey(WITH_KEY, KEY);
    await connecting;
    const told = (await entriesOf(world)).slice(1).flatMap((entry) => {
      if (entry.step !== 'set') return [];
      const who = entry.actor === 'pitboss' ? entry.actor : entry.actor.id;
      return [[who, entry.details.changed[0]?.after[0]]];
    });
    expect(told).toEqual([
      [admin.userId, 'wxyz'],
      [otherAdmin.userId, 'last'],
    ]);
    expect((await world.guilds.keyInfo(GUILD))?.lastFour).toBe('last');
  });
});
