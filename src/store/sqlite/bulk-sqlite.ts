import { z } from 'zod';
import { StoreUnusable } from '../unusable.js';
import { orderedRecords, PAGE } from '../adapter/ordered-records.js';
import type { StoreRecord } from '../adapter/record.js';
import {
  failedAmid,
  withFailuresExplained,
  stillUsed,
  type BulkStore,
} from '../adapter/bulk-store.js';
import { fileOf } from './file-names.js';
import {
  closeSqliteFile,
  openSqliteFile,
  reasonOf,
  lockExclusively,
  type Sqlite,
} from './sqlite-file.js';
import type { BoundValue } from './statements.js';
import { bytesOf, lossyText, storedText } from './stored-text.js';
import { writeRecords } from './write-records.js';

const ALIVE = '(expires IS NULL OR expires > ?)';
const text = storedText.pipe(z.string());
const expires = z.int().nullable();
const ENTRY = {
  sql: `SELECT ${bytesOf('value')} AS text FROM entries WHERE space = ? AND key = ? AND ${ALIVE}`,
  row: z.object({ text }),
};
const ENTRIES = {
  sql: `SELECT ${bytesOf('space')} AS space, ${bytesOf('key')} AS key,
    ${bytesOf('value')} AS text, expires FROM entries
    WHERE (entries.space, entries.key) > (?, ?) AND ${ALIVE} ORDER BY entries.space, entries.key LIMIT ${PAGE}`,
  row: z.object({ space: text, key: text, text, expires }),
};
const CLAIMS = {
  sql: `SELECT ${bytesOf('key')} AS key, expires FROM claims
    WHERE claims.key > ? AND ${ALIVE} ORDER BY claims.key LIMIT ${PAGE}`,
  row: z.object({ key: text, expires }),
};
const STREAMS = {
  sql: `SELECT ${bytesOf('stream')} AS stream, seq, ${bytesOf('entry')} AS text FROM streams
    WHERE (streams.stream, streams.seq) > (?, ?) ORDER BY streams.stream, streams.seq LIMIT ${PAGE}`,
  row: z.object({ stream: text, seq: z.int().min(1), text }),
};

interface BulkSqliteOptions {
  /** Whether nobody else may use it meanwhile. */
  readonly isAlone: boolean;
  /** Whether a value that can't be read is given as what is left of it, if its key can be. */
  readonly mayBeDamaged?: boolean;
}

/**
 * The embedded store in `dataDir` as a whole, on one connection. Rejects with `StoreUnusable` as
 * `openEmbeddedStore` does, and if it is to be alone and isn't.
 */
export async function openBulkSqlite(
  dataDir: string,
  { isAlone, mayBeDamaged = false }: BulkSqliteOptions,
): Promise<BulkStore> {
  const name = fileOf(dataDir);
  const db = await openSqliteFile(dataDir);
  db.exec('PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
  if (isAlone) takeOrRefuse(db, name);
  const value = mayBeDamaged ? lossyText : text;
  const records = (after?: StoreRecord) => recordsOf(db, value, after);
  return withFailuresExplained(reasonOf, {
    name,
    async entry({ space, key }) {
      const [found] = rowsOf(db, ENTRY, [space, key, Date.now()]);
      return found?.text;
    },
    records: (after) => (isAlone ? records(after) : inOneRead(db, records(after))),
    write: async (mark, change = {}) => writeRecords(db, mark, change),
    // Nobody else can open it meanwhile.
    others: async () => (isAlone ? 0 : null),
    close: async () => closeSqliteFile(db),
  });
}

function takeOrRefuse(db: Sqlite, name: string): void {
  try {
    if (!lockExclusively(db)) throw stillUsed(name);
  } catch (error) {
    db.close();
    throw error instanceof StoreUnusable ? error : failedAmid(name, reasonOf(error));
  }
}

/** In a transaction, which sees the file as it was at its first read, whatever others write. */
async function* inOneRead(
  db: Sqlite,
  records: AsyncIterable<StoreRecord>,
): AsyncGenerator<StoreRecord, void, undefined> {
  db.exec('BEGIN');
  try {
    yield* records;
  } finally {
    db.exec('COMMIT');
  }
}

function recordsOf(
  db: Sqlite,
  value: z.ZodType<string>,
  after: StoreRecord | undefined,
): AsyncIterable<StoreRecord> {
  const now = Date.now();
  const entries = { ...ENTRIES, row: ENTRIES.row.extend({ text: value }) };
  const streams = { ...STREAMS, row: STREAMS.row.extend({ text: value }) };
  return orderedRecords(
    {
      entries: async ({ space, key }) =>
        rowsOf(db, entries, [space, key, now]).map((row) => ({ kind: 'entry', ...row })),
      claims: async ({ key }) =>
        rowsOf(db, CLAIMS, [key, now]).map((row) => ({ kind: 'claim', ...row })),
      streamEntries: async ({ stream, seq }) =>
        rowsOf(db, streams, [stream, seq]).map((row) => ({ kind: 'stream', ...row })),
    },
    after,
  );
}

function rowsOf<Row>(
  db: Sqlite,
  { sql, row }: { readonly sql: string; readonly row: z.ZodType<Row> },
  params: readonly BoundValue[],
): readonly Row[] {
  const rows = db.prepare(sql).all(...params);
  const found = row.array().safeParse(rows);
  if (found.success) return found.data;
  const damaged = rows.find((each) => !row.safeParse(each).success);
  const at = Object.values(PLACE.parse(damaged));
  const which = (at.length === 0 ? params.slice(0, 2) : at).join(' ');
  throw new StoreUnusable(
    `A row of the store can’t be read (${JSON.stringify(which)}): it is damaged on the disk. ` +
      'Nothing has been written elsewhere. Restore a backup, or copy the files as they are.',
  );
}

/** Where a row stands, as far as that can be read. */
const PLACE = z
  .object({ space: lossyText, key: lossyText, stream: lossyText, seq: z.unknown() })
  .partial();
