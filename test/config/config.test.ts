import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, readRotationConfig } from '../../src/config/config.js';
import { environment } from '../../src/config/environment.js';
import { DURABILITY_RISKS } from '../../src/domain/durability-risks.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
/** Any 32 bytes are a public key. */
const PUBLIC = 'd7'.repeat(32);
const DOOR = { INTERACTIONS_PORT: '8080', DISCORD_PUBLIC_KEY: PUBLIC };
const LEAST = {
  DISCORD_TOKEN: 'a.token-of.letters',
  POOL_API_URL: 'https://pool.example/base/',
  MASTER_KEY,
};

/** The faults of `env`, one line each. */
function faultsOf(env: NodeJS.ProcessEnv, read: (env: NodeJS.ProcessEnv) => unknown = readConfig) {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

const faultsWith = (changed: NodeJS.ProcessEnv) => faultsOf({ ...LEAST, ...changed });

describe('readConfig', () => {
  it('needs three variables and has a default for the others', () => {
    const { masterKeys, ...config } = readConfig(LEAST);
    expect(masterKeys.masterKey.export()).toEqual(Buffer.alloc(32, 7));
    expect(masterKeys.previousMasterKey).toBeUndefined();
    expect(config).toEqual({
      discord: {
        token: 'a.token-of.letters',
        apiUrl: 'https://discord.com/api',
        guildId: undefined,
      },
      pool: {
        apiUrl: 'https://pool.example/base',
        authPrefix: '',
        timeoutMs: 10_000,
        consoleUrl: undefined,
      },
      store: { dataDir: resolve('./data'), url: undefined },
      shards: undefined,
      health: undefined,
      logLevel: 'info',
      changeExpiryMs: 900_000,
      dailySpreadMs: 300_000,
      alertRoundMs: 60_000,
      previousApplicationIds: [],
    });
  });

  it('reads every variable', () => {
    const config = readConfig({
      ...LEAST,
      DISCORD_API_URL: 'http://127.0.0.1:3000/api/',
      DISCORD_GUILD_ID: '123456789012345678',
      DISCORD_APPLICATION_PREVIOUS: '223456789012345678, 323456789012345678',
      FORGET_MISSING_SERVERS: '12',
      POOL_API_AUTH_PREFIX: 'Bearer ',
      POOL_API_TIMEOUT_MS: ' 2500 ',
      POOL_CONSOLE_URL: 'https://console.example/',
      MASTER_KEY_PREVIOUS: OTHER_KEY,
      DATA_DIR: '/var/lib/pitboss',
      REDIS_URL: 'rediss://me:pass@cache.example:6380/1',
      REDIS_MAY_LOSE: 'eviction, appendfsync-everysec',
      SHARDS: '0-2,5',
      SHARD_COUNT: '6',
      HEALTH_PORT: '9090',
      HEALTH_HOST: '0.0.0.0',
      LOG_LEVEL: 'debug',
      CHANGE_EXPIRY_MINUTES: '60',
    });
    expect(config).toMatchObject({
      discord: { apiUrl: 'http://127.0.0.1:3000/api', guildId: '123456789012345678' },
      previousApplicationIds: ['223456789012345678', '323456789012345678'],
      forgetMissingServers: 12,
      pool: {
        authPrefix: 'Bearer ',
        timeoutMs: 2_500,
        consoleUrl: 'https://console.example',
      },
      store: {
        dataDir: '/var/lib/pitboss',
        url: 'rediss://me:pass@cache.example:6380/1',
        mayLose: ['appendfsync-everysec', 'eviction'],
      },
      shards: { ids: [0, 1, 2, 5], count: 6 },
      health: { host: '0.0.0.0', port: 9090 },
      logLevel: 'debug',
      changeExpiryMs: 3_600_000,
    });
    expect(config.masterKeys.previousMasterKey?.export()).toEqual(Buffer.alloc(32, 8));
  });

  it('takes interactions over HTTP with the key that Discord shows, in either case', () => {
    for (const key of [PUBLIC, PUBLIC.toUpperCase()]) {
      const { interactions, shards } = readConfig({ ...LEAST, ...DOOR, DISCORD_PUBLIC_KEY: key });
      expect(interactions).toMatchObject({ host: '127.0.0.1', port: 8080 });
      expect(interactions?.publicKey.export({ format: 'jwk' })).toMatchObject({
        crv: 'Ed25519',
        x: Buffer.from(PUBLIC, 'hex').toString('base64url'),
      });
      expect(shards).toBeUndefined();
    }
    expect(readConfig({ ...LEAST, ...DOOR, INTERACTIONS_HOST: '::' }).interactions?.host).toBe(
      '::',
    );
  });

  it('names every fault at once, with what is accepted', () => {
    const faults = faultsOf({
      DISCORD_TOKEN: '',
      DISCORD_API_URL: 'https://discord.com/api/v10',
      DISCORD_GUILD_ID: 'my server',
      POOL_API_TIMEOUT_MS: '99',
      POOL_CONSOLE_URL: 'ftp://console.example',
      MASTER_KEY: Buffer.alloc(16).toString('base64'),
      REDIS_URL: 'cache.example',
      SHARDS: '0-1',
      HEALTH_PORT: '70000',
      HEALTH_HOST: 'not a host',
      LOG_LEVEL: 'loud',
      CHANGE_EXPIRY_MINUTES: '1.5',
    });
    expect(faults).toMatchInlineSnapshot(`
      [
        "DISCORD_TOKEN is not set. Accepted: the token as Discord shows it, without the word "Bot".",
        "DISCORD_API_URL ends in v10, which the bot adds itself. Accepted: https://…, or http://… on this machine (loopback) only, without user, query or #, and without a version.",
        "DISCORD_GUILD_ID is no id. Accepted: a server id of 17 to 20 digits.",
        "POOL_API_URL is not set. Accepted: https://…, or http://… on this machine (loopback) only, without user, query or #.",
        "POOL_API_TIMEOUT_MS is too small. Accepted: a whole number from 100 to 60000.",
        "POOL_CONSOLE_URL is neither https nor http. Accepted: https://…, or http://… on this machine (loopback) only, without user, query or #.",
        "MASTER_KEY holds 16 bytes. Accepted: 32 bytes in base64 (.env.example tells how to make one).",
        "REDIS_URL is no URL. Accepted: redis://… or rediss://….",
        "HEALTH_PORT is too large. Accepted: a whole number from 1 to 65535.",
        "HEALTH_HOST is no host. Accepted: an address or host name.",
        "LOG_LEVEL is none of the words. Accepted: fatal, error, warn, info, debug, trace, silent.",
        "CHANGE_EXPIRY_MINUTES is no whole number. Accepted: a whole number from 1 to 1440.",
        "SHARD_COUNT is not set, but SHARDS is. Accepted: both or none.",
      ]
    `);
  });

  it('says what is needed where nothing is set', () => {
    expect(() => readConfig({})).toThrowErrorMatchingInlineSnapshot(`
      [ConfigError: Pitboss cannot start with this environment:
        - DISCORD_TOKEN is not set. Accepted: the token as Discord shows it, without the word "Bot".
        - POOL_API_URL is not set. Accepted: https://…, or http://… on this machine (loopback) only, without user, query or #.
        - MASTER_KEY is not set. Accepted: 32 bytes in base64 (.env.example tells how to make one).
      .env.example describes every variable.]
    `);
  });

  it('takes every variable that is set to nothing for one that is not set', () => {
    const names = exampleNames();
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig({ ...empty, ...LEAST })).toEqual(readConfig(LEAST));
  });

  it.each([
    ['http://pool.example', 'is http to another machine'],
    ['http://127.0.0.1.example', 'is http to another machine'],
    ['http://localhost.example', 'is http to another machine'],
    ['http://10.0.0.1', 'is http to another machine'],
    ['http://192.168.1.20:8080', 'is http to another machine'],
    ['https://user@pool.example', 'holds a user or password'],
    ['https://user:hunter2@pool.example', 'holds a user or password'],
    ['https://pool.example/?a=b', 'holds a query or fragment'],
    ['https://pool.example/#a', 'holds a query or fragment'],
    ['pool.example', 'is no URL'],
    ['file:///etc/passwd', 'is neither https nor http'],
    ['https://pool.example/api', 'ends in api, which the bot adds itself'],
    ['https://pool.example/base/api/v1/', 'ends in api/v1, which the bot adds itself'],
    ['https://pool.example/API/v2', 'ends in API/v2, which the bot adds itself'],
  ])('refuses %s as the pool’s URL: it %s', (url, wrong) => {
    const faults = faultsWith({ POOL_API_URL: url });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`POOL_API_URL ${wrong}.`);
    expect(faults[0]).not.toContain('hunter2');
  });

  it.each(['http://localhost:1', 'http://127.9.8.7:1', 'http://[::1]:1', 'https://pool.example'])(
    'takes %s',
    (url) => expect(readConfig({ ...LEAST, POOL_API_URL: `${url}//` }).pool.apiUrl).toBe(url),
  );

  it.each([
    [{ SHARDS: '0' }, 'SHARD_COUNT is not set, but SHARDS is.'],
    [{ SHARD_COUNT: '2' }, 'SHARDS is not set, but SHARD_COUNT is.'],
    [{ SHARDS: '0-2', SHARD_COUNT: '2' }, 'SHARDS names a shard that is not below SHARD_COUNT.'],
    [{ SHARDS: '0,0-1', SHARD_COUNT: '2' }, 'SHARDS names a shard twice.'],
    [{ SHARDS: '1-0', SHARD_COUNT: '2' }, 'SHARDS has a range that runs backwards.'],
    [{ SHARDS: 'all', SHARD_COUNT: '2' }, 'SHARDS is no list of shards.'],
    [{ SHARDS: '0', SHARD_COUNT: '0' }, 'SHARD_COUNT is too small.'],
    [{ MASTER_KEY_PREVIOUS: MASTER_KEY }, 'MASTER_KEY_PREVIOUS is the same key as MASTER_KEY.'],
    [{ REDIS_MAY_LOSE: 'everything' }, 'REDIS_MAY_LOSE names something else.'],
    [
      { DISCORD_APPLICATION_PREVIOUS: 'mine' },
      'DISCORD_APPLICATION_PREVIOUS holds something that is no id.',
    ],
    [{ INTERACTIONS_PORT: '8080' }, 'DISCORD_PUBLIC_KEY is not set, but INTERACTIONS_PORT is.'],
    [{ DISCORD_PUBLIC_KEY: PUBLIC }, 'INTERACTIONS_PORT is not set, but DISCORD_PUBLIC_KEY is.'],
    [{ ...DOOR, DISCORD_PUBLIC_KEY: 'g'.repeat(64) }, 'DISCORD_PUBLIC_KEY is not hex.'],
    [{ ...DOOR, DISCORD_PUBLIC_KEY: 'ab' }, 'DISCORD_PUBLIC_KEY holds 2 digits.'],
    [{ ...DOOR, INTERACTIONS_PORT: '0' }, 'INTERACTIONS_PORT is too small.'],
    [
      { ...DOOR, SHARDS: '0', SHARD_COUNT: '1' },
      'SHARDS and SHARD_COUNT set beside INTERACTIONS_PORT: over HTTP there are no shards.',
    ],
    [{ DISCORD_TOKEN: 'Bot abc' }, 'DISCORD_TOKEN begins with the word "Bot".'],
    [{ POOL_API_AUTH_PREFIX: 'a\nb' }, 'POOL_API_AUTH_PREFIX cannot stand in a header.'],
  ])('refuses %j', (changed, fault) => {
    const faults = faultsWith(changed);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
    expect(faults[0]).toContain('Accepted:');
  });

  it.each([
    ['redis://:se%cret@h:6379/0', 'can’t be read: % in a user or password must be percent-encoded'],
    ['rediss://se%cret:x@h', 'can’t be read: % in a user or password must be percent-encoded'],
    ['redis://:secret@h/secret', 'doesn’t give the number of a database behind the host'],
    ['redis://:secret@h/1.5', 'doesn’t give the number of a database behind the host'],
    ['redis://:secret@h/0/1', 'doesn’t give the number of a database behind the host'],
    ['redis://:sec@ret@h/0', 'can’t be read: @, / and # in a user or password'],
  ])('refuses %s as the store’s URL: it %s', (url, wrong) => {
    for (const name of ['STORE_URL', 'REDIS_URL']) {
      const faults = faultsWith({ [name]: url });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain(`${name} ${wrong}`);
      expect(faults[0]).not.toMatch(/se%?c/);
    }
  });

  it.each([
    'redis://h',
    'redis://:se%25cret@h/',
    'rediss://me:x@h:1/12',
    'postgres://me:se%cret@h/name',
  ])('takes %s as the store’s URL', (url) =>
    expect(readConfig({ ...LEAST, STORE_URL: url }).store.url).toBe(url),
  );

  it('echoes no secret, whatever is wrong with it', () => {
    const secret = 'hunter2 is the secret';
    const names = ['DISCORD_TOKEN', 'MASTER_KEY', 'MASTER_KEY_PREVIOUS', 'REDIS_URL'];
    for (const name of [...names, 'POOL_API_URL', 'SHARDS', 'LOG_LEVEL']) {
      const faults = faultsWith({ [name]: secret });
      expect(faults.join(), name).toContain(name);
      expect(faults.join(), name).not.toContain('hunter2');
    }
  });

  it('does not print the master key when somebody prints the configuration', () => {
    const config = readConfig(LEAST);
    expect(JSON.stringify(config)).not.toContain(MASTER_KEY.slice(0, 10));
    expect(JSON.stringify(config.masterKeys)).toBe('{"masterKey":{}}');
  });
});

