import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'libsql';
import { FatalError, reasonOf } from '../errors.js';
import type { Db, Tables } from '../store/schema.js';
import { lockFolder, SQLITE_FILE } from '../store/sqlite.js';
import type { Store } from '../store/store.js';

/** Postgres takes 65,535 values a statement. */
const ROWS_AT_ONCE = 5_000;

/** Writes a whole copy of the folder's database, also while a bot uses it. @throws FatalError */
export function backUp(folder: string, file: string): void {
  const source = join(folder, SQLITE_FILE);
  if (!existsSync(source)) throw new FatalError(`There is no ${source} to back up.`);
  const database = new Database(source);
  try {
    // SQLite fills an empty file; this one only its owner can read.
    closeSync(openSync(file, 'wx', 0o600));
    database.pragma('busy_timeout = 5000');
    database.prepare('vacuum into ?').run(file);
  } catch (error) {
    throw new FatalError(`${file} was not written: ${reasonOf(error)}.`, { cause: error });
  } finally {
    database.close();
  }
}

/** `work` gets a folder with a copy of the database, or an empty one if there is none. */
export function withCopy<Result>(folder: string, work: (copy: string) => Promise<Result>) {
  return inNewFolder(tmpdir(), (copy) => {
    if (existsSync(join(folder, SQLITE_FILE))) backUp(folder, join(copy, SQLITE_FILE));
    return work(copy);
  });
}

/**
 * Puts a backup in the folder's place, once `prepare` has done its work on it. Returns where the
 * previous database is now. @throws FatalError while a bot runs, or if the file is not a backup
 */
export async function restore(
  file: string,
  folder: string,
  prepare: (copy: string) => Promise<void>,
): Promise<string | null> {
  const lock = lockFolder(folder);
  try {
    return await inNewFolder(folder, async (copy) => {
      const restored = join(copy, SQLITE_FILE);
      copyBackup(file, restored);
      await prepare(copy);
      const before = moveAway(folder);
      renameSync(restored, join(folder, SQLITE_FILE));
      return before;
    });
  } finally {
    lock.close();
  }
}

function copyBackup(file: string, to: string): void {
  try {
    copyFileSync(file, to);
    const database = new Database(to);
    database.prepare('select name from kysely_migration').all();
    const found = database.prepare('pragma quick_check').all();
    database.close();
    if (!isDeepStrictEqual(found, [{ quick_check: 'ok' }])) throw new Error('it is damaged');
  } catch (error) {
    throw new FatalError(`${file} is not a complete backup: ${reasonOf(error)}.`, { cause: error });
  }
}

function moveAway(folder: string): string | null {
  const files = [SQLITE_FILE, `${SQLITE_FILE}-wal`, `${SQLITE_FILE}-shm`];
  const present = files.filter((name) => existsSync(join(folder, name)));
  if (present.length === 0) return null;
  const before = mkdtempSync(join(folder, 'before-restore-'));
  for (const name of present) renameSync(join(folder, name), join(before, name));
  return before;
}

async function inNewFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(parent, 'pitboss-copy-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Copies every row into an empty store. Returns how many. @throws FatalError */
export async function copyStore(from: Store, to: Store): Promise<number> {
  return to.db.transaction().execute(async (tx) => {
    let copied = 0;
    for (const table of await tablesOf(from.db)) {
      if (await tx.selectFrom(table).selectAll().limit(1).executeTakeFirst())
        throw new FatalError('The database at STORE_URL is not empty: name a new one.');
      const rows = await from.db.selectFrom(table).selectAll().execute();
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
        await tx
          .insertInto(table)
          .values(rows.slice(start, start + ROWS_AT_ONCE))
          .execute();
      copied += rows.length;
    }
    return copied;
  });
}

/** All but the lease, which is the running process's. */
export async function tablesOf(db: Db): Promise<(keyof Tables)[]> {
  const tables = await db.introspection.getTables();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the migrations make these alone
  return tables.map(({ name }) => name as keyof Tables).filter((name) => name !== 'lease');
}
