import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { refuseRisks } from '../adapter/refuse-risks.js';
import { StoreUnusable } from '../unusable.js';
import { orderedRecords, PAGE } from '../adapter/ordered-records.js';
import type { StoreRecord } from '../adapter/record.js';
import { withFailuresExplained, nameOfUrl, type BulkStore } from '../adapter/bulk-store.js';
import { APPLICATION, CLAIMS } from './names.js';
import { namedConnection } from './named-connection.js';
import { reasonOf, unreachable } from './postgres-faults.js';
import { readRisks } from './postgres-risks.js';
import { prepareTables } from './schema.js';
import { writeRecords } from './write-records.js';
import { SECOND_MS } from '../../domain/time/units.js';

const ALIVE = '(expires IS NULL OR expires > clock_timestamp())';
/** In ms; a bigint would come as text. */
const EXPIRES = '(extract(epoch FROM expires) * 1000)::float8 AS expires';
const ENTRY = `SELECT value AS text FROM pitboss_entries WHERE space = $1 AND key = $2 AND ${ALIVE}`;
const ENTRIES = `SELECT space, key, value AS text, ${EXPIRES} FROM pitboss_entries
  WHERE (space, key) > ($1, $2) AND space <> '${CLAIMS}' AND ${ALIVE} ORDER BY space, key LIMIT ${PAGE}`;
const CLAIMS_AFTER = `SELECT key, ${EXPIRES} FROM pitboss_entries
  WHERE space = '${CLAIMS}' AND key > $1 AND ${ALIVE} ORDER BY key LIMIT ${PAGE}`;
const STREAMS = `SELECT stream, seq::float8 AS seq, entry AS text FROM pitboss_streams
  WHERE (stream, seq) > ($1, $2) ORDER BY stream, seq LIMIT ${PAGE}`;

const OTHERS = `SELECT count(*)::int AS others FROM pg_stat_activity
  WHERE application_name = '${APPLICATION}' AND datname = current_database()`;

/**
 * The store on Postgres as a whole. `mayLose`: what one that is written to may lose; null = it is
 * only read. Rejects with `StoreUnusable`, which doesn't hold the URL.
 */
export async function openBulkPostgres(
  url: string,
  mayLose: readonly DurabilityRisk[] | null,
): Promise<BulkStore> {
  const pool = new Pool({
    ...namedConnection(url, `${APPLICATION}-tool`),
    max: 2,
    connectionTimeoutMillis: 5 * SECOND_MS,
    keepAlive: true,
  });
  pool.on('error', () => {});
  // The pool listens only to idle ones, and not while a new one is checked.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const client = await pool.connect();
    const risks = await readRisks(client).finally(() => client.release());
    if (mayLose !== null) refuseRisks(risks, mayLose);
    await prepareTables(pool);
  } catch (error) {
    await pool.end();
    throw error instanceof StoreUnusable ? error : unreachable(error);
  }
  const query = async <Row extends QueryResultRow>(sql: string, values: readonly unknown[]) =>
    (await pool.query<Row>(sql, [...values])).rows;

  return withFailuresExplained(reasonOf, {
    name: nameOfUrl(url),
    async entry({ space, key }) {
      const [found] = await query<{ text: string }>(ENTRY, [space, key]);
      return found?.text;
    },
    records: (after) => recordsOf(pool, after),
    write: (mark, change = {}) => writeRecords(pool, mark, change),
    async others() {
      const [found] = await query<{ others: number }>(OTHERS, []);
      return found?.others ?? null;
    },
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  });
}

/** All pages in one transaction, which sees what was committed before its first read. */
async function* recordsOf(
  pool: Pool,
  after: StoreRecord | undefined,
): AsyncGenerator<StoreRecord, void, undefined> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    yield* orderedRecords(pagesOf(client), after);
    await client.query('COMMIT');
  } finally {
    // Ends the transaction too, if somebody stopped reading.
    client.release(true);
  }
}

function pagesOf(client: PoolClient) {
  const page = async <Row extends QueryResultRow>(sql: string, values: readonly unknown[]) =>
    (await client.query<Row>(sql, [...values])).rows;
  type Entry = { space: string; key: string; text: string; expires: number | null };
  return {
    entries: async ({ space, key }: { space: string; key: string }) =>
      (await page<Entry>(ENTRIES, [space, key])).map((row) => ({
        kind: 'entry' as const,
        ...row,
        expires: wholeMs(row.expires),
      })),
    claims: async ({ key }: { key: string }) =>
      (await page<Omit<Entry, 'space' | 'text'>>(CLAIMS_AFTER, [key])).map((row) => ({
        kind: 'claim' as const,
        ...row,
        expires: wholeMs(row.expires),
      })),
    streamEntries: async ({ stream, seq }: { stream: string; seq: number }) =>
      (await page<{ stream: string; seq: number; text: string }>(STREAMS, [stream, seq])).map(
        (row) => ({ kind: 'stream' as const, ...row }),
      ),
  };
}

/** Upwards, as the embedded store does: nothing may end before its time. */
function wholeMs(ms: number | null): number | null {
  return ms === null ? null : Math.ceil(ms);
}
