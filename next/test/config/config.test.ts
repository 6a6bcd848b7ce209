import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const sound = { DISCORD_TOKEN: 'token', POOL_API_URL: 'https://pool.example', MASTER_KEY };

describe('the environment', () => {
  test('three variables are enough, and the rest has defaults', () => {
    const config = readConfig(sound);
    expect(config.discord).toMatchObject({ token: 'token', apiUrl: 'https://discord.com/api' });
    expect(config.pool).toMatchObject({ authPrefix: '', timeoutMs: 10_000 });
    expect(config.store).toEqual({ dataDir: './data', url: undefined });
    expect(config.health).toBeNull();
  });

  test('a blank value counts as unset', () => {
    expect(readConfig({ ...sound, DATA_DIR: '', SHARDS: ' ' }).store.dataDir).toBe('./data');
  });

  test('a prefix keeps its space', () => {
    const config = readConfig({ ...sound, POOL_API_AUTH_PREFIX: 'Bearer ' });
    expect(config.pool.authPrefix).toBe('Bearer ');
  });

  test('shards are a list of numbers and ranges', () => {
    const config = readConfig({ ...sound, SHARDS: '0-2,5', SHARD_COUNT: '8' });
    expect(config.discord).toMatchObject({ shards: [0, 1, 2, 5], shardCount: 8 });
  });

  test.each([
    [{ DISCORD_TOKEN: undefined }, /DISCORD_TOKEN is missing: the bot token/],
    [{ DISCORD_TOKEN: '"token"' }, /DISCORD_TOKEN is in quotes/],
    [{ POOL_API_AUTH_PREFIX: '"Bearer "' }, /POOL_API_AUTH_PREFIX is in quotes/],
    [{ POOL_API_URL: 'pool.example' }, /POOL_API_URL is no http\(s\) address/],
    [{ MASTER_KEY: 'c2hvcnQ=' }, /MASTER_KEY is not 32 bytes in base64/],
    [{ STORE_URL: 'redis://localhost' }, /STORE_URL is no postgres:\/\/ address/],
    [{ SHARDS: '0-2' }, /SHARDS needs SHARD_COUNT/],
    [{ SHARDS: '2-0', SHARD_COUNT: '3' }, /SHARDS is no list of shards/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ HEALTH_PORT: '99999' }, /HEALTH_PORT/],
  ])('%j is refused by its name', (wrong, message) => {
    expect(() => readConfig({ ...sound, ...wrong })).toThrow(message);
  });

  test('a refusal never shows the value', () => {
    const refused = () =>
      readConfig({ ...sound, MASTER_KEY: 'secretsecret', DISCORD_TOKEN: '"hush"' });
    expect(refused).toThrow(/MASTER_KEY/);
    expect(refused).not.toThrow(/secretsecret|hush/);
  });
});
