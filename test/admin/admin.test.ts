import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runAdmin } from '../../src/admin/admin.js';
import { openStore } from '../../src/store/store.js';
import { answer, ask, confirm, HYDRO } from '../support/changes.js';
import { hasPostgres, startPostgres, type PostgresServer } from '../support/postgres.js';
import { startHouse, type House } from '../support/process.js';
import { shown, type Server } from '../support/world.js';

type Variables = Record<string, string | undefined>;

let house: House;
beforeEach(async () => {
  house = await startHouse();
});
afterEach(() => house.close());

/** What the operator reads, `! ` before what is wrong, and the exit code. */
async function admin(command: string, others: Variables = {}) {
  const lines: string[] = [];
  const output = {
    say: (line: string) => void lines.push(line),
    complain: (line: string) => void lines.push(`! ${line}`),
  };
  const code = await runAdmin(command.split(' '), { ...house.variables, ...others }, output);
  return { code, text: lines.join('\n') };
}

const dataDir = () => house.variables['DATA_DIR'] ?? '';
const inFolder = (name: string) => join(house.folder, name);

async function listed({ viewer, ...server }: Server): Promise<string> {
  return shown({ ...server, viewer }, answer(await viewer.run('changes list')));
}

test('help names every command, and one alone', async () => {
  const all = await admin('--help');
  expect(all.code).toBe(0);
  for (const name of ['check', 'invite', 'backup', 'restore', 'copy-to-postgres', 'rotate-key'])
    expect(all.text).toContain(`npm run admin -- ${name}`);
  expect((await admin('backup --help')).text).toMatch(/^npm run admin -- backup <file>\n/);
  expect(await admin('destroy')).toMatchObject({ code: 1 });
});

describe('check', () => {
  test('is content with what a start needs, also while the bot runs', async () => {
    await house.startHere();
    await house.newServer();
    const { code, text } = await admin('check');
    expect(text).toMatch(/^✓ Environment.*\n✓ Store: .*, API keys: 1\n✓ Discord: application /);
    expect(text).toMatch(/servers: 1\n✓ Pool: http.* answers$/);
    expect(code).toBe(0);
  });

  test.each([
    [{ MASTER_KEY: 'short' }, '! The environment is not right: MASTER_KEY is not 32 bytes'],
    [{ DISCORD_TOKEN: 'revoked' }, '✗ Discord: Discord does not accept DISCORD_TOKEN: copy it'],
    [{ DISCORD_API_URL: 'http://127.0.0.1:9' }, '✗ Discord: Discord does not answer'],
    [{ POOL_API_URL: 'http://127.0.0.1:9' }, '✗ Pool: http://127.0.0.1:9 does not answer ('],
    [{ STORE_URL: 'postgres://127.0.0.1:9/x' }, '✗ Store: Postgres at STORE_URL does not answer'],
  ])('with %j says what is wrong', async (wrong, sentence) => {
    const { code, text } = await admin('check', wrong);
    expect(text).toContain(sentence);
    expect(code).toBe(1);
  });

  test('tells a web page from the pool', async () => {
    const { text } = await admin('check', { POOL_API_URL: house.discord.apiUrl });
    expect(text).toContain('is not the pool’s API: look at POOL_API_URL');
  });

  test('tells that MASTER_KEY is not the one that encrypted the keys', async () => {
    await house.startHere();
    await house.newServer();
    await house.endBots();
    const other = { MASTER_KEY: randomBytes(32).toString('base64') };
    expect((await admin('check', other)).text).toContain('✗ Store: MASTER_KEY is not the one');
  });
});

test('the invite link has the scopes and permissions that the bot needs', async () => {
  const { text } = await admin('invite');
  const [link = '', names] = text.split('\n');
  const query = new URL(link).searchParams;
  expect(query.get('scope')).toBe('bot applications.commands');
  expect(BigInt(query.get('permissions') ?? 0)).toBe(
    (1n << 10n) | (1n << 11n) | (1n << 14n) | (1n << 15n) | (1n << 16n) | (1n << 38n),
  );
  expect(names).toContain('Send Messages in Threads');
});

