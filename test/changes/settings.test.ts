import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSettingsTurn } from '../../src/changes/settings-turn.js';
import { parseEntry, type Entry } from '../../src/changes/entry.js';
import { trailOf } from '../../src/changes/trail.js';
import { guildSettings } from '../../src/guilds/guilds.js';
import { ChannelRefused } from '../../src/domain/errors.js';
import { AUDIT_CHANNEL, createWorld, GUILD, PEOPLE, type World } from './fakes/world.js';

/** Who changes who may change something is an entry of the trail like any other. */

let world: World;

beforeEach(() => {
  world = createWorld();
});

const { admin, manager, second } = PEOPLE;
const OTHER_CHANNEL = '200000000000000003';
const KEY = 'a-very-secret-key-wxyz';

async function entries(): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const line of world.changes.exportTrail(GUILD)) found.push(parseEntry(line));
  return found;
}

/** All that a channel was told, once nothing is under way. */
async function heard(channelId: string): Promise<string> {
  await world.changes.idle();
  return world.chat
    .inChannel(channelId)
    .map((id) => world.chat.text(id))
    .join('\n');
}

/** The world begins with settings that nobody was seen to set: the first setting enters them. */
const BEFORE = { actor: 'pitboss', details: { by: 'found' } };

/** Fails the next so many writes into the trail; afterwards they go through. */
function failEntries(times: number): void {
  const append = world.store.append.bind(world.store);
  let left = times;
  world.store.append = (stream, seq, entry) =>
    left-- > 0 ? Promise.reject(new Error('disk')) : append(stream, seq, entry);
}

const setRoles = (others: 'self' | 'second') =>
  world.changes.settings.set({ guildId: GUILD, member: admin, by: 'roles' }, (now) => ({
    ...now,
    roles: { ...now.roles, manager: ['managers', 'more'] },
    approval: { ...now.approval, others },
  }));

const moveAudit = (auditChannelId: string | undefined) =>
  world.changes.settings.set({ guildId: GUILD, member: admin, by: 'defaults' }, (now) => ({
    ...now,
    auditChannelId,
  }));

describe('a setting', () => {
  test('that changed is one entry: who, before and after', async () => {
    await setRoles('second');
    expect(await entries()).toMatchObject([
      BEFORE,
      {
        step: 'set',
        actor: { id: admin.userId, name: admin.displayName },
        at: world.clock.now(),
        details: {
          by: 'roles',
          changed: [
            { what: 'manager', before: ['managers'], after: ['managers', 'more'] },
            { what: 'others', before: ['self'], after: ['second'] },
          ],
        },
      },
    ]);
    expect(await heard(AUDIT_CHANNEL)).toMatch(
      /<@5> ⚙️ set who may do what \(manager roles <@&managers> → <@&managers> <@&more>; other changes self → second\)/,
    );
    expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ entries: 2, broken: null });
  });

  test('that stayed as it was is none', async () => {
    await setRoles('second');
    await setRoles('second');
    expect(await entries()).toHaveLength(2);
  });

  test('shows on the cards that still wait', async () => {
    const { messageId } = await world.askToMove();
    expect(world.chat.text(messageId)).toContain('also whoever asked');
    await setRoles('second');
    expect(world.chat.text(messageId)).toContain('other than whoever asked');
  });
});

describe('an audit channel', () => {
  test('that is left hears of it, and so does the new one', async () => {
    await moveAudit(OTHER_CHANNEL);
    const words = `audit channel <#${AUDIT_CHANNEL}> → <#${OTHER_CHANNEL}>`;
    expect(await heard(AUDIT_CHANNEL)).toContain(words);
    expect(await heard(OTHER_CHANNEL)).toContain(words);
  });

  test('that is switched off hears of it as its last', async () => {
    await moveAudit(undefined);
    expect(await heard(AUDIT_CHANNEL)).toContain(`audit channel <#${AUDIT_CHANNEL}> → none`);
    await setRoles('second');
    expect(await heard(AUDIT_CHANNEL)).not.toContain('set who may do what');
  });

  test('that cannot be told now is told later', async () => {
    world.chat.isAway = true;
    await moveAudit(OTHER_CHANNEL);
    await world.changes.idle();
    world.chat.isAway = false;
    await world.start().recover();
    expect(await heard(AUDIT_CHANNEL)).toContain('set the defaults');
    expect(await heard(OTHER_CHANNEL)).toContain('set the defaults');
  });
});

