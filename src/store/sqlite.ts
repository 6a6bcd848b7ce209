import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteDialect } from 'kysely';
import Database from 'libsql';
import { FatalError, reasonOf } from '../errors.js';

export const SQLITE_FILE = 'pitboss.sqlite';

/** Opens the file in the folder, which one process at a time may do. @throws FatalError */
export function openSqlite(folder: string): SqliteDialect {
  const lock = lockFolder(folder);
  const database = new Database(join(folder, SQLITE_FILE));
  // The timeout comes first: changing the journal mode may have to wait for a backup that reads.
  database.pragma('busy_timeout = 5000');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const close = () => {
    // Then the file alone is the whole database.
    database.pragma('wal_checkpoint(truncate)');
    database.close();
    lock.close();
  };
  return new SqliteDialect({ database: { prepare: keepPrepared(database), close } });
}

/** Preparing a statement takes longer than a point read; `in (…)` lists make new ones, so forget. */
function keepPrepared(database: Database.Database) {
  const kept = new Map<string, Database.Statement>();
  return (text: string) => {
    const statement = kept.get(text) ?? database.prepare(text);
    if (kept.size > 500) kept.clear();
    kept.set(text, statement);
    return statement;
  };
}

/** The kernel ends this lock with the process, also after kill -9. @throws FatalError */
export function lockFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, SQLITE_FILE);
    for (const path of [folder, file].filter((each) => existsSync(each)))
      accessSync(path, constants.W_OK);
    const lock = new Database(join(folder, 'lock.sqlite'));
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
    throw new FatalError(
      isTaken
        ? `Another Pitboss is running on the data folder ${folder}: stop it first.`
        : `The data folder ${folder} cannot be written: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}
