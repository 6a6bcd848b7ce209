import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedEntry } from '../../../src/domain/errors/store-errors.js';
import { scanNamespace } from '../../../src/store/scan-namespace.js';
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';
import { StoreUnusable } from '../../../src/store/unusable.js';
import { describeStoreContract } from '../support/contract.js';

describe('embedded store', () => {
  describeStoreContract(() => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboss-store-'));
    // Years from the machine's clock, which nothing may use.
    let now = 1_000_000;
    const open = () => openEmbeddedStore(folder, { now: () => now });
    return {
      open,
      openAgain: open,
      pass: async (ms) => void (now += ms),
      shortMs: 1_000,
      end: async () => rmSync(folder, { recursive: true }),
    };
  });
});

describe('a claim by a clock that was ahead', () => {
  const SECONDS = 5_500;
  it.each([
    { what: 'a day: is free once the clock is right', ahead: 86_400_000, isFree: true },
    { what: 'less than its life: stays', ahead: 5_000, isFree: false },
  ])('of $what', async ({ ahead, isFree }) => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboss-store-'));
    let now = 1_000_000;
    const store = await openEmbeddedStore(folder, { now: () => now });
    now += ahead;
    expect(await store.claim('identify:0', SECONDS)).toBe(true);
    const hold = await store.hold('key-turn', SECONDS);
    expect(await store.claim('told', 3_600_000)).toBe(true);
    const turn = await store.hold('guild-list', 3_000_000);
    now -= ahead;
    expect(await store.hold('guild-list', 3_000_000)).not.toBeNull();
    expect(await store.hold('guild-list', 3_000_000)).toBeNull();
    await store.release('guild-list', turn ?? '');
    expect(await store.hold('guild-list', 3_000_000)).toBeNull();
    expect(await store.claim('identify:0', SECONDS)).toBe(isFree);
    // Somebody may still work under a lock.
    expect(await store.hold('key-turn', SECONDS)).toBeNull();
    await store.release('key-turn', hold ?? '');
    expect(await store.hold('key-turn', SECONDS)).not.toBeNull();
    expect(await store.claim('told', 3_600_000)).toBe(false);
    await store.close();
    rmSync(folder, { recursive: true });
  });
});

describe('a row that somebody else wrote', () => {
  it.each([[1.5], ['abc'], [2 ** 60]])(
    'numbered %j stands as an empty text, and ends the stream',
    async (seq) => {
      const folder = mkdtempSync(join(tmpdir(), 'pitboss-store-'));
      const store = await openEmbeddedStore(folder);
      await store.append('stream', 1, 'one');
      const file = new Database(join(folder, 'pitboss.sqlite'));
      file.prepare('INSERT INTO streams VALUES (?, ?, ?)').run('stream', seq, 'two');
      file.close();
      const rows: unknown[] = [];
      for await (const row of store.read('stream', 1)) rows.push(row);
      expect(rows).toEqual([
        { seq: 1, entry: 'one' },
        { seq: 2, entry: '' },
      ]);
      expect(await store.lastSeq('stream')).toBe(Infinity);
      await store.close();
      rmSync(folder, { recursive: true });
    },
  );
});

