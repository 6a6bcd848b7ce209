import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/guilds/settings.js';
import { PoolError, type PoolErrorKind } from '../../src/pool/pool-error.js';
import { ADAM, openGuilds, refusal } from './support.js';

const KEY = 'lpk_good_3ebd';

let house: Awaited<ReturnType<typeof openGuilds>>;
beforeAll(async () => {
  house = await openGuilds();
});
afterAll(() => house.store.close());

let servers = 0;
const newServer = () => `${100 + (servers += 1)}`;

test('the same key again changes nothing; another one counts as a new version', async () => {
  const id = newServer();
  house.workspaces['lpk_other_5f9d'] = [];
  const version = async () => (await house.guilds.find(id)).keyVersion;
  await house.guilds.connect(id, ADAM, KEY);
  const pasted = `\u200b ${KEY}\n`;
  expect(await house.guilds.connect(id, ADAM, pasted)).toMatchObject({ isSame: true });
  expect(await version()).toBe(1);
  expect(await house.guilds.connect(id, ADAM, 'lpk_other_5f9d')).toMatchObject({ isSame: false });
  expect(await version()).toBe(2);
  expect(await house.trail(id)).toHaveLength(2);
});

test.each<[PoolErrorKind, number | undefined, string]>([
  ['key', 401, 'The pool refused this key: It doesn’t accept it (401)'],
  ['forbidden', 403, 'The pool refused this key: It has no access to the subaccounts (403)'],
  ['foreign', 403, 'The key couldn’t be checked: A proxy answered instead of the pool'],
  ['unreachable', undefined, 'pool: unreachable'],
])('a key that the pool answers with %s (%s) is not stored', async (kind, status, words) => {
  const id = newServer();
  house.workspaces['lpk_tried_0000'] = new PoolError(kind, { status });
  const said = await refusal(house.guilds.connect(id, ADAM, 'lpk_tried_0000'));
  expect(said).toContain(words);
  expect(said).not.toContain('lpk_tried');
  expect((await house.guilds.find(id)).key).toBeNull();
  expect(await house.trail(id)).toEqual([]);
});

test.each(['', ' \u200b', 'two words', 'ключ-ключ', 'lpk_a\nlpk_b'])(
  'a text %j that can be no key is refused before the pool is asked',
  async (typed) => {
    const said = await refusal(house.guilds.connect(newServer(), ADAM, typed));
    expect(said).toContain('Check the API key');
  },
);

test('two admins who set different things at once both keep theirs', async () => {
  const id = newServer();
  await Promise.all([
    house.guilds.configure(id, ADAM, (settings) => ({ ...settings, currency: 'SC' })),
    house.guilds.configure(id, ADAM, (settings) => ({ ...settings, timeZone: 'Europe/Oslo' })),
  ]);
  const { settings } = await house.guilds.find(id);
  expect(settings).toMatchObject({ currency: 'SC', timeZone: 'Europe/Oslo' });
  expect(await house.guilds.verifyTrail(id)).toEqual({ entries: 2, brokenAt: null });
});

test('disconnecting deletes key and settings; the trail, its lines that wait and the rule of two people stay', async () => {
  const [id, other] = [newServer(), newServer()];
  const approval = { payments: 'second', others: 'second' } as const;
  for (const guild of [id, other]) {
    await house.guilds.connect(guild, ADAM, KEY);
    const made = { currency: 'ZEC', approval, auditChannel: '301' } as const;
    await house.guilds.configure(guild, ADAM, (now) => ({ ...now, ...made }));
    await house.guilds.noteId(guild, 'contract', 'c-1');
  }
  await house.guilds.disconnect(id, ADAM);
  expect(await house.guilds.find(id)).toMatchObject({
    settings: { ...DEFAULT_SETTINGS, approval, auditChannel: '301' },
    key: null,
  });
  expect(await house.guilds.recentIds(id, 'contract')).toEqual([]);
  expect((await house.trail(id)).at(-1)).toBe('3 disconnect 201 {"key":"3ebd"}');
  expect(await house.guilds.verifyTrail(id)).toEqual({ entries: 3, brokenAt: null });
  expect(await house.posts(id)).toEqual([
    expect.stringContaining('⚙️ <@201> set other changes: one person → two people\n'),
    '301: ⚙️ <@201> disconnected this server: the key …3ebd and the settings are deleted',
  ]);
  expect((await house.guilds.find(other)).key?.lastFour).toBe('3ebd');
  expect(await house.posts(other)).toHaveLength(1);
});

test('a server that removed the bot leaves no row, and others keep theirs', async () => {
  const [id, longer] = ['77', '777'];
  for (const guild of [id, longer]) {
    await house.guilds.connect(guild, ADAM, KEY);
    await house.guilds.noteId(guild, 'action', 'a-1');
    await house.guilds.configure(guild, ADAM, (now) => ({ ...now, auditChannel: '301' }));
  }
  await house.guilds.removed(id);
  const rows = async (guild: string) => {
    const { db } = house.store;
    const [entries, audit, outbox, guilds] = await Promise.all([
      db.selectFrom('entries').select('key').execute(),
      db.selectFrom('audit').select('seq').where('guild', '=', guild).execute(),
      db.selectFrom('outbox').select('key').where('guild', '=', guild).execute(),
      db.selectFrom('guild').select('id').where('id', '=', guild).execute(),
    ]);
    const own = entries.filter(({ key }) => key.split(':')[0] === guild);
    return [own.length, audit.length, outbox.length, guilds.length];
  };
  expect(await rows(id)).toEqual([0, 0, 0, 0]);
  expect(await rows(longer)).toEqual([2, 2, 1, 1]);
  expect((await house.guilds.find(id)).key).toBeNull();
});

test('recent ids are kept once each, newest first', async () => {
  const id = newServer();
  for (const contract of ['a', 'b', 'a', 'c']) {
    await house.guilds.noteId(id, 'contract', contract);
  }
  expect(await house.guilds.recentIds(id, 'contract')).toEqual(['c', 'a', 'b']);
  expect(await house.guilds.recentIds(id, 'action')).toEqual([]);
});
