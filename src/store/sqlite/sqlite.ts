import { z } from 'zod';
import { systemClock, type Clock } from '../../domain/time/clock.js';
import { StoreUnavailable } from '../../domain/errors/store-errors.js';
import { openJournal } from './journal.js';
import { keyvSqlite, prepareEntries } from './keyv-sqlite.js';
import { rememberFiles } from './file-identity.js';
import {
  checkSeq,
  checkNamespace,
  checkTtl,
  openedOnce,
  openNamespace,
  toText,
} from '../adapter/namespace.js';
import { createRevisions, type Revisions } from './revisions.js';
import { fileOf, journalOf, sharedMemoryOf } from './file-names.js';
import { closeSqliteFile, openSqliteFile, unopened } from './sqlite-file.js';
import { preparer, type Preparer } from './statements.js';
import { bytesOf, storedText, wholeOf } from './stored-text.js';
import type { Store, StoreEvents } from '../store.js';
import { walkRows } from '../adapter/walk.js';
import { MINUTE_MS, SECOND_MS } from '../../domain/time/units.js';

const PAGE = 200;
const DELETED_AT_ONCE = 500;

/**
 * The store in one file in `dataDir`, shared by any number of processes on this machine. Every
 * acknowledged write is on disk (`journal.ts`). Throws `StoreUnavailable` while other files have
 * replaced its own. Rejects with `StoreUnusable`, changing nothing, if the file is damaged, not
 * ours, or may not be read and written.
 */
export async function openEmbeddedStore(
  dataDir: string,
  clock: Clock = systemClock,
  events: StoreEvents = {},
): Promise<Store> {
  const { onBroken, onWarning } = events;
  const db = await openSqliteFile(dataDir, onWarning);
  let open = true;
  const journal = await openJournal(journalOf(dataDir), onBroken).catch((error: unknown) => {
    db.close();
    throw unopened(dataDir, error);
  });
  const areSame = rememberFiles([fileOf, journalOf, sharedMemoryOf].map((each) => each(dataDir)));
  const check = () => {
    if (!open) throw new Error('the store is closed');
    const broken = journal.broken();
    if (broken !== null) throw broken;
    if (!areSame()) throw new StoreUnavailable('away', 'its files were deleted or replaced');
  };
  const prepare = preparer({ db, journal, check });
  const revisions = createRevisions(prepare);
  const entries = prepareEntries(prepare, revisions);
  const notes = prepareEntries({ ...prepare, write: prepare.note }, revisions);
  const claims = prepareClaims(prepare);
  const streams = prepareStreams(prepare, revisions);
  const deletions = prepareDeletions(prepare);

  return {
    namespace: openedOnce((name) => openNamespace(keyvSqlite(name, entries, clock), name, events)),
    notes: openedOnce((name) => openNamespace(keyvSqlite(name, notes, clock), name, events)),
    revision: (name) => revisions.of(name),
    claim: async (key, ttlMs) => {
      checkTtl(ttlMs);
      const now = clock.now();
      const expires = ttlMs === undefined ? null : Math.ceil(now + ttlMs);
      const isTurn = ttlMs !== undefined && ttlMs <= MAX_TURN_MS;
      return (await claims.take(key, expires, now, isTurn ? now + MINUTE_MS : null)) === 1;
    },
    hold: async (key, ttlMs) => {
      checkTtl(ttlMs);
      const now = clock.now();
      const expires = Math.ceil(now + ttlMs);
      const isTurn = ttlMs > MAX_LOCK_MS;
      // Another holder's claim expires at another time, which distinguishes them.
      return (await claims.take(key, expires, now, isTurn ? expires : null)) === 1
        ? String(expires)
        : null;
    },
    release: async (key, hold) => void (await claims.release(key, Number(hold))),
    compareAndSet: async (name, key, { now, next }) => {
      checkNamespace(name);
      const changed =
        now === undefined
          ? await entries.add(name, key, toText(next), clock.now())
          : await entries.swap(name, toText(next), key, toText(now), clock.now());
      return changed === 1;
    },
    append: async (stream, seq, entry) => {
      checkSeq(seq);
      return (await streams.append(stream, seq, entry, stream, seq)) === 1;
    },
    read: (stream, fromSeq) =>
      upToUnreadable(
        walkRows(PAGE, (last) => streams.page.all(stream, last ? last.seq + 1 : fromSeq)),
        fromSeq,
      ),
    entryAt: async (stream, seq) => unlessNone(await streams.one.first(stream, seq)),
    lastSeq: async (stream) => (await streams.last.first(stream))?.seq ?? 0,
    async *streamNames(prefix) {
      for (const { stream } of await streams.names.all(prefix)) yield stream ?? prefix;
    },
    risks: () => [],
    deleteExpired: async () => {
      for (const deleteSome of deletions) {
        // In small batches, so that commands can run in between.
        while ((await deleteSome(clock.now())) === DELETED_AT_ONCE) await new Promise(setImmediate);
      }
    },
    close: async () => {
      if (!open) return;
      open = false;
      await journal.close();
      // A checkpoint would copy from a journal that may be wrong, or remove that of other files.
      // Left alone, its intact part is kept at the next start.
      if (journal.broken() !== null || !areSame()) return;
      closeSqliteFile(db);
    },
  };
}

