import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGuilds } from '../../src/guilds/create-guilds.js';
import { createRecentIds } from '../../src/guilds/recent-ids.js';
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite.js';
import type { Store } from '../../src/store/store.js';

const KEY = { lastFour: '', connectedAt: 1, connectedBy: 'x' };

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-recent-'));
  store = await openEmbeddedStore(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test('ids that an earlier version noted stay, and get their words when they are used again', async () => {
  await store.namespace('recent-ids').set('1', { contract: ['C-1', 'C-2'] });
  const recent = createRecentIds(store, async () => KEY);
  expect(await recent.list('1', 'contract')).toEqual([
    { id: 'C-1', words: '' },
    { id: 'C-2', words: '' },
  ]);
  await recent.note('1', 'contract', { id: 'C-2', words: 'SELL', connectedAt: 1 });
  expect(await recent.list('1', 'contract')).toEqual([
    { id: 'C-2', words: 'SELL' },
    { id: 'C-1', words: '' },
  ]);
});

test('the ids of a former key’s workspace are forgotten with it', async () => {
  const guilds = createGuilds({ store, clock: { now: () => 1 }, masterKey: randomBytes(32) });
  const recent = createRecentIds(store, (id) => guilds.keyInfo(id));
  const noted = { id: 'a-1', words: '', connectedAt: 1 };
  await guilds.saveKey('2', 'a-key', 'x');
  for (const end of [() => guilds.saveKey('1', 'another', 'x'), () => guilds.forgetKey('1')]) {
    await guilds.saveKey('1', 'a-key', 'x');
    for (const id of ['1', '2']) await recent.note(id, 'fleet-action', noted);
    await end();
    expect(await recent.list('1', 'fleet-action')).toEqual([]);
    expect(await recent.list('2', 'fleet-action')).toHaveLength(1);
  }
});

test('what another key has read is not suggested, and goes with the next id', async () => {
  let connectedAt = 1;
  const recent = createRecentIds(store, async () => ({ ...KEY, connectedAt }));
  await recent.note('1', 'contract', { id: 'C-1', words: '', connectedAt });
  connectedAt = 2;
  expect(await recent.list('1', 'contract')).toEqual([]);
  await recent.note('1', 'contract', { id: 'C-2', words: '', connectedAt });
  // An answer to the former key.
  await recent.note('1', 'contract', { id: 'C-3', words: '', connectedAt: 1 });
  expect(await recent.list('1', 'contract')).toEqual([{ id: 'C-2', words: '' }]);
});

test('where the key is deleted in the moment of noting, nothing stays', async () => {
  let left = 1;
  const recent = createRecentIds(store, async () => (left-- > 0 ? KEY : null));
  await recent.note('1', 'contract', { id: 'C-1', words: '', connectedAt: 1 });
  expect(await store.namespace('recent-ids').get('1')).toBeUndefined();
});

test('an id that is noted late doesn’t take those of the next key away', async () => {
  let connectedAt = 1;
  const recent = createRecentIds(store, async () => ({ ...KEY, connectedAt }));
  const compareAndSet = store.compareAndSet.bind(store);
  store.compareAndSet = async (...args) => {
    store.compareAndSet = compareAndSet;
    connectedAt = 2;
    await recent.note('1', 'contract', { id: 'C-2', words: '', connectedAt });
    return compareAndSet(...args);
  };
  await recent.note('1', 'contract', { id: 'C-1', words: '', connectedAt: 1 });
  expect(await recent.list('1', 'contract')).toEqual([{ id: 'C-2', words: '' }]);
});
