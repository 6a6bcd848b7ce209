import type { Sqlite } from './sqlite-file.js';

/**
 * A statement that meets a lock stays unfinished in libsql, and while one is, SQLite commits nothing
 * of this connection, though it says that it did. So the lock is taken before any statement runs.
 */
export function withWriteLock<Result>(db: Sqlite, run: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = run();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // After some failures SQLite has done so itself.
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
