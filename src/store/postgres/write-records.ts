import type { Pool } from 'pg';
import { isClaim, isEntry, isOfStream } from '../adapter/record.js';
import type { MarkSwap, RecordChange } from '../adapter/bulk-store.js';
import { CLOSED } from '../closed-store.js';
import { CLAIMS } from './names.js';

/**
 * One statement, which the server carries to its end by itself: a tool that stands still never holds
 * up another one. A mark that isn't there is made, or it is changed, or taken away.
 */
const WRITE = `WITH
made AS (
  INSERT INTO pitboss_entries (space, key, value) SELECT $1, $2, $4::text WHERE $3::text IS NULL
  ON CONFLICT (space, key) DO NOTHING RETURNING 1),
changed AS (
  UPDATE pitboss_entries SET value = $4
  WHERE space = $1 AND key = $2 AND value = $3 AND $4::text IS NOT NULL RETURNING 1),
taken AS (
  DELETE FROM pitboss_entries
  WHERE space = $1 AND key = $2 AND value = $3 AND $4::text IS NULL RETURNING 1),
ours AS (SELECT 1 FROM made UNION ALL SELECT 1 FROM changed UNION ALL SELECT 1 FROM taken),
removed AS (
  DELETE FROM pitboss_entries USING ours, unnest($5::text[], $6::text[]) AS gone (space, key)
  WHERE pitboss_entries.space = gone.space AND pitboss_entries.key = gone.key),
removed_streams AS (
  DELETE FROM pitboss_streams USING ours WHERE stream = ANY($7::text[])),
entries AS (
  INSERT INTO pitboss_entries (space, key, value, expires)
  SELECT space, key, value, to_timestamp(expires / 1000.0)
  FROM ours, unnest($8::text[], $9::text[], $10::text[], $11::float8[])
    AS given (space, key, value, expires)
  ON CONFLICT (space, key) DO UPDATE SET value = excluded.value, expires = excluded.expires),
streams AS (
  INSERT INTO pitboss_streams (stream, seq, entry)
  SELECT stream, seq, entry
  FROM ours, unnest($12::text[], $13::bigint[], $14::text[]) AS given (stream, seq, entry)
  ON CONFLICT (stream, seq) DO UPDATE SET entry = excluded.entry)
SELECT count(*)::int AS ours FROM ours`;

/** `BulkStore.write`. */
export async function writeRecords(
  pool: Pool,
  { now, next }: MarkSwap,
  { put = [], remove = [] }: RecordChange,
): Promise<boolean> {
  const gone = [
    ...remove.filter(isEntry),
    ...remove.filter(isClaim).map(({ key }) => ({ space: CLAIMS, key })),
  ];
  const rows = [
    ...put.filter(isEntry),
    ...put.filter(isClaim).map((each) => ({ ...each, space: CLAIMS, text: '1' })),
  ];
  const streams = put.filter(isOfStream);
  const found = await pool.query<{ ours: number }>(WRITE, [
    CLOSED.space,
    CLOSED.key,
    now ?? null,
    next ?? null,
    gone.map(({ space }) => space),
    gone.map(({ key }) => key),
    remove.filter(isOfStream).map(({ stream }) => stream),
    rows.map(({ space }) => space),
    rows.map(({ key }) => key),
    rows.map(({ text }) => text),
    rows.map(({ expires }) => expires),
    streams.map(({ stream }) => stream),
    streams.map(({ seq }) => seq),
    streams.map(({ text }) => text),
  ]);
  return found.rows[0]?.ours === 1;
}
