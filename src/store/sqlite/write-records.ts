import { CLOSED } from '../closed-store.js';
import { isClaim, isEntry, isOfStream, type StoreRecord } from '../adapter/record.js';
import type { MarkSwap, RecordChange } from '../adapter/bulk-store.js';
import type { Sqlite } from './sqlite-file.js';
import { withWriteLock } from './write-lock.js';

const MAKE_MARK =
  'INSERT INTO entries (space, key, value) VALUES (?, ?, ?) ON CONFLICT (space, key) DO NOTHING';
const CHANGE_MARK = 'UPDATE entries SET value = ? WHERE space = ? AND key = ? AND value = ?';
const TAKE_MARK = 'DELETE FROM entries WHERE space = ? AND key = ? AND value = ?';
const PUT_ENTRY = 'INSERT OR REPLACE INTO entries (space, key, value, expires) VALUES (?, ?, ?, ?)';
const PUT_CLAIM = 'INSERT OR REPLACE INTO claims (key, expires) VALUES (?, ?)';
const PUT_IN_STREAM = 'INSERT OR REPLACE INTO streams (stream, seq, entry) VALUES (?, ?, ?)';

/** `BulkStore.write`, in one transaction. */
export function writeRecords(
  db: Sqlite,
  mark: MarkSwap,
  { put = [], remove = [] }: RecordChange,
): boolean {
  return withWriteLock(db, () => {
    if (swapMark(db, mark) === 0) return false;
    removeAll(db, remove);
    putAll(db, put);
    return true;
  });
}

/** How many rows were changed. */
function swapMark(db: Sqlite, { now, next }: MarkSwap): number {
  const { space, key } = CLOSED;
  if (next === undefined) return db.prepare(TAKE_MARK).run(space, key, now).changes;
  if (now === undefined) return db.prepare(MAKE_MARK).run(space, key, next).changes;
  return db.prepare(CHANGE_MARK).run(next, space, key, now).changes;
}

function putAll(db: Sqlite, records: readonly StoreRecord[]): void {
  const [entries, claims, streams] = [PUT_ENTRY, PUT_CLAIM, PUT_IN_STREAM].map((sql) =>
    db.prepare(sql),
  );
  for (const each of records.filter(isEntry))
    entries?.run(each.space, each.key, each.text, each.expires);
  for (const each of records.filter(isClaim)) claims?.run(each.key, each.expires);
  for (const each of records.filter(isOfStream)) streams?.run(each.stream, each.seq, each.text);
}

function removeAll(db: Sqlite, records: readonly StoreRecord[]): void {
  const entries = db.prepare('DELETE FROM entries WHERE space = ? AND key = ?');
  const claims = db.prepare('DELETE FROM claims WHERE key = ?');
  const streams = db.prepare('DELETE FROM streams WHERE stream = ?');
  for (const { space, key } of records.filter(isEntry)) entries.run(space, key);
  for (const { key } of records.filter(isClaim)) claims.run(key);
  for (const stream of new Set(records.filter(isOfStream).map((each) => each.stream)))
    streams.run(stream);
}
