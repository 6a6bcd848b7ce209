import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WriteConflict } from '../../src/domain/errors/store-errors.js';
import { updateValue } from '../../src/store/update-value.js';
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite.js';
import type { Store } from '../../src/store/store.js';

interface Count {
  readonly n: number;
}

const PLACE = { space: 'things', key: 'count' };

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-change-'));
  store = await openEmbeddedStore(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const addOne = (now: Count | undefined): Count => ({ n: (now?.n ?? 0) + 1 });
const kept = () => store.namespace<Count>(PLACE.space).get(PLACE.key);

test('of many at once each counts, and is told what it made', async () => {
  const other = await openEmbeddedStore(folder);
  const made = await Promise.all(
    Array.from({ length: 30 }, (_, index) => updateValue(index % 2 ? store : other, PLACE, addOne)),
  );
  await other.close();
  expect(made.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1),
  );
  expect(await kept()).toEqual({ n: 30 });
});

test('null writes nothing', async () => {
  await updateValue(store, PLACE, addOne);
  expect(await updateValue(store, PLACE, () => null)).toBeNull();
  expect(await kept()).toEqual({ n: 1 });
});

test('one that others always come before fails, and has written nothing', async () => {
  const losing: Store = { ...store, compareAndSet: async () => false };
  await expect(updateValue(losing, PLACE, addOne)).rejects.toThrow(WriteConflict);
  expect(await kept()).toBeUndefined();
});
