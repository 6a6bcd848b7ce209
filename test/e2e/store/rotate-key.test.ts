import { randomBytes } from 'node:crypto';
import Database from 'libsql';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/domain/time/clock.js';
import { createGuilds } from '../../../src/guilds/create-guilds.js';
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';
import { runBuilt } from '../../store/support/child.js';

const KEYS = 400;
const ROUNDS = 6;
/** For a machine that is busy with other things. */
const SLOWLY = { timeout: 120_000 };

describe('npm run rotate-key', () => {
  let folder: string;
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const env = {
    MASTER_KEY: after.toString('base64'),
    MASTER_KEY_PREVIOUS: before.toString('base64'),
  };
  const run = (changed: NodeJS.ProcessEnv = {}) =>
    runBuilt('bot/rotate-key.js', [], { ...env, DATA_DIR: folder, ...changed });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pitboss-rotate-'));
    const store = await openEmbeddedStore(folder);
    const guilds = createGuilds({ store, clock: systemClock, masterKey: before });
    for (let index = 0; index < KEYS; index++) await guilds.saveKey(`${index}`, keyOf(index), 'me');
    await store.close();
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const keyOf = (index: number) => `key-of-guild-${index}`;

  /** Which keys don't open as they should. */
  async function lost(masterKey: Buffer, previousMasterKey?: Buffer): Promise<number[]> {
    const store = await openEmbeddedStore(folder);
    const guilds = createGuilds({ store, clock: systemClock, masterKey, previousMasterKey });
    const missing: number[] = [];
    for (let index = 0; index < KEYS; index++) {
      const opened = await guilds.openKey(`${index}`).catch(() => null);
      if (opened?.key !== keyOf(index)) missing.push(index);
    }
    await store.close();
    return missing;
  }

  it('loses no key, however often it is killed, and ends the work', SLOWLY, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const child = run();
      await sleep(100 + Math.random() * 250);
      child.process.kill('SIGKILL');
      await child.ended();
      expect(await lost(after, before)).toEqual([]);
    }
    const last = run();
    expect([await last.ended(), last.errors()]).toEqual([0, '']);
    expect(await lost(after)).toEqual([]);
    expect(await lost(before)).toHaveLength(KEYS);
  });

  it('reports counts, and no secret', SLOWLY, async () => {
    const first = run();
    expect([await first.ended(), first.errors()]).toEqual([0, '']);
    expect(first.lines[0]).toBe(`${KEYS} keys sealed again, 0 already were.`);
    expect(first.lines.join('\n')).not.toMatch(/key-of-guild|[A-Za-z0-9+/]{40}/);
    const again = run();
    await again.ended();
    expect(again.lines[0]).toBe(`0 keys sealed again, ${KEYS} already were.`);
  });

  it('refuses in words, without a stack, what it cannot do', SLOWLY, async () => {
    const noKeys = run({ MASTER_KEY: '', MASTER_KEY_PREVIOUS: '' });
    expect(await noKeys.ended()).toBe(1);
    expect(noKeys.errors()).toMatch(/MASTER_KEY is not set[^]*MASTER_KEY_PREVIOUS is not set/);
    const wrong = run({ MASTER_KEY_PREVIOUS: randomBytes(32).toString('base64') });
    expect(await wrong.ended()).toBe(1);
    expect(wrong.errors()).toContain('MASTER_KEY is not the key');
    expect(noKeys.errors() + wrong.errors()).not.toContain('    at ');
    expect(await lost(before)).toEqual([]);
  });

  it('makes no store where there is none', async () => {
    const elsewhere = join(folder, 'elsewhere');
    for (const tool of ['rotate-key', 'verify-audit']) {
      const child = runBuilt(`bot/${tool}.js`, [], { ...env, DATA_DIR: elsewhere });
      expect(await child.ended()).toBe(1);
      expect(child.errors()).toContain('There is no store in the folder');
      expect(existsSync(elsewhere)).toBe(false);
    }
  });

  it.each(['{"cut', '{"of":"another form"}'])(
    'refuses a damaged mark in words: %s',
    async (row) => {
      const file = new Database(join(folder, 'pitboss.sqlite'));
      const sql = "update entries set value = ? where space = 'master-key'";
      expect(file.prepare(sql).run(row).changes).toBe(1);
      file.close();
      const damaged = run();
      expect(await damaged.ended()).toBe(1);
      expect(damaged.errors()).toContain('is damaged and can’t be read (master-key)');
      expect(damaged.errors()).not.toContain('    at ');
    },
  );
});
