import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAlertStates } from '../../src/alerts/alert-states.js';
import { createRuleStore } from '../../src/alerts/rule-store.js';
import { createCheckpoints } from '../../src/changes/trail/checkpoints.js';
import { createPostStates } from '../../src/daily/posts/post-states.js';
import { createSchedules } from '../../src/daily/schedule/schedules.js';
import { DamagedEntry } from '../../src/domain/errors/store-errors.js';
import { createFollowStore } from '../../src/fleet/follow/follow-store.js';
import { checkMasterKey } from '../../src/guilds/keys/master-keys.js';
import { createRecentIds } from '../../src/guilds/recent-ids.js';
import { openStore } from '../../src/store/open-store.js';
import { openSharedRows } from '../../src/store/rows.js';
import { orUnusable, StoreUnusable } from '../../src/store/unusable.js';
import type { Store } from '../../src/store/store.js';
import { failureSentence } from '../../src/views/errors/failures.js';

const CUT = '{"value":{"se';
const SHAPES = ['null', '7', '{}', '{"value":null}', '{"value":"x"}', '{"value":7}'];
const ALL = [CUT, ...SHAPES];

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rows-'));
  store = await openStore({ dataDir: folder, url: undefined });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function write(space: string, value: string, key = 'g'): void {
  const file = new Database(join(folder, 'pitboss.sqlite'));
  file
    .prepare('insert or replace into entries (space, key, value) values (?, ?, ?)')
    .run(space, key, value);
  file.close();
}

describe.each(ALL)('a row that is %s', (value) => {
  test('is refused, or counts as missing and is replaced', async () => {
    write('things', value);
    const rows = openSharedRows(store, { space: 'things', schema: z.object({ n: z.number() }) });
    await expect(rows.get('g')).rejects.toBeInstanceOf(DamagedEntry);
    await expect(rows.change('g', () => ({ n: 1 }))).rejects.toBeInstanceOf(DamagedEntry);
    expect(await rows.find('g')).toBeUndefined();
    expect(await rows.replace('g', (now, isDamaged) => ({ n: now || !isDamaged ? 0 : 2 }))).toEqual(
      { n: 2 },
    );
    expect(await rows.get('g')).toEqual({ n: 2 });
  });

  test('of what people set or were told is refused in words', async () => {
    for (const space of ['alert-rules', 'alert-states', 'daily-schedules', 'daily-ledgers'])
      write(space, value);
    for (const reading of [
      createRuleStore(store).of('g'),
      createAlertStates(store).read('g'),
      createSchedules(store).of('g'),
      createPostStates(store).read('g'),
    ])
      await expect(reading).rejects.toBeInstanceOf(DamagedEntry);
  });

  test('of followings, suggestions and checkpoints stops nothing', async () => {
    for (const space of ['followings', 'recent-ids', 'trail-checkpoints']) write(space, value);
    expect(await createFollowStore(store).all()).toEqual([]);
    const ids = createRecentIds(store, async () => ({
      lastFour: '',
      connectedAt: 1,
      connectedBy: '1',
    }));
    expect(await ids.list('g', 'contract')).toEqual([]);
    await ids.note('g', 'contract', { id: 'c', words: '', connectedAt: 1 });
    expect(await ids.list('g', 'contract')).toEqual([{ id: 'c', words: '' }]);
    const checkpoints = createCheckpoints(store, (text) => `${text.length}`);
    expect(await checkpoints.read('g')).toBeNull();
    await checkpoints.allow('g');
    expect(await store.notes('trail-checkpoints').get('g')).toBeUndefined();
  });

  test('and concerns the whole store is told in words at the start', async () => {
    write('master-key', value, 'canary');
    const checking = orUnusable(checkMasterKey(store, { masterKey: Buffer.alloc(32) }));
    await expect(checking).rejects.toThrow(/damaged.*master-key.*backup/);
    write('store-version', value, 'version');
    if (value === '{"value":7}') return;
    const opening = openStore({ dataDir: folder, url: undefined });
    await expect(opening).rejects.toBeInstanceOf(StoreUnusable);
  });
});

test('only what `/setup disconnect` deletes is said to be deleted by it', () => {
  const said = (space: string) => failureSentence(new DamagedEntry(space, 'g'));
  expect(said('alert-rules')).toContain('/setup disconnect');
  expect(said('change-cards')).not.toContain('/setup disconnect');
});
