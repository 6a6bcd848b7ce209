import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { isLocked, retryWhileLocked } from './busy-retry.js';
import { refuseNoAccess } from './file-access.js';
import { FILE, fileOf, journalOf } from './file-names.js';
import { restrictToOwner } from './owner-only.js';
import { codeOf } from '../../domain/errors/error-code.js';
import { StoreUnavailable } from '../../domain/errors/store-errors.js';
import { StoreUnusable } from '../unusable.js';

export type Sqlite = InstanceType<typeof Database>;

const SCHEMA_VERSION = 1;
/** "PITB": distinguishes our file from any other SQLite file. */
const APPLICATION_ID = 0x50495442;

const SCHEMA = `
  CREATE TABLE entries (
    space TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires INTEGER,
    PRIMARY KEY (space, key)
  ) WITHOUT ROWID;
  CREATE INDEX entries_expire ON entries (expires) WHERE expires IS NOT NULL;
  CREATE TABLE claims (key TEXT PRIMARY KEY, expires INTEGER) WITHOUT ROWID;
  CREATE INDEX claims_expire ON claims (expires) WHERE expires IS NOT NULL;
  CREATE TABLE streams (
    stream TEXT NOT NULL, seq INTEGER NOT NULL, entry TEXT NOT NULL,
    PRIMARY KEY (stream, seq)
  ) WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Opens the store's file in `dataDir`, creating what is missing (0700, the file 0600). Restricts the
 * permissions of existing ones to the owner, or warns. Rejects with `StoreUnusable`, changing
 * nothing, unless it finds an intact store of a version we know.
 */
export async function openSqliteFile(
  dataDir: string,
  onWarning: (sentence: string) => void = () => undefined,
): Promise<Sqlite> {
  const file = fileOf(dataDir);
  try {
    makeFolder(dataDir);
    refuseNoAccess(dataDir);
    if (!existsSync(file)) createFile(dataDir, file);
    restrictToOwner([dataDir, file, `${file}-wal`, `${file}-shm`], onWarning);
    return await openIntact(file);
  } catch (error) {
    if (error instanceof StoreUnusable) throw error;
    const isBusy = error instanceof StoreUnavailable && error.fault === 'locked';
    if (isBusy || isLocked(error)) throw locked(file, error);
    if (!existsSync(file)) throw noPlace(dataDir, error);
    throw isUnopened(error) ? unopened(dataDir, error) : unusable(file, error);
  }
}

/** Nothing of the file was read, or nothing could be written beside it: no sign of damage. */
function isUnopened(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  if (code !== '') return /^(E[A-Z]+|SQLITE_(CANTOPEN|READONLY|PERM|FULL|IOERR_SHM).*)$/.test(code);
  // libsql gives no code where it opens a file, but ends with SQLite's number.
  return /Unable to open .*: 14\b/.test(reasonOf(error));
}

/** One by one: under /proc, the recursive `mkdir` of Node 20 never returns. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been first.
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Written under another name and then linked, so that an empty or incomplete file is always damage,
 * never an interrupted first start.
 */
function createFile(dataDir: string, file: string): void {
  refuseOrphans(dataDir, file);
  const draft = `${file}.new-${process.pid}`;
  rmSync(draft, { force: true });
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    const db = new Database(draft);
    try {
      db.exec(`PRAGMA synchronous = FULL; BEGIN; ${SCHEMA} COMMIT;`);
    } finally {
      db.close();
    }
    linkSync(draft, file);
  } catch (error) {
    // Another process was first.
    if (!existsSync(file)) throw error;
  } finally {
    for (const left of [draft, `${draft}-journal`]) rmSync(left, { force: true });
  }
  syncFolder(dataDir);
}

/** So that the file's name survives a power cut, like its content. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** A journal without its store: the main file was lost or moved. */
function refuseOrphans(dataDir: string, file: string): void {
  if (!existsSync(journalOf(dataDir))) return;
  // Another process may have created it meanwhile.
  if (existsSync(file)) return;
  throw unusable(file, new Error('the file is gone, but its journal (-wal) is still there'));
}

/** Leaves one file, for backups, unless another process has it open. */
export function closeSqliteFile(db: Sqlite): void {
  db.exec(WAIT_IN_SQLITE);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

/**
 * Opens it for this connection alone: until it is closed, no other can even read. False, and
 * nothing has happened, if any other connection has the file open.
 */
export function lockExclusively(db: Sqlite): boolean {
  try {
    // SQLite refuses to change the journal mode while another connection has the file open.
    db.exec('PRAGMA busy_timeout = 1000; PRAGMA journal_mode = DELETE');
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  }
}

/** For opening and closing, when nothing else needs the thread. */
const WAIT_IN_SQLITE = 'PRAGMA busy_timeout = 5000';

async function openIntact(file: string): Promise<Sqlite> {
  const db = new Database(file);
  db.exec(WAIT_IN_SQLITE);
  checkIntact(db);
  // Only the first to open a new file changes this. If two try at once, SQLite doesn't wait, since
  // each would wait for the other.
  await retryWhileLocked(() => db.exec('PRAGMA journal_mode = WAL'));
  db.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
  // Without a first read, a checkpoint right after these two steps would find the file locked.
  db.exec('SELECT 1 FROM claims LIMIT 1');
  // From here on `busy-retry.ts` waits, without blocking the event loop.
  db.exec('PRAGMA busy_timeout = 0');
  return db;
}

function checkIntact(db: Sqlite): void {
  if (pragma(db, 'application_id') !== APPLICATION_ID) throw new Error('not a Pitboss store');
  const version = pragma(db, 'user_version');
  if (version !== SCHEMA_VERSION) {
    throw new Error(`written by another version of Pitboss (schema ${String(version)})`);
  }
  const verdict = pragma(db, 'quick_check(1)');
  if (verdict !== 'ok') throw new Error(String(verdict));
}

function pragma(db: Sqlite, name: string): unknown {
  const row = db.prepare(`PRAGMA ${name}`).raw().get();
  return Array.isArray(row) ? row[0] : undefined;
}

/** SQLite reports damage in several lines. */
export function reasonOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replaceAll(/\s+/g, ' ');
}

function noPlace(dataDir: string, cause: unknown): StoreUnusable {
  return new StoreUnusable(
    `No store can be kept in the folder ${dataDir} (DATA_DIR): ${reasonOf(cause)}. ` +
      'Let the user that runs the bot write there, or choose another folder.',
    { cause },
  );
}

function locked(file: string, cause: unknown): StoreUnusable {
  return new StoreUnusable(
    `The store ${file} is locked by another program: \`npm run move-store\` or \`npm run restore\`, perhaps. ` +
      'Nothing has been changed. Start again when it has ended.',
    { cause },
  );
}

/** For what lies beside the file itself, in its folder or on its disk. */
export function unopened(dataDir: string, cause: unknown): StoreUnusable {
  return new StoreUnusable(
    `The store ${fileOf(dataDir)} cannot be opened: ${reasonOf(cause)}. ` +
      'Nothing says that it is damaged, and nothing in it has been changed. ' +
      'Look whether its disk has room and can be written, and whether the user that runs the bot may read and write the folder and every file in it.',
    { cause },
  );
}

function unusable(file: string, cause: unknown): StoreUnusable {
  return new StoreUnusable(
    `The store ${file} cannot be used: ${reasonOf(cause)}. Nothing in it has been changed. ` +
      `To restore: stop every Pitboss process, move ${FILE}, ${FILE}-wal and ${FILE}-shm away, ` +
      `restore a backup (\`npm run restore\`), and start again. ` +
      'Without a backup, start with an empty folder and connect each server again. ' +
      'docs/restore.md says what to check afterwards.',
    { cause },
  );
}
