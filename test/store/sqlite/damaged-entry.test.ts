import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReconciledNotes } from '../../../src/changes/trail/reconciled-up-to.js';
import { createSchedules } from '../../../src/daily/schedule/schedules.js';
import { DamagedEntry } from '../../../src/domain/errors/store-errors.js';
import { DamagedKey } from '../../../src/domain/errors/user-errors.js';
import { systemClock } from '../../../src/domain/time/clock.js';
import { createFollowStore } from '../../../src/fleet/follow/follow-store.js';
import { createGuilds } from '../../../src/guilds/create-guilds.js';
import { rotateKeys } from '../../../src/guilds/keys/rotate-master-key.js';
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';
import type { Store } from '../../../src/store/store.js';

/** What the rooms do if one server's value is no longer UTF-8. */

const HURT = '1001';
const OTHER = '1002';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-store-'));
  store = await openEmbeddedStore(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function damage(space: string): void {
  const file = new Database(join(folder, 'pitboss.sqlite'));
  const sql = "UPDATE entries SET value = CAST(x'7bff7d' AS TEXT) WHERE space = ? AND key = ?";
  expect(file.prepare(sql).run(space, HURT).changes).toBe(1);
  file.close();
}

async function rowsOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

test('a key: its server is told to connect it again, and a rotation names it', async () => {
  const keys = { masterKey: Buffer.alloc(32, 1), previousMasterKey: undefined };
  const parts = { store, clock: systemClock, ...keys };
  const guilds = createGuilds(parts);
  for (const id of [HURT, OTHER]) await guilds.saveKey(id, `key-of-${id}`, '1');
  damage('guild-keys');
  await expect(guilds.openKey(HURT)).rejects.toBeInstanceOf(DamagedKey);
  expect((await guilds.openKey(OTHER))?.key).toBe(`key-of-${OTHER}`);
  expect(await rowsOf(guilds.knownGuilds())).toEqual([HURT, OTHER]);
  const next = { masterKey: Buffer.alloc(32, 2), previousMasterKey: keys.masterKey };
  expect(await rotateKeys({ ...parts, ...next })).toEqual({
    keys: 2,
    resealed: 1,
    unopenable: [HURT],
  });
  await createGuilds({ ...parts, ...next }).saveKey(HURT, 'connected again', '1');
  expect((await createGuilds({ ...parts, ...next }).openKey(HURT))?.key).toBe('connected again');
});

test('daily posts: those of others go out', async () => {
  const schedules = createSchedules(store);
  for (const id of [HURT, OTHER]) await schedules.change(id, () => []);
  damage('daily-schedules');
  const readable = (await rowsOf(schedules.all())).map(({ guildId, read }) => [guildId, read()]);
  expect(readable).toEqual([[OTHER, []]]);
  await expect(schedules.of(HURT)).rejects.toBeInstanceOf(DamagedEntry);
});

test('follows: others are followed on, and this one isn’t thrown away', async () => {
  const space = store.namespace('followings');
  const counts = { most: [], words: 0 };
  const figures = { action: {}, statuses: counts, failures: counts, readAt: 1 };
  const times = { until: 4, startedAt: 1, nextPollAt: 2, shownAt: 1 };
  const record = { id: OTHER, guildId: OTHER, actionId: 'a', requesterId: '1', ...times, figures };
  await space.set(HURT, { ...record, id: HURT });
  await space.set(OTHER, record);
  damage('followings');
  expect(await createFollowStore(store).all()).toEqual([record]);
  expect(await space.has(HURT)).toBe(true);
});

test('how far a trail was settled: costs a look, as if it were missing', async () => {
  await createReconciledNotes(store).note(HURT, { seq: 1, stored: '' });
  damage('trail-settled');
  expect(await createReconciledNotes(store).isReconciled(HURT)).toBe(false);
});