describe('a backup', () => {
  test('is made while the bot runs, for its owner alone, and never over another', async () => {
    await house.startHere();
    await house.newServer();
    const file = inFolder('backup.sqlite');
    expect(await admin(`backup ${file}`)).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await admin(`backup ${file}`)).text).toMatch(
      /was not written: EEXIST: file already exists/,
    );
    expect((await admin(`backup ${inFolder('no/where')}`)).text).toMatch(/was not written/);
    expect((await admin('backup x', { DATA_DIR: inFolder('new') })).text).toContain('There is no');
    const url = 'postgres://127.0.0.1/pitboss';
    expect((await admin('backup x', { STORE_URL: url })).text).toContain('pg_dump');
  });

  test('that is restored ends what was open in it, and sends nothing', async () => {
    await house.startHere();
    const server = await house.newServer();
    await server.admin.run('setup defaults', { audit: server.channel.id });
    const card = await ask(server, 'move');
    const file = inFolder('backup.sqlite');
    await admin(`backup ${file}`);
    await confirm(card, server.approver);
    expect(await listed(server)).toContain('· sent');
    expect((await admin(`restore ${file}`)).text).toContain('Another Pitboss is running');
    await house.endBots();

    const { code, text } = await admin(`restore ${file}`);
    expect(text).toMatch(/^The previous database is in .*before-restore-/);
    expect(text).toContain('Changes that were open: 1');
    expect(code).toBe(0);
    expect((await admin('verify-audit')).text).toContain('none missing or changed');
    await house.startHere();
    expect(await listed(server)).toContain('· outcome unknown');
    const opened = answer(await server.viewer.run('changes show', { id: '#1' }));
    expect(shown(server, opened)).toMatch(/a backup was restored\n.*It may have been sent since/s);
    expect(server.workspace.writes.length).toBe(1);
    await house.clock.advance(10_000);
    const audit = server.channel.messages().map(({ content }) => content);
    expect(audit.join('\n')).toContain('it may have been sent since');
  });

  test('that was being sent is an unknown outcome, until somebody has looked', async () => {
    await house.startHere();
    const server = await house.newServer();
    const card = await ask(server, 'move');
    const file = inFolder('backup.sqlite');
    server.workspace.fault = ({ method }) =>
      method === 'GET' ? undefined : { kind: 'delay', ms: 500 };
    const confirmed = confirm(card, server.approver);
    await vi.waitFor(() => expect(server.workspace.writes.length).toBe(1), 5_000);
    await admin(`backup ${file}`);
    await confirmed;
    server.workspace.fault = null;
    await house.endBots();
    await admin(`restore ${file}`);
    await house.startHere();
    expect(await listed(server)).toContain('· outcome unknown');
    const again = { subaccount: HYDRO, site: 'Lone Mesa' };
    const { message } = await server.manager.run('subaccount move', again);
    expect(shown(server, message)).not.toContain('Waiting');
    expect(server.workspace.writes.length).toBe(1);
  });

  test('that is damaged, or none, leaves everything as it was', async () => {
    await house.startHere();
    await house.endBots();
    const before = readdirSync(dataDir());
    const file = inFolder('notes.txt');
    writeFileSync(file, 'groceries');
    expect((await admin(`restore ${file}`)).text).toMatch(/notes.txt is not a complete backup/);
    expect((await admin(`restore ${inFolder('none')}`)).text).toMatch(
      /is not a complete backup: ENOENT/,
    );
    expect(readdirSync(dataDir())).toEqual(before);
  });
});

