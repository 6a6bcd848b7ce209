import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, confirm, expectSent, now, requestOf } from '../support/changes.js';
import { startHouse, type House } from '../support/process.js';
import { shown } from '../support/world.js';

let house: House;
beforeEach(async () => {
  house = await startHouse();
});
afterEach(() => house.close());

/** Without a word on standard output, and without a stack. */
async function expectRefusal(others: Record<string, string>, sentence: string): Promise<void> {
  const bot = house.run(others);
  expect(await bot.ended).toBe(1);
  expect(bot.stderr()).toBe(`${sentence}\n`);
}

test('a bot starts from its environment and .env, and answers', async () => {
  writeFileSync(join(house.folder, '.env'), `POOL_API_URL=${house.pool.url}\nLOG_LEVEL=silent\n`);
  const here = { POOL_API_URL: undefined, LOG_LEVEL: undefined };
  const bot = await house.start({ ...here, SHARDS: '"[0]"', SHARD_COUNT: '' });
  const server = await house.newServer();
  const { message } = await server.viewer.run('subaccount list');
  expect(shown(server, message)).toContain('Subaccounts');
  expect(bot.stdout() + bot.stderr()).toBe('');
});

test('a bot that is told to stop finishes what is under way', async () => {
  const bot = await house.start();
  const server = await house.newServer();
  const request = requestOf(server, 'move');
  const card = await ask(server, 'move');
  server.workspace.fault = ({ method }) => {
    if (method === 'GET') return undefined;
    bot.signal('SIGTERM');
    return { kind: 'delay', ms: 500 };
  };
  const { message } = await confirm(card, server.approver);
  expect(shown(server, message)).toContain('📨 **Sent**');
  expect(await bot.ended).toBe(0);
  expect(now(server, card)).toContain('📨 **Sent**');
  expect(bot.stderr()).toBe('');
  expectSent(server, request);
});

test('a wrong environment is told in one sentence without secrets', async () => {
  const wrong = { DISCORD_TOKEN: '""', POOL_API_URL: 'pool.example', MASTER_KEY: 'c2VjcmV0' };
  await expectRefusal(
    wrong,
    'The environment is not right: DISCORD_TOKEN is missing: the bot token from Discord’s developer portal; POOL_API_URL is not an http(s) address; MASTER_KEY is not 32 bytes in base64.',
  );
});

test('another master key than the one that encrypted the keys is refused', async () => {
  await house.startHere();
  await house.newServer();
  await house.endBots();
  await expectRefusal(
    { MASTER_KEY: randomBytes(32).toString('base64') },
    'MASTER_KEY is not the one that encrypted the stored API keys. Start with that one.',
  );
});

test('a second bot on the same folder is refused, and the first goes on', async () => {
  await house.startHere();
  const folder = house.variables['DATA_DIR'];
  await expectRefusal(
    {},
    `Another Pitboss is running on the data folder ${folder}: stop it first.`,
  );
  const server = await house.newServer();
  const { message } = await server.viewer.run('subaccount list');
  expect(shown(server, message)).toContain('Subaccounts');
});

test('a token that Discord refuses ends the start', async () => {
  await expectRefusal(
    { DISCORD_TOKEN: 'revoked' },
    'Discord does not accept DISCORD_TOKEN: copy it again from the developer portal, page Bot.',
  );
});

test('a connection that Discord closes for good ends the process', async () => {
  const bot = await house.start();
  house.discord.closeGateway(4004);
  expect(await bot.ended).toBe(1);
  expect(bot.stderr()).toBe('Discord no longer accepts DISCORD_TOKEN.\n');
});

test('a command that comes while the commands are registered is answered', async () => {
  await house.startHere();
  const server = await house.newServer();
  await house.endBots();
  const registering = new Promise<void>((resolve) => {
    server.guild.fault = ({ path }) => {
      if (!path.includes('/commands')) return undefined;
      resolve();
      return 'hang';
    };
  });
  house.run({ DISCORD_GUILD_ID: server.guild.id });
  await registering;
  const { message } = await server.viewer.run('subaccount list');
  expect(shown(server, message)).toContain('Subaccounts');
});

test('the operator’s commands are a process of their own, also behind a link', () => {
  const link = join(house.folder, 'admin.js');
  symlinkSync(resolve('dist/src/admin/admin.js'), link);
  const { status, stdout } = spawnSync(process.execPath, [link, '--help'], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain('npm run admin -- backup <file>');
});