/**
 * What is claimed for seconds, and seems to be taken for minutes, was claimed by a clock that was
 * ahead: nobody waits for that. Of a lock it can't be told whether somebody works under it.
 */
const MAX_TURN_MS = 10 * SECOND_MS;
/**
 * What is held for longer is no lock, but a turn that comes about once in that time. One that ends
 * later than if it were taken now is of a clock that was ahead.
 */
const MAX_LOCK_MS = 10 * MINUTE_MS;

function prepareClaims(prepare: Preparer) {
  return {
    take: prepare.note<[string, number | null, number, number | null]>(
      `INSERT INTO claims (key, expires) VALUES (?, ?)
       ON CONFLICT (key) DO UPDATE SET expires = excluded.expires
       WHERE claims.expires <= ? OR claims.expires > ?`,
    ),
    release: prepare.write<[string, number]>('DELETE FROM claims WHERE key = ? AND expires = ?'),
  };
}

function prepareStreams(prepare: Preparer, revisions: Revisions) {
  return {
    append: revisions.counted(
      prepare.write<[string, number, string, string, number]>(
        `INSERT INTO streams (stream, seq, entry) SELECT ?, ?, ?
       WHERE (SELECT coalesce(max(seq), 0) + 1 FROM streams WHERE stream = ?) = ?`,
      ),
    ),
    page: prepare
      .read<[string, number]>(
        `SELECT ${wholeOf('seq')} AS seq, ${bytesOf('entry')} AS entry FROM streams
         WHERE stream = ? AND streams.seq >= ? ORDER BY streams.seq LIMIT ${PAGE}`,
      )
      .as(z.object({ seq: z.int(), entry: storedText }).nullable().catch(null)),
    one: prepare
      .read<[string, number]>(
        `SELECT ${bytesOf('entry')} AS entry FROM streams WHERE stream = ? AND seq = ?`,
      )
      .as(z.object({ entry: storedText })),
    names: prepare
      .read<[string]>(
        // Goes from name to name by the index, without reading the entries in between.
        `WITH RECURSIVE names(stream) AS (
           SELECT min(stream) FROM streams WHERE stream >= ?1
           UNION ALL
           SELECT (SELECT min(next.stream) FROM streams next WHERE next.stream > names.stream)
           FROM names WHERE substr(names.stream, 1, length(?1)) = ?1
         )
         SELECT ${bytesOf('stream')} AS stream FROM names WHERE substr(stream, 1, length(?1)) = ?1`,
      )
      .as(z.object({ stream: storedText })),
    last: prepare
      .read<[string]>(
        `SELECT ${wholeOf('last')} AS seq
         FROM (SELECT coalesce(max(seq), 0) AS last FROM streams WHERE stream = ?)`,
      )
      .as(z.object({ seq: z.int().catch(Infinity) })),
  };
}

/** An empty text stands for one that can't be read. */
const unlessNone = (row: { readonly entry: string | null } | undefined): string | null =>
  row === undefined ? null : (row.entry ?? '');

/**
 * Null = a row whose number can't be read. It ends the stream, because nothing says what follows. A
 * row whose text alone can't be read doesn't: in the list of trails, more names follow.
 */
async function* upToUnreadable(
  rows: AsyncIterable<{ seq: number; entry: string | null } | null>,
  fromSeq: number,
): AsyncGenerator<{ seq: number; entry: string }, void, undefined> {
  let next = Math.max(fromSeq, 1);
  for await (const row of rows) {
    yield { seq: row?.seq ?? next, entry: row?.entry ?? '' };
    if (row === null) return;
    next = row.seq + 1;
  }
}

function prepareDeletions(prepare: Preparer) {
  return [
    prepare.write<[number]>(
      `DELETE FROM entries WHERE (space, key) IN
       (SELECT space, key FROM entries WHERE expires <= ? LIMIT ${DELETED_AT_ONCE})`,
    ),
    prepare.write<[number]>(
      `DELETE FROM claims WHERE key IN
       (SELECT key FROM claims WHERE expires <= ? LIMIT ${DELETED_AT_ONCE})`,
    ),
  ];
}
