import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRecentIds } from '../../src/guilds/recent-ids.js';
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite.js';

test('ids that an earlier version noted stay, and get their words when they are used again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-recent-'));
  const store = await openEmbeddedStore(folder);
  await store.namespace('recent-ids').set('1', { contract: ['C-1', 'C-2'] });
  const recent = createRecentIds(store);
  expect(await recent.list('1', 'contract')).toEqual([
    { id: 'C-1', words: '' },
    { id: 'C-2', words: '' },
  ]);
  await recent.note('1', 'contract', { id: 'C-2', words: 'SELL' });
  expect(await recent.list('1', 'contract')).toEqual([
    { id: 'C-2', words: 'SELL' },
    { id: 'C-1', words: '' },
  ]);
  await store.close();
  rmSync(folder, { recursive: true });
});