describe('readRotationConfig', () => {
  it('needs both master keys, and nothing of Discord or the pool', () => {
    const env = { MASTER_KEY, MASTER_KEY_PREVIOUS: OTHER_KEY, DATA_DIR: '/data' };
    expect(readRotationConfig(env).store).toEqual({ dataDir: '/data', url: undefined });
    const faults = faultsOf({ MASTER_KEY }, readRotationConfig);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('MASTER_KEY_PREVIOUS is not set');
  });
});

describe('.env.example', () => {
  it('has every variable, and each below a comment', () => {
    const known = Object.keys(environment.shape);
    expect(exampleNames().toSorted()).toEqual(known.toSorted());
    const lines = exampleLines();
    for (const [index, line] of lines.entries()) {
      if (/^#?[A-Z_]+=/.test(line)) expect(lines[index - 1]).toMatch(/^# ./);
    }
  });

  it('has all that a store may lose', () => {
    const named = exampleLines()
      .join(' ')
      .match(/[a-z]+(?:-[a-z]+)*/g);
    expect(named).toEqual(expect.arrayContaining([...DURABILITY_RISKS]));
  });
});

function exampleLines(): string[] {
  return readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');
}

function exampleNames(): string[] {
  return exampleLines().flatMap((line) => /^#?([A-Z_]+)=/.exec(line)?.[1] ?? []);
}
