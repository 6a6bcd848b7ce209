import { beforeEach, describe, expect, test } from 'vitest';
import { trailOf } from '../../../src/changes/trail/stored-trail.js';
import { BEFORE, BY_ADMIN, entriesOf, heardIn, KEY, setRoles } from '../fakes/settings-harness.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** A change of who may change something is recorded in the trail like any other. */

let world: ChangesHarness;

beforeEach(() => {
  world = createChangesHarness();
});

const { admin, manager, second } = PEOPLE;

describe('a setting', () => {
  test('that changed is one entry: who, before and after', async () => {
    await setRoles(world, 'second');
    expect(await entriesOf(world)).toMatchObject([
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
    expect(await heardIn(world, AUDIT_CHANNEL)).toMatch(
      /⚙️ <@5> set who may do what: manager roles <@&managers> → <@&managers> <@&more>; other changes may be confirmed by the requester → need a second person$/m,
    );
    expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ entries: 2, broken: null });
  });

  test('that stayed as it was is none', async () => {
    await setRoles(world, 'second');
    await setRoles(world, 'second');
    expect(await entriesOf(world)).toHaveLength(2);
  });

  describe('that is to stay, while its loosening waits', () => {
    const who = { guildId: GUILD, member: admin, by: 'roles', named: ['others'] } as const;
    const stays = () =>
      world.changes.settings.set(who, (now) => ({
        ...now,
        approval: { ...now.approval, others: 'second' },
      }));

    async function loosening() {
      await setRoles(world, 'second');
      const { loosening: asked } = await setRoles(world, 'self');
      if (asked === null) throw new Error('nothing waits');
      return { guildId: GUILD, member: PEOPLE.otherAdmin, asked };
    }

    test('withdraws it', async () => {
      await loosening();
      expect(await stays()).toMatchObject({ hasWithdrawn: true, loosening: null });
      expect(await world.changes.loosenings.waiting(GUILD)).toBeNull();
    });

    test('is set again if another admin confirms it at the same moment', async () => {
      const asked = await loosening();
      const append = world.store.append.bind(world.store);
      world.store.append = async (stream, seq, entry) => {
        world.store.append = append;
        if (entry.includes('loosening-withdrawn')) await world.start().loosenings.confirm(asked);
        return world.store.append(stream, seq, entry);
      };
      const { settings, hasWithdrawn } = await stays();
      expect([settings.approval.others, hasWithdrawn]).toEqual(['second', false]);
      expect(await world.changes.loosenings.waiting(GUILD)).toBeNull();
      const last = (await entriesOf(world)).at(-1);
      expect(last).toMatchObject({ actor: { id: admin.userId }, details: { by: 'roles' } });
    });

    test('and the same loosening again changes nothing', async () => {
      const { asked } = await loosening();
      await world.changes.settings.set(who, (now) => ({
        ...now,
        approval: { ...now.approval, others: 'self' },
      }));
      expect((await world.changes.loosenings.waiting(GUILD))?.seq).toBe(asked.seq);
    });
  });

  test('shows on the cards that still wait', async () => {
    const { messageId } = await world.askToMove();
    expect(world.chat.text(messageId)).toContain('including the requester');
    await setRoles(world, 'second');
    expect(world.chat.text(messageId)).not.toContain('including the requester');
    expect(world.chat.messages.get(messageId)?.reply.content).toContain('but not <@2>');
  });
});

