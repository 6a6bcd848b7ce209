import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig, VARIABLES } from '../../src/config.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const sound = { DISCORD_TOKEN: 'token', POOL_API_URL: 'https://pool.example', MASTER_KEY };

describe('the environment', () => {
  test('three variables are enough, and the rest has defaults', () => {
    const config = readConfig(sound);
    expect(config.discord).toMatchObject({ token: 'token', apiUrl: 'https://discord.com/api' });
    expect(config.pool).toMatchObject({ authPrefix: '', timeoutMs: 10_000 });
    expect(config.store).toEqual({ dataDir: './data', storeUrl: undefined });
    expect(config.health).toBeNull();
  });

  test.each([
    ['in quotes, as docker --env-file keeps them', '"token"'],
    ['in single quotes', "'token'"],
    ['with spaces around it', ' token '],
    ['with the CR of a file from Windows', 'token\r'],
    ['in quotes with a CR', '"token"\r'],
  ])('a value %s is read without them', (_, token) => {
    expect(readConfig({ ...sound, DISCORD_TOKEN: token }).discord.token).toBe('token');
  });

  test.each(['', ' ', '\r', '""', "''"])('a blank value %j counts as unset', (blank) => {
    expect(readConfig({ ...sound, DATA_DIR: blank }).store.dataDir).toBe('./data');
    expect(() => readConfig({ ...sound, DISCORD_TOKEN: blank })).toThrow(
      /DISCORD_TOKEN is missing/,
    );
  });

  test.each([
    ['Bearer', 'Bearer '],
    ['Bearer ', 'Bearer '],
    ['"Bearer "', 'Bearer '],
    ['key=', 'key='],
  ])('the prefix %j stands before the key as %j', (given, prefix) => {
    expect(readConfig({ ...sound, POOL_API_AUTH_PREFIX: given }).pool.authPrefix).toBe(prefix);
  });

  test.each(['0', '[0]', '[0,1]'])('the shards %s are those that discord.js reads', (shards) => {
    expect(() => readConfig({ ...sound, SHARDS: shards, SHARD_COUNT: '2' })).not.toThrow();
  });

  test.each([
    [{ DISCORD_TOKEN: undefined }, /DISCORD_TOKEN is missing: the bot token/],
    [{ DISCORD_TOKEN: '“abc”' }, /DISCORD_TOKEN is not a bot token/],
    [{ POOL_API_AUTH_PREFIX: '"Bearer ' }, /POOL_API_AUTH_PREFIX is not one word such as Bearer/],
    [{ POOL_API_URL: 'pool.example' }, /POOL_API_URL is not an http\(s\) address/],
    [{ MASTER_KEY: 'c2hvcnQ=' }, /MASTER_KEY is not 32 bytes in base64/],
    [{ NEW_MASTER_KEY: 'c2hvcnQ=' }, /NEW_MASTER_KEY is not 32 bytes in base64/],
    [{ STORE_URL: 'redis://localhost' }, /STORE_URL is not a postgres:\/\/ address/],
    [{ SHARDS: '0-2', SHARD_COUNT: '3' }, /SHARDS is not a list of shards/],
    [{ SHARD_COUNT: 'two' }, /SHARD_COUNT is not a whole number/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ HEALTH_PORT: '99999' }, /HEALTH_PORT is not a whole number from 0 to 65535/],
    [{ HEARTBEAT_URL: 'hc-ping.com/1' }, /HEARTBEAT_URL is not an http\(s\) address/],
  ])('%j is refused by its name', (wrong, message) => {
    expect(() => readConfig({ ...sound, ...wrong })).toThrow(message);
  });

  test('a refusal never shows the value', () => {
    const refused = () => readConfig({ ...sound, MASTER_KEY: 'secretsecret', STORE_URL: 'hush' });
    expect(refused).toThrow(/MASTER_KEY/);
    expect(refused).not.toThrow(/secretsecret|hush/);
  });
});

describe('.env.example', () => {
  const page = readFileSync('.env.example', 'utf8');

  test('names every variable, and no other', () => {
    const named = [...page.matchAll(/^#?([A-Z_]+)=$/gm)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(VARIABLES));
  });

  test('is enough once it is filled in', () => {
    const filled = page.replace(
      /^([A-Z_]+)=$/gm,
      (_, name: keyof typeof sound) => `${name}=${sound[name]}`,
    );
    const config = readConfig(parseEnv(filled));
    expect(config.discord.token).toBe('token');
    expect(config.pool.baseUrl).toBe('https://pool.example');
  });
});