test('a rotated master key opens every API key, and the one before opens none', async () => {
  await house.startHere();
  const server = await house.newServer();
  const next = { NEW_MASTER_KEY: randomBytes(32).toString('base64') };
  expect((await admin('rotate-key', next)).text).toContain('Another Pitboss is running');
  await house.endBots();
  expect((await admin('rotate-key')).text).toContain('Set NEW_MASTER_KEY');
  expect((await admin('rotate-key', next)).text).toContain('API keys encrypted anew: 1');
  expect((await admin('rotate-key', next)).text).toContain('MASTER_KEY does not open the key');
  expect((await admin('check')).text).toContain('✗ Store: MASTER_KEY is not the one');
  await house.startHere({ MASTER_KEY: next.NEW_MASTER_KEY });
  const { message } = await server.viewer.run('subaccount list');
  expect(shown(server, message)).toContain('Subaccounts');
});

test('a changed entry of a trail is found', async () => {
  await house.startHere();
  const server = await house.newServer();
  await house.endBots();
  expect(await admin(`verify-audit ${server.guild.id}`)).toMatchObject({ code: 0 });
  const store = await openStore({ dataDir: dataDir(), clock: house.clock });
  await store.db.updateTable('audit').set({ actor: '1' }).where('seq', '=', 2).execute();
  await store.close();
  const { code, text } = await admin('verify-audit');
  expect(text).toContain(`✗ ${server.guild.id}: broken at entry 2`);
  expect(code).toBe(1);
  await house.startHere();
  const { message } = await server.admin.run('setup check');
  expect(shown(server, message)).toContain(
    '❌ Audit trail: entry 2 was altered; tell the bot’s operator',
  );
});

test('a server’s data is printed without its key, and deleted', async () => {
  await house.startHere();
  const [one, other] = [await house.newServer(), await house.newServer()];
  await ask(one, 'move');
  const { text } = await admin(`guild-data ${one.guild.id} export`);
  const rows = text.split('\n').map((line) => JSON.parse(line));
  expect(rows.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['change', 'audit', 'guild']),
  );
  expect(text).not.toContain('encrypted');
  expect(text).not.toContain(one.workspace.key);
  await house.endBots();
  expect(await admin(`guild-data ${one.guild.id} delete`)).toMatchObject({ code: 0 });
  expect((await admin(`guild-data ${one.guild.id} export`)).text).toBe('');
  expect((await admin(`guild-data ${other.guild.id} export`)).text).not.toBe('');
  expect(readFileSync(join(dataDir(), 'pitboss.sqlite')).includes(one.workspace.key)).toBe(false);
});

describe.skipIf(!hasPostgres)('Postgres (if initdb is installed)', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  test('takes over everything from SQLite, once, and the bot goes on', async () => {
    await house.startHere();
    const server = await house.newServer();
    const card = await ask(server, 'move');
    const store = { STORE_URL: postgres.newDatabase() };
    expect((await admin('copy-to-postgres', store)).text).toContain('Another Pitboss is running');
    await house.endBots();
    expect((await admin('copy-to-postgres')).text).toContain('Set STORE_URL');
    expect((await admin('copy-to-postgres', store)).text).toMatch(/^Rows copied: [1-9]/);
    expect((await admin('copy-to-postgres', store)).text).toContain('is not empty');
    expect((await admin('verify-audit', store)).text).toContain('none missing or changed');
    await house.startHere(store);
    await confirm(card, server.approver);
    expect(server.workspace.writes.length).toBe(1);
    expect(
      (await admin('rotate-key', { ...store, NEW_MASTER_KEY: house.variables['MASTER_KEY'] })).text,
    ).toContain('Pitboss is running: stop it first');
  });

  test('after pg_restore has what was open ended', async () => {
    const store = { STORE_URL: postgres.newDatabase() };
    await house.startHere(store);
    const server = await house.newServer();
    const card = await ask(server, 'move');
    await house.endBots();
    expect((await admin('restore x', store)).text).toContain('use pg_restore');
    expect((await admin('restore', store)).text).toContain('Changes that were open: 1');
    await house.startHere(store);
    expect(await listed(server)).toContain('· outcome unknown');
    const { message } = await confirm(card, server.approver);
    expect(shown(server, message)).toContain('A backup was restored, so it can’t be confirmed.');
    expect(server.workspace.writes).toEqual([]);
    expect(existsSync(join(dataDir(), 'pitboss.sqlite'))).toBe(false);
  });
});