describe('a key', () => {
  test('is told of by its last four characters alone', async () => {
    await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    const told = `${JSON.stringify(await entriesOf(world))}${await heardIn(world, AUDIT_CHANNEL)}`;
    expect(told).not.toContain('secret');
    expect(told).toContain('API key ending in `abcd` → ending in `wxyz`');
  });

  describe('that the display name of whoever changes it holds is struck out of their name', () => {
    const SPELLINGS: [string, (key: string) => string][] = [
      ['as it is', (key) => key],
      ['with characters that nobody sees', (key) => Array.from(key).join('\u200B')],
      ['in base64', (key) => Buffer.from(key).toString('base64')],
      ['in hex', (key) => Buffer.from(key).toString('hex')],
      ['as far as it goes', (key) => key.slice(0, 14)],
    ];
    const FORMER = 'the-former-secret-key-abcd';
    const namedIn = async () => (await entriesOf(world)).map(({ actor }) => actor).slice(1);
    const named = (text: string) => ({ ...admin, displayName: `${text} (ops)` });
    const connect = (member: typeof admin, key: string) =>
      world.changes.settings.connectKey({ guildId: GUILD, member }, key);
    // Of base64 a letter that holds two bits of the key may stay, and its padding.
    const name = expect.stringMatching(/^\[key\][\w=]{0,3} \(ops\)$/) as unknown;
    const STRUCK_OUT = { id: admin.userId, name };

    test.each(SPELLINGS)('where they connect it, %s', async (_, spell) => {
      await connect(named(spell(KEY)), KEY);
      expect(await namedIn()).toEqual([STRUCK_OUT]);
    });

    test.each(SPELLINGS)('where they replace it, %s', async (_, spell) => {
      await connect(admin, FORMER);
      await connect(named(spell(FORMER)), KEY);
      expect((await namedIn()).at(-1)).toEqual(STRUCK_OUT);
    });

    test.each(SPELLINGS)('where they disconnect it, %s', async (_, spell) => {
      await connect(admin, KEY);
      const { connectedAt } = (await world.guilds.keyInfo(GUILD)) ?? { connectedAt: 0 };
      await world.changes.settings.disconnect(GUILD, { member: named(spell(KEY)), connectedAt });
      expect((await namedIn()).at(-1)).toEqual(STRUCK_OUT);
    });
  });

  test('that is another of the same last four is told of too', async () => {
    await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    world.guilds.now = 3;
    const other = `another-${KEY.slice(-8)}`;
    await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, other);
    expect(await entriesOf(world)).toHaveLength(3);
  });

  test('that is connected already stays as it is, with the time it was connected', async () => {
    const who = { guildId: GUILD, member: admin };
    await world.changes.settings.connectKey(who, KEY);
    const info = await world.guilds.keyInfo(GUILD);
    world.guilds.now = 3;
    const again = await world.changes.settings.connectKey({ ...who, member: second }, KEY);
    expect(again).toEqual({ info, wasConnected: true });
    expect(await world.guilds.keyInfo(GUILD)).toEqual(info);
    expect(await entriesOf(world)).toHaveLength(2);
  });

  test('that is another one ends the watch of what was sent, and its card says so', async () => {
    const asked = await world.askToMove();
    world.workspace.appliesAtOnce = false;
    await pressOn(world.changes).confirm(world.click(asked.change, second));
    await world.changes.settings.connectKey({ guildId: GUILD, member: admin }, KEY);
    await world.changes.idle();
    expect(world.chat.text(asked.messageId)).toContain('was disconnected or changed since');
    expect(world.chat.text(asked.messageId)).not.toContain('checks the pool until');
  });

  test('that is disconnected leaves the trail, and the channel that was told', async () => {
    await world.askToMove();
    expect(await world.changes.settings.disconnect(GUILD, BY_ADMIN)).toBe(true);
    const [asked, before, gone] = await entriesOf(world);
    expect(asked?.step).toBe('asked');
    expect(before).toMatchObject(BEFORE);
    expect(gone).toMatchObject({ actor: { id: admin.userId }, details: { by: 'disconnect' } });
    expect(await heardIn(world, AUDIT_CHANNEL)).toContain('disconnected the server');
    expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ entries: 3, broken: null });
  });

  test('that was connected since the question stays, and so do the settings', async () => {
    await world.changes.settings.connectKey({ guildId: GUILD, member: PEOPLE.otherAdmin }, KEY);
    const before = await entriesOf(world);
    await expect(world.start().settings.disconnect(GUILD, BY_ADMIN)).rejects.toThrow(
      /Another API key was connected since you were asked, so nothing was deleted/,
    );
    expect((await world.guilds.openKey(GUILD))?.key).toBe(KEY);
    expect((await world.guilds.settings(GUILD)).roles.manager).toEqual(['managers']);
    expect(await entriesOf(world)).toEqual(before);
    const asked = { member: admin, connectedAt: world.guilds.now };
    expect(await world.changes.settings.disconnect(GUILD, asked)).toBe(true);
  });

  test('goes with the bot, and the trail says so', async () => {
    await world.changes.settings.disconnect(GUILD, 'bot-removed');
    expect(await entriesOf(world)).toMatchObject([
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
    expect(await world.start().settings.disconnect(GUILD, BY_ADMIN)).toBe(true);
    expect(await world.guilds.keyInfo(GUILD)).toBeNull();
  });
});

test('entries of settings change nothing of any change', async () => {
  const { change } = await world.askToMove();
  await setRoles(world, 'second');
  expect(await world.changes.find(GUILD, change.id)).toEqual(change);
  expect((await pressOn(world.changes).confirm(world.click(change, second))).state).toBe(
    'reported',
  );
  await expect(pressOn(world.changes).confirm(world.click(change, manager))).rejects.toThrow(
    /already/,
  );
});