describe('an audit channel that was left', () => {
  /** What a post into one channel comes to, however often. */
  function answer(channelId: string, error: Error): () => void {
    const post = world.chat.post.bind(world.chat);
    world.chat.post = (into, reply, nonce) =>
      into === channelId ? Promise.reject(error) : post(into, reply, nonce);
    return () => (world.chat.post = post);
  }
  const set = async (others: 'self' | 'second') => {
    await setRoles(others);
    await world.changes.idle();
  };
  const timesHeard = async (channelId: string, words: string) =>
    (await heard(channelId)).split(words).length - 1;

  test('and fails for ever silences the new one of nothing', async () => {
    answer(AUDIT_CHANNEL, new Error('400: the thread is archived'));
    await moveAudit(OTHER_CHANNEL);
    for (let times = 0; times < 15; times++) await set(times % 2 === 0 ? 'second' : 'self');
    // What was found, the move, and each setting since.
    for (let seq = 2; seq <= 17; seq++) {
      expect(await timesHeard(OTHER_CHANNEL, `**${seq}** `)).toBe(1);
    }
  });

  test('hears of it later, also where none came after it, or the new one takes nothing', async () => {
    const back = answer(AUDIT_CHANNEL, new Error('500'));
    await moveAudit(undefined);
    await world.changes.idle();
    back();
    await world.start().recover();
    expect(await timesHeard(AUDIT_CHANNEL, '→ none')).toBe(1);
    await moveAudit(AUDIT_CHANNEL);
    answer(OTHER_CHANNEL, new ChannelRefused({ channelId: OTHER_CHANNEL, reason: 'gone' }));
    await moveAudit(OTHER_CHANNEL);
    expect(await timesHeard(AUDIT_CHANNEL, `→ <#${OTHER_CHANNEL}>`)).toBe(1);
  });

  test('and fails for ever is given up, so that the next one that is left hears of it', async () => {
    answer(AUDIT_CHANNEL, new Error('500'));
    await moveAudit(OTHER_CHANNEL);
    await world.changes.idle();
    await moveAudit(undefined);
    for (let times = 0; times < 25; times++) await set(times % 2 === 0 ? 'second' : 'self');
    expect(await timesHeard(OTHER_CHANNEL, '→ none')).toBe(1);
    expect(world.troubles.length).toBeLessThan(25);
  });
});

describe('a key', () => {
  test('is told of by its last four characters alone', async () => {
    await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    const told = `${JSON.stringify(await entries())}${await heard(AUDIT_CHANNEL)}`;
    expect(told).not.toContain('secret');
    expect(told).toContain('API key ending in `abcd` → ending in `wxyz`');
  });

  test('that is another of the same last four is told of too', async () => {
    await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    world.guilds.now = 3;
    await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    expect(await entries()).toHaveLength(3);
  });

  test('that is disconnected leaves the trail, and the channel that was told', async () => {
    await world.askToMove();
    expect(await world.changes.settings.disconnect(GUILD, admin)).toBe(true);
    const [asked, before, gone] = await entries();
    expect(asked?.step).toBe('asked');
    expect(before).toMatchObject(BEFORE);
    expect(gone).toMatchObject({ actor: { id: admin.userId }, details: { by: 'disconnect' } });
    expect(await heard(AUDIT_CHANNEL)).toContain('disconnected the server');
    expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ entries: 3, broken: null });
  });

  test('goes with the bot, and the trail says so', async () => {
    await world.changes.settings.disconnect(GUILD, 'bot-removed');
    expect(await entries()).toMatchObject([
      BEFORE,
      { actor: 'pitboss', details: { by: 'bot-removed' } },
    ]);
  });
});

