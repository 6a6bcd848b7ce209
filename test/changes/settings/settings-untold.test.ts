import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { entriesOf, failEntries, heardIn, KEY, setRoles } from '../fakes/settings-rig.js';
import { AUDIT_CHANNEL, createWorld, GUILD, PEOPLE, type World } from '../fakes/world.js';
import { guildSettings } from '../../../src/domain/guild/guild-settings.js';

/** What is in force and what the trail tells come together again, whatever came between. */

let world: World;

beforeEach(() => {
  world = createWorld();
});

const { admin } = PEOPLE;

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

  test('because the process ended before it entered them, or somebody wrote into the store', async () => {
    await setRoles(world, 'second');
    await world.start().recover();
    world.guilds.set(GUILD, { approval: guildSettings.parse({}).approval });
    await world.start().recover();
    const [, , found] = await entriesOf(world);
    expect(found).toMatchObject({
      actor: 'pitboss',
      details: { changed: [{ what: 'others', before: ['second'], after: ['self'] }] },
    });
    expect(await heardIn(world, AUDIT_CHANNEL)).toContain(
      'found settings that were changed without an entry',
    );
  });
});

describe('a disconnect that was cut short of its entry', () => {
  const gone = {
    actor: 'pitboss',
    details: { by: 'found', changed: [{ what: 'manager', after: [] }, {}, {}, { what: 'key' }] },
  };

  beforeEach(async () => {
    world.guilds.known = [GUILD];
    await world.start().recover();
    // As the real ones: a guild without key and settings is not known any more.
    world.guilds.known = [];
  });

  test('because the process ended, is entered at the next start', async () => {
    await world.guilds.disconnect(GUILD);
    await world.start().recover();
    await world.start().recover();
    expect((await entriesOf(world)).slice(1)).toMatchObject([gone]);
  });

  test('because it could not be written, is entered at the next start', async () => {
    failEntries(world, 2);
    expect(await world.changes.settings.disconnect(GUILD, admin)).toBe(true);
    await world.start().recover();
    // The audit channel stays: a rule asks for two people.
    const changed = [{ what: 'manager', after: [] }, {}, { what: 'key' }];
    expect((await entriesOf(world)).slice(1)).toMatchObject([
      { ...gone, details: { by: 'found', changed } },
    ]);
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
    const other = world.start();
    const update = world.guilds.update.bind(world.guilds);
    let begun: Promise<unknown> | undefined;
    world.guilds.update = async (guildId, change) => {
      const next = await update(guildId, change);
      // While the first waits between setting and entering.
      begun ??= setManager('theirs', other);
      await pause(20);
      return next;
    };
    await setManager('mine');
    await begun;
    expect(await managersNow()).toEqual(['theirs']);
    expect(await managersTold()).toEqual(['theirs']);
    expect(await found()).toHaveLength(1);
  });

  test('are the same when a process starts in between, which finds nothing', async () => {
    const update = world.guilds.update.bind(world.guilds);
    let started: Promise<unknown> | undefined;
    world.guilds.update = async (guildId, change) => {
      const next = await update(guildId, change);
      started ??= world.start().recover();
      await pause(20);
      return next;
    };
    await setManager('mine');
    await started;
    expect(await found()).toHaveLength(1);
    expect((await entriesOf(world)).at(-1)).toMatchObject({ actor: { id: admin.userId } });
  });

  test('are the same when the entry failed at first', async () => {
    failEntries(world, 1);
    await setManager('mine');
    expect(await managersTold()).toEqual(['mine']);
    expect(await found()).toHaveLength(1);
  });

  test('are the same when the entry failed: they are put back, and that is said', async () => {
    failEntries(world, 3);
    await expect(setManager('mine')).rejects.toThrow(/put back to what they were/);
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

  test('are the same after the next setting, where nothing could be put back', async () => {
    const update = world.guilds.update.bind(world.guilds);
    failEntries(world, 3);
    let calls = 0;
    world.guilds.update = (guildId, change) =>
      ++calls === 2 ? Promise.reject(new Error('disk')) : update(guildId, change);
    await expect(setManager('mine')).rejects.toThrow(/in force.*does not tell of it yet/);
    expect(await managersNow()).toEqual(['mine']);
    expect(await managersTold()).toEqual(['managers']);
    // The same again would change nothing, and so is not told of as theirs.
    await setManager('mine');
    expect(await managersTold()).toEqual(['mine']);
    expect(await found()).toHaveLength(2);
  });

  test('of a key are the same: it is entered as found, and that is said', async () => {
    failEntries(world, 2);
    const connecting = world.changes.settings.connectKey(WITH_KEY, KEY);
    await expect(connecting).rejects.toThrow(/in force.*found, without your name/);
    expect((await world.guilds.keyInfo(GUILD))?.lastFour).toBe('wxyz');
    expect(await found()).toHaveLength(2);
  });

  test('are left as they are when no turn is to be had; a key goes all the same', async () => {
    const claim = world.store.claim.bind(world.store);
    world.store.claim = () => Promise.reject(new Error('away'));
    await expect(setManager('mine')).rejects.toThrow('away');
    expect(await managersNow()).toEqual(['managers']);
    expect(await world.changes.settings.disconnect(GUILD, admin)).toBe(true);
    world.store.claim = claim;
    expect(await managersTold()).toEqual([]);
  });
});
