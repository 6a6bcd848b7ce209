import type { Sqlite } from './sqlite-file.js';

/**
 * A statement that meets a lock stays unfinished in libsql, and while one is, SQLite commits
 * nothing on this connection, though it claims to. So the lock is taken before any statement runs.
 */
export function withWriteLock<Result>(db: Sqlite, run: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = run();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // After some failures SQLite has already rolled back.
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