describe('a trail that is broken', () => {
  beforeEach(async () => {
    await world.askToMove();
    const lines = world.store.streams.get(trailOf(GUILD)) ?? [];
    lines[0] = (lines[0] ?? '').replace('why not', 'because');
  });

  test('cannot tell of a setting, so none is set', async () => {
    const { settings } = world.start();
    const setter = { guildId: GUILD, member: admin };
    const set = settings.set({ ...setter, by: 'roles' }, (now) => ({ ...now, currency: 'ZEC' }));
    await expect(set).rejects.toThrow(/broken at entry 1/);
    await expect(settings.connectKey(setter, KEY)).rejects.toThrow(/broken at entry 1/);
    expect((await world.guilds.settings(GUILD)).currency).toBe('BTC');
    expect((await world.guilds.keyInfo(GUILD))?.lastFour).toBe('abcd');
  });

  test('keeps nobody from taking the key away', async () => {
    expect(await world.start().settings.disconnect(GUILD, admin)).toBe(true);
    expect(await world.guilds.keyInfo(GUILD)).toBeNull();
  });
});

describe('settings that no entry tells of', () => {
  beforeEach(() => {
    world.guilds.known = [GUILD];
  });

  test('are entered at the next start, once', async () => {
    await world.start().recover();
    await world.start().recover();
    expect(await entries()).toMatchObject([
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
    await setRoles('second');
    await world.start().recover();
    world.guilds.set(GUILD, { approval: guildSettings.parse({}).approval });
    await world.start().recover();
    const [, , found] = await entries();
    expect(found).toMatchObject({
      actor: 'pitboss',
      details: { changed: [{ what: 'others', before: ['second'], after: ['self'] }] },
    });
    expect(await heard(AUDIT_CHANNEL)).toContain('found settings that no entry before tells of');
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
    expect((await entries()).slice(1)).toMatchObject([gone]);
  });

  test('because it could not be written, is entered at the next start', async () => {
    failEntries(2);
    expect(await world.changes.settings.disconnect(GUILD, admin)).toBe(true);
    await world.start().recover();
    expect((await entries()).slice(1)).toMatchObject([gone]);
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
    const told = (await entries()).flatMap((entry) =>
      entry.step === 'set' ? entry.details.changed.filter(({ what }) => what === 'manager') : [],
    );
    return told.at(-1)?.after;
  };
  const found = async () =>
    (await entries()).filter((entry) => entry.step === 'set' && entry.details.by === 'found');

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
    expect((await entries()).at(-1)).toMatchObject({ actor: { id: admin.userId } });
  });

  test('are the same when the entry failed at first', async () => {
    failEntries(1);
    await setManager('mine');
    expect(await managersTold()).toEqual(['mine']);
    expect(await found()).toHaveLength(1);
  });

  test('are the same when the entry failed: they are put back, and that is said', async () => {
    failEntries(3);
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
    expect((await entries()).map(({ step }) => step)).toEqual(['set', 'set']);
    expect(await managersTold()).toEqual(['mine']);
  });

  test('are the same after the next setting, where nothing could be put back', async () => {
    const update = world.guilds.update.bind(world.guilds);
    failEntries(3);
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
    failEntries(2);
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

describe('a turn', () => {
  const turnOf = (looks: { count: number }) =>
    createSettingsTurn({
      store: world.store,
      clock: world.clock,
      pause: async () => void looks.count++,
    });

  test('that another keeps is waited for, and then refused in words', async () => {
    const looks = { count: 0 };
    const turn = turnOf(looks);
    const inside = async () => {
      const work = () => Promise.resolve('worked');
      await expect(turn.run(GUILD, work)).rejects.toThrow(/Nothing was changed; please try again/);
      return turn.run('another guild', work);
    };
    expect(await turn.run(GUILD, inside)).toBe('worked');
    expect(looks.count).toBeGreaterThan(10);
  });

  test('is given back after work that failed', async () => {
    const turn = turnOf({ count: 0 });
    await expect(turn.run(GUILD, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turn.run(GUILD, () => Promise.resolve('worked'))).toBe('worked');
  });

  test('that ran out is not given back: it may be another’s by now', async () => {
    const turn = turnOf({ count: 0 });
    await turn.run(GUILD, async () => world.pass(10_000));
    await expect(turn.run(GUILD, () => Promise.resolve())).rejects.toThrow(/Somebody else/);
  });
});

test('entries of settings change nothing of any change', async () => {
  const { change } = await world.askToMove();
  await setRoles('second');
  expect(await world.changes.find(GUILD, change.id)).toEqual(change);
  expect((await world.changes.confirm(world.click(change, second))).state).toBe('reported');
  await expect(world.changes.confirm(world.click(change, manager))).rejects.toThrow(/already/);
});
