import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/domain/time/clock.js';
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';
import { openJournal, type JournalBroken } from '../../../src/store/sqlite/journal.js';
import { journalOf } from '../../../src/store/sqlite/file-names.js';
import { openSqliteFile, type Sqlite } from '../../../src/store/sqlite/sqlite-file.js';
import { preparer } from '../../../src/store/sqlite/statements.js';

const folder = mkdtempSync(join(tmpdir(), 'pitboss-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the journal', () => {
  test('is flushed once for all who wait, and again for who comes later', async () => {
    const path = join(folder, 'journal');
    appendFileSync(path, 'x');
    const journal = await openJournal(path);
    const first = journal.flush();
    expect(journal.flush()).toBe(first);
    await first;
    const second = journal.flush();
    expect(second).not.toBe(first);
    // Closed only when nobody is waiting any more.
    await journal.close();
    await second;
  });

  test('tells all who wait that it could not be flushed, and all who come after', async () => {
    const told: JournalBroken[] = [];
    // A device without a flush.
    const journal = await openJournal('/dev/null', (error) => told.push(error));
    const first = journal.flush();
    const before = journal.broken();
    const all = await Promise.allSettled([first, journal.flush()]);
    all.push(...(await Promise.allSettled([journal.flush()])));
    expect(before).toBeNull();
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toMatch(/^The disk did not take .*EINVAL.*start the bot again\.$/);
    expect(all).toEqual(all.map(() => ({ status: 'rejected', reason: told[0] })));
    expect(journal.broken()).toBe(told[0]);
    await journal.close();
  });
});

describe('a store whose disk fails once', () => {
  test('takes and gives nothing more; opened again it has what was acknowledged', async () => {
    const data = join(folder, 'broken');
    const told: Error[] = [];
    const store = await openEmbeddedStore(data, systemClock, {
      onBroken: (error) => told.push(error),
    });
    await store.namespace('things').set('kept', 1);
    const datasync = await failingOnce();
    await expect(store.namespace('things').set('lost', 2)).rejects.toThrow('EIO');
    datasync.mockRestore();
    expect(told).toHaveLength(1);
    const again = [
      () => store.namespace('things').set('later', 3),
      () => store.namespace('things').get('kept'),
      () => store.claim('key'),
      () => store.append('stream', 1, 'entry'),
    ];
    for (const act of again) await expect(act()).rejects.toBe(told[0]);
    const lies = statSync(journalOf(data)).size;
    await store.close();
    // Nothing is copied out of a journal that may differ from what was written.
    expect(statSync(journalOf(data)).size).toBe(lies);
    const anew = await openEmbeddedStore(data);
    expect(await anew.namespace('things').get('kept')).toBe(1);
    expect(await anew.claim('key')).toBe(true);
    await anew.close();
  });

  /** The next flush of any file fails, as on a broken disk. */
  async function failingOnce() {
    const file = await open(folder);
    // The prototype of every handle, which node doesn't export.
    const handles: FileHandle = Object.getPrototypeOf(file);
    await file.close();
    const error = new Error('EIO: i/o error, fdatasync');
    return vi.spyOn(handles, 'datasync').mockRejectedValueOnce(error);
  }
});

test('a claim and a note wait for no disk', async () => {
  const store = await openEmbeddedStore(join(folder, 'hasty'));
  const file = await open(folder);
  const datasync = vi.spyOn(Object.getPrototypeOf(file), 'datasync');
  await file.close();
  expect(await store.claim('key', 1_000)).toBe(true);
  await store.notes('things').set('k', 1);
  expect(datasync).not.toHaveBeenCalled();
  await store.append('s', 1, 'entry');
  expect(datasync).toHaveBeenCalledTimes(1);
  datasync.mockRestore();
  await store.close();
});

describe('a write', () => {
  let db: Sqlite;
  beforeAll(async () => {
    db = await openSqliteFile(join(folder, 'data'));
  });
  afterAll(() => db.close());

  function claimAfter(flush: () => Promise<void>) {
    const prepare = preparer({ db, journal: { flush }, check: () => undefined });
    const claim = prepare.write<[string]>(
      'INSERT INTO claims (key) VALUES (?) ON CONFLICT DO NOTHING',
    );
    return claim('key');
  }

  test('is acknowledged once it is on the disk', async () => {
    let resolve = () => {};
    const flushed = new Promise<void>((done) => {
      resolve = done;
    });
    let acknowledged = false;
    const writing = claimAfter(() => flushed).then((changes) => {
      acknowledged = true;
      return changes;
    });
    await new Promise(setImmediate);
    expect(acknowledged).toBe(false);
    resolve();
    expect(await writing).toBe(1);
  });

  test('that changed nothing waits for nothing', async () => {
    expect(await claimAfter(() => Promise.reject(new Error('not to be asked')))).toBe(0);
  });

  test('that did not reach the disk is no write', async () => {
    db.exec('DELETE FROM claims');
    const full = new Error('no space left on device');
    await expect(claimAfter(() => Promise.reject(full))).rejects.toBe(full);
  });
});
