import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAll, runBot } from '../bare-bot.js';
import { startFront } from '../../support/proxy.js';
import { shown } from '../shown.js';
import { ask, startConnectedWorld, startWorld, type World } from '../world.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitboss-environment-'));
});
afterAll(async () => {
  await endAll();
  await rm(folder, { recursive: true, force: true });
});

const WHOLE = {
  DISCORD_TOKEN: 'a-token-nobody-may-see',
  POOL_API_URL: 'https://pool.example',
  MASTER_KEY: randomBytes(32).toString('base64'),
};

/** How the process ended and what it said; a stack trace in it fails the test. */
async function refusal(env: Record<string, string>, cwd = folder): Promise<string> {
  const bot = runBot(cwd, { DATA_DIR: join(cwd, 'data'), ...env });
  expect(await bot.ended).toBe(1);
  const said = bot.err.join('\n');
  expect(said).not.toMatch(/^\s+at /m);
  for (const name of [
    'DISCORD_TOKEN',
    'MASTER_KEY',
    'MASTER_KEY_PREVIOUS',
    'REDIS_URL',
    'STORE_URL',
  ]) {
    const secret = env[name];
    if (secret) expect([...bot.out, said].join('\n')).not.toContain(secret);
  }
  return said;
}

describe('an environment that will not do', () => {
  test('everything malformed: every fault is named at once, and no secret repeated', async () => {
    const said = await refusal({
      DISCORD_TOKEN: 'Bot secret-token',
      DISCORD_API_URL: 'https://discord.example/api/v10',
      DISCORD_GUILD_ID: 'my server',
      POOL_API_URL: 'http://pool.example',
      POOL_API_TIMEOUT_MS: '1e4',
      POOL_CONSOLE_URL: 'console',
      MASTER_KEY: 'c2VjcmV0IG1hc3RlciBrZXk=',
      MASTER_KEY_PREVIOUS: 'not base64 at all',
      REDIS_URL: 'http://secret@redis.example',
      SHARDS: '3-1',
      SHARD_COUNT: 'four',
      HEALTH_PORT: '99999',
      HEALTH_HOST: 'a b',
      LOG_LEVEL: 'loud',
      CHANGE_EXPIRY_MINUTES: '0',
    });
    expect(said).toMatchInlineSnapshot(`
      "Pitboss cannot start with this environment:
        - DISCORD_TOKEN begins with the word "Bot". Accepted: the token as Discord shows it, without the word "Bot".
        - DISCORD_API_URL ends in v10, which the bot adds itself. Accepted: https://…, or http://… on this machine (loopback) only, without user, query or #, and without a version.
        - DISCORD_GUILD_ID is no id. Accepted: a server id of 17 to 20 digits.
        - POOL_API_URL is http to another machine. Accepted: https://…, or http://… on this machine (loopback) only, without user, query or #.
        - POOL_API_TIMEOUT_MS is no whole number. Accepted: a whole number from 100 to 60000.
        - POOL_CONSOLE_URL is no URL. Accepted: https://…, or http://… on this machine (loopback) only, without user, query or #.
        - MASTER_KEY holds 17 bytes. Accepted: 32 bytes in base64 (.env.example tells how to make one).
        - MASTER_KEY_PREVIOUS is not base64. Accepted: 32 bytes in base64 (.env.example tells how to make one).
        - REDIS_URL is of another kind. Accepted: redis://… or rediss://….
        - SHARDS has a range that runs backwards. Accepted: numbers and ranges from 0 on, as in 0-3 or 0,2.
        - SHARD_COUNT is no whole number. Accepted: a whole number from 1 to 16384.
        - HEALTH_PORT is too large. Accepted: a whole number from 1 to 65535.
        - HEALTH_HOST is no host. Accepted: an address or host name.
        - LOG_LEVEL is none of the words. Accepted: fatal, error, warn, info, debug, trace, silent.
        - CHANGE_EXPIRY_MINUTES is too small. Accepted: a whole number from 1 to 1440.
      .env.example describes every variable."
    `);
  });

  test('a health port that another process has', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const said = await refusal({ ...WHOLE, HEALTH_PORT: port });
    other.close();
    expect(said).toMatch(/HEALTH_PORT/);
  });

  test('a Postgres that is not there', async () => {
    const said = await refusal({
      ...WHOLE,
      STORE_URL: 'postgres://me:hidden-word@127.0.0.1:1/pitboss',
    });
    expect(said).toContain('The store at STORE_URL cannot be used: ECONNREFUSED.');
    expect(said).not.toContain('hidden-word');
  });

  test('two stores at once', async () => {
    const said = await refusal({
      ...WHOLE,
      STORE_URL: 'postgres://127.0.0.1/pitboss',
      REDIS_URL: 'redis://127.0.0.1',
    });
    expect(said).toContain('STORE_URL and REDIS_URL name two stores. Accepted: one of them.');
  });

  test('a Redis that is not there', async () => {
    const said = await refusal({ ...WHOLE, REDIS_URL: 'redis://:hidden-word@127.0.0.1:1' });
    expect(said).toMatch(/STORE_URL/);
    expect(said).not.toContain('hidden-word');
  });
});