describe('a text that is not UTF-8, as after a flipped bit on the disk', () => {
  /** Read as text, each of these would end the process. */
  const DAMAGED = "CAST(x'7bff7d' AS TEXT)";

  async function damagedStore(...statements: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'pitboss-store-'));
    const warnings: string[] = [];
    const onWarning = (sentence: string) => void warnings.push(sentence);
    const store = await openEmbeddedStore(folder, undefined, { onWarning });
    const space = store.namespace<string>('things');
    for (const key of ['a', 'b', 'c']) await space.set(key, key);
    for (const seq of [1, 2, 3]) await store.append('trail:1', seq, `entry ${seq}`);
    const file = new Database(join(folder, 'pitboss.sqlite'));
    for (const sql of statements) expect(file.prepare(sql).run().changes).toBe(1);
    file.close();
    const end = async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    };
    return { store, space, warnings, end };
  }

  it('of an entry of a stream stands as an empty text, and what comes after it is read', async () => {
    const { store, end } = await damagedStore(
      `UPDATE streams SET entry = ${DAMAGED} WHERE stream = 'trail:1' AND seq = 2`,
    );
    expect(await rowsOf(store.read('trail:1', 1))).toEqual([
      { seq: 1, entry: 'entry 1' },
      { seq: 2, entry: '' },
      { seq: 3, entry: 'entry 3' },
    ]);
    expect(await store.entryAt('trail:1', 2)).toBe('');
    expect(await store.entryAt('trail:1', 4)).toBe(null);
    expect(await store.entryAt('trail:1', 3)).toBe('entry 3');
    await end();
  });

  it('in place of a number counts as one that can’t be read', async () => {
    const { store, end } = await damagedStore(
      `UPDATE streams SET seq = ${DAMAGED} WHERE stream = 'trail:1' AND seq = 2`,
    );
    expect((await rowsOf(store.read('trail:1', 1))).at(-1)).toEqual({ seq: 4, entry: '' });
    expect(await store.lastSeq('trail:1')).toBe(Infinity);
    await end();
  });

  it('in the name of a stream leaves of it what was asked for', async () => {
    const { store, end } = await damagedStore(
      `INSERT INTO streams VALUES ('trail:' || ${DAMAGED}, 1, 'entry')`,
    );
    expect(await rowsOf(store.streamNames('trail:'))).toEqual(['trail:1', 'trail:']);
    await end();
  });

  it('as a value is an error that names it, and nothing to those who read others', async () => {
    const { store, space, warnings, end } = await damagedStore(
      `UPDATE entries SET value = ${DAMAGED} WHERE key = 'b'`,
    );
    await expect(space.get('b')).rejects.toThrow('the entry "b" of things');
    await expect(space.get('b')).rejects.toBeInstanceOf(DamagedEntry);
    const swap = { now: undefined, next: 'x' };
    expect(await store.compareAndSet('things', 'b', swap)).toBe(false);
    expect(await space.has('b')).toBe(true);
    for (let time = 0; time < 2; time++) {
      expect(await rowsOf(scanNamespace(space))).toEqual([
        ['a', 'a'],
        ['b', undefined],
        ['c', 'c'],
      ]);
    }
    expect(await space.getMany(['a', 'b', 'c'])).toEqual(['a', undefined, 'c']);
    expect(warnings).toEqual([expect.stringContaining('the entry "b" of things')]);
    await space.set('b', 'written again');
    expect(await space.get('b')).toBe('written again');
    await end();
  });

  it('as a key is passed over, also where a page ends with it, and told of once', async () => {
    const { store, space, warnings, end } = await damagedStore(
      `UPDATE entries SET key = 'b' || ${DAMAGED} WHERE key = 'b'`,
    );
    // Once in each place; "b…" comes after "a" and everything beginning with it.
    for (let more = 0; more < 200; more++) await space.set(`a${more}`, 'more');
    expect(await rowsOf(scanNamespace(space))).toHaveLength(202);
    await store.namespace('things').delete('a');
    await space.delete('a0');
    expect((await rowsOf(scanNamespace(space))).at(-1)).toEqual(['c', 'c']);
    expect(warnings).toEqual([expect.stringContaining('an entry of things')]);
    await end();
  });

  it.each(['{"value":', '', 'x'])('nor does the text %j end a walk', async (text) => {
    const { space, end } = await damagedStore(
      `UPDATE entries SET value = '${text}' WHERE key = 'b'`,
    );
    await expect(space.get('b')).rejects.toBeInstanceOf(DamagedEntry);
    expect(await rowsOf(scanNamespace(space))).toHaveLength(3);
    await end();
  });

  it('a text with a byte order mark or a null byte is kept whole', async () => {
    const { store, end } = await damagedStore();
    for (const [index, text] of ['\u{FEFF}entry', 'en\0try'].entries()) {
      expect(await store.append('other', index + 1, text)).toBe(true);
      expect(await store.entryAt('other', index + 1)).toBe(text);
    }
    await end();
  });
});

