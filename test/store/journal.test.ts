import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openJournal } from '../../src/store/journal.js';
import { openSqliteFile, type Sqlite } from '../../src/store/sqlite-file.js';
import { preparer } from '../../src/store/statements.js';

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
    // Closed only when nobody waits any more.
    await journal.close();
    await second;
  });

  test('tells all who wait that it could not be flushed, and tries again for the next', async () => {
    // A device that knows no flush.
    const journal = await openJournal('/dev/null');
    for (let time = 0; time < 2; time++) {
      const both = await Promise.allSettled([journal.flush(), journal.flush()]);
      expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    }
    await journal.close();
  });
});

describe('a write', () => {
  let db: Sqlite;
  beforeAll(() => {
    db = openSqliteFile(join(folder, 'data'));
  });
  afterAll(() => db.close());

  function claimAfter(flush: () => Promise<void>) {
    const prepare = preparer({ db, journal: { flush }, isOpen: () => true });
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