describe('a store that is there already', () => {
  let world: World;
  let file: string;
  beforeAll(async () => {
    world = await startConnectedWorld();
    file = join(world.dataDir, 'data', 'pitboss.sqlite');
    await world.bot.stop();
  });
  afterAll(() => world.close());

  const fingerprint = async () =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');

  test('another master key: said, and nothing written', async () => {
    const before = await fingerprint();
    const other = randomBytes(32).toString('base64');
    const said = await refusal({ ...world.env, MASTER_KEY: other }, world.dataDir);
    expect(said).toMatch(/MASTER_KEY is not the key under which this store was sealed/);
    expect(await fingerprint()).toBe(before);
  });

  // Other damage: test/store/sqlite/sqlite.test.ts
  test('a page in its midst overwritten: refused, named, left as it is', async () => {
    const whole = await readFile(file);
    await writeFile(file, Buffer.from(whole).fill(0xff, 4096, 8192));
    const before = await fingerprint();
    const said = await refusal(world.env, world.dataDir);
    expect(said).toContain(file);
    expect(said).toMatch(/cannot be used: .*To restore/);
    expect(await fingerprint()).toBe(before);
    await writeFile(file, whole);
  });

  test('put back, it is as it was', async () => {
    await world.start();
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  });
});

describe('where the environment comes from', () => {
  test.each(['a file', 'the process'])(
    '.env.example, filled in as far as it must be, in %s, with variables left blank',
    async (where) => {
      const world = await startWorld();
      const { DATA_DIR: _, ...needed } = world.env;
      const example = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8');
      const blank = example.match(/(?<=^#?)[A-Z_]+(?==)/gm) ?? [];
      expect(blank.length).toBeGreaterThan(20);
      const all = { ...Object.fromEntries(blank.map((name) => [name, ''])), ...needed };
      const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
      if (where === 'a file') await writeFile(join(world.dataDir, '.env'), lines.join(''));
      const bot = runBot(world.dataDir, where === 'a file' ? {} : all);
      await world.discord.ready(20_000);
      expect(shown(await world.connect())).toContain('# Connected');
      bot.signal('SIGTERM');
      expect(await bot.ended).toBe(0);
      expect(bot.out.join('\n')).not.toMatch(/"msg":"stopping"[^]*reconnecting/);
      await world.close();
    },
  );

  test('a .env file in the working directory; what the process has goes first', async () => {
    const world = await startWorld();
    // Below a path, and with a trailing slash.
    const [discord, pool] = await Promise.all([
      startFront(world.discord.apiUrl, '/chat/staging'),
      startFront(world.pool.url, '/pool/staging'),
    ]);
    const given = {
      ...world.env,
      DISCORD_API_URL: `${discord.url}/api/`,
      POOL_API_URL: `${pool.url}/`,
      LOG_LEVEL: 'loud',
    };
    await writeFile(
      join(world.dataDir, '.env'),
      Object.entries(given)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    expect(await refusal({}, world.dataDir)).toMatch(/LOG_LEVEL is none of the words/);
    const bot = runBot(world.dataDir, { LOG_LEVEL: 'info' });
    await world.discord.ready(20_000);
    expect(shown(await world.connect())).toContain('# Connected');
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
    expect(discord.connections() * pool.connections()).toBeGreaterThan(0);
    bot.signal('SIGTERM');
    expect(await bot.ended).toBe(0);
    await Promise.all([world.close(), discord.close(), pool.close()]);
  });
});