async function rowsOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe('walks through the embedded store', () => {
  it('gives others their turn, however much is done with each row', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboss-store-'));
    const store = await openEmbeddedStore(folder);
    const space = store.namespace('things');
    for (let count = 1; count <= 20; count++) {
      await store.append('stream', count, 'entry');
      await space.set(`key-${count}`, count);
    }
    for (const rows of [store.read('stream', 1), scanNamespace(space)]) {
      let turns = 0;
      let next = setImmediate(function count() {
        turns++;
        next = setImmediate(count);
      });
      for await (const _ of rows) busyFor(1);
      clearImmediate(next);
      expect(turns).toBeGreaterThan(4);
    }
    await store.close();
    rmSync(folder, { recursive: true });
  });

  function busyFor(ms: number): void {
    for (const until = performance.now() + ms; performance.now() < until;);
  }
});

describe('file of the embedded store', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'pitboss-store-')), 'new', 'data');
    file = join(folder, 'pitboss.sqlite');
  });

  afterEach(() => rmSync(join(folder, '..', '..'), { recursive: true }));

  /** A store with some contents, closed. */
  async function makeStore(): Promise<void> {
    const store = await openEmbeddedStore(folder);
    for (let index = 0; index < 300; index++) {
      await store.namespace('things').set(`k${index}`, 'x'.repeat(200));
    }
    await store.close();
  }

  /** The refusal to open; the files must be unchanged afterwards. */
  async function refusal(): Promise<string> {
    const before = readFileSync(file);
    const error: unknown = await openEmbeddedStore(folder).then(
      () => new Error('it was opened'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StoreUnusable);
    expect(readFileSync(file).equals(before)).toBe(true);
    const message = error instanceof Error ? error.message : '';
    expect(message).toContain(file);
    expect(message).toMatch(/cannot be used: .*To restore/);
    return message;
  }

  it('is readable by its owner alone, and so are its journals', async () => {
    const store = await openEmbeddedStore(folder);
    await store.namespace('things').set('k', 'v');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const suffix of ['', '-wal', '-shm']) {
      expect(statSync(`${file}${suffix}`).mode & 0o777).toBe(0o600);
    }
    await store.close();
  });

  it('waits for another process that opens it for the first time at the same moment', async () => {
    await makeStore();
    // A copy, since this process may not have let go of the file itself.
    const beside = join(folder, 'beside');
    mkdirSync(beside);
    copyFileSync(file, join(beside, 'pitboss.sqlite'));
    const other = new Database(join(beside, 'pitboss.sqlite'));
    other.exec('PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE');
    const opening = openEmbeddedStore(beside);
    setTimeout(() => other.exec('ROLLBACK'), 50);
    const store = await opening;
    expect(await store.namespace('things').get('k299')).toBe('x'.repeat(200));
    await store.close();
    other.close();
  });

  it('keeps everything over a close', async () => {
    await makeStore();
    const store = await openEmbeddedStore(folder);
    expect(await store.namespace('things').get('k299')).toBe('x'.repeat(200));
    await store.close();
  });

  it('is refused when it is no database, and the message says which and what to do', async () => {
    await makeStore();
    writeFileSync(file, 'this is a letter to my mother');
    const message = await refusal();
    expect(message).toContain(file);
    expect(message).toContain('backup');
  });

  it('is refused when it is empty', async () => {
    await makeStore();
    truncateSync(file, 0);
    expect(await refusal()).toContain('not a Pitboss store');
  });

  it('is refused when half of it is missing', async () => {
    await makeStore();
    truncateSync(file, Math.floor(statSync(file).size / 2));
    await refusal();
  });

  it('is refused when its beginning is damaged', async () => {
    await makeStore();
    writeFileSync(file, readFileSync(file).fill('x', 0, 200));
    await refusal();
  });

  it('is refused when its middle is damaged', async () => {
    await makeStore();
    writeFileSync(file, readFileSync(file).fill(0xff, 8_192, 20_000));
    await refusal();
  });

  it('is refused when it is somebody else’s database', async () => {
    await makeStore();
    rmSync(file);
    const other = new Database(file);
    other.exec('CREATE TABLE theirs (a)');
    other.close();
    expect(await refusal()).toContain('not a Pitboss store');
  });

  it('is refused when a newer version wrote it', async () => {
    await makeStore();
    const newer = new Database(file);
    newer.exec('PRAGMA user_version = 2; PRAGMA wal_checkpoint(TRUNCATE)');
    newer.close();
    expect(await refusal()).toContain('another version');
  });

  it('is not made anew when only its journal is left', async () => {
    await makeStore();
    const store = await openEmbeddedStore(folder);
    await store.namespace('things').set('k', 'v');
    rmSync(file);
    await expect(openEmbeddedStore(folder)).rejects.toThrow(StoreUnusable);
    await store.close();
  });

  it('is not called damaged where it cannot even be opened', async () => {
    await makeStore();
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    await expect(openEmbeddedStore(folder)).rejects.toThrow(
      /cannot be opened: .*may read and write/,
    );
    await expect(openEmbeddedStore(folder)).rejects.not.toThrow(/restore|backup/);
    rmdirSync(file);
    renameSync(`${file}.away`, file);
    await (await openEmbeddedStore(folder)).close();
  });

  it('is refused in words where the folder cannot be made', async () => {
    const inItsPlace = join(folder, '..', '..', 'new');
    writeFileSync(inItsPlace, 'a file where a folder should be');
    await expect(openEmbeddedStore(folder)).rejects.toThrow(StoreUnusable);
    // There is nothing to restore.
    await expect(openEmbeddedStore(folder)).rejects.toThrow(/DATA_DIR.*choose another folder/);
    await expect(openEmbeddedStore(folder)).rejects.not.toThrow(/backup/);
    // Nor if it is that file itself.
    await expect(openEmbeddedStore(inItsPlace)).rejects.toThrow(inItsPlace);
    expect(readFileSync(inItsPlace, 'utf8')).toBe('a file where a folder should be');
  });

  it.runIf(process.platform === 'linux')('is refused where no folder ever is made', async () => {
    for (const nowhere of ['/dev/null/x', '/proc/x', '/proc/x/y']) {
      await expect(openEmbeddedStore(nowhere)).rejects.toThrow(/choose another folder/);
    }
  });

  it('refuses what libsql would end the process at', async () => {
    const store = await openEmbeddedStore(folder);
    const claim = (key: string) => store.claim(key);
    for (const odd of [true, undefined, { a: 1 }, Symbol('s')]) {
      await expect(Reflect.apply(claim, null, [odd])).rejects.toThrow(TypeError);
    }
    await store.close();
  });

  const away = { name: 'StoreUnavailable', fault: 'away' };

  it.each(['deleted', 'replaced', 'without its journal', 'without the locks'])(
    'while it is %s, nothing is read or written; once it is back, it goes on',
    async (how) => {
      const store = await openEmbeddedStore(folder);
      const space = store.namespace<string>('things');
      await space.set('k', 'v');
      const aside = join(folder, '..', 'aside');
      const part = { 'without its journal': '-wal', 'without the locks': '-shm' }[how];
      if (part !== undefined) renameSync(`${file}${part}`, aside);
      else renameSync(folder, aside);
      const other = how === 'replaced' ? await openEmbeddedStore(folder) : null;
      await expect(space.get('k')).rejects.toMatchObject(away);
      await expect(space.set('k', 'w')).rejects.toMatchObject(away);
      await expect(store.append('s', 1, 'x')).rejects.toMatchObject(away);
      await other?.close();
      if (part !== undefined) renameSync(aside, `${file}${part}`);
      else {
        rmSync(folder, { recursive: true, force: true });
        renameSync(aside, folder);
      }
      expect(await space.get('k')).toBe('v');
      expect(await store.append('s', 1, 'x')).toBe(true);
      await store.close();
    },
  );

  it('closed after it was replaced leaves the files of the other alone', async () => {
    const store = await openEmbeddedStore(folder);
    renameSync(folder, join(folder, '..', 'aside'));
    const other = await openEmbeddedStore(folder);
    await other.append('s', 1, 'x');
    await store.close();
    expect(await other.append('s', 2, 'y')).toBe(true);
    await other.close();
  });
});
