import { walkRows } from '../adapter/walk.js';
import type { RunQuery } from './query.js';

const PAGE = 200;

/**
 * Compares and writes in one statement. If two append the same number at once, the second waits for
 * the first's commit and then finds the number taken.
 */
const APPEND = `INSERT INTO pitboss_streams (stream, seq, entry)
  SELECT $1, $2::bigint, $3
  WHERE COALESCE((SELECT max(seq) FROM pitboss_streams WHERE stream = $1), 0) = $2::bigint - 1
  ON CONFLICT DO NOTHING`;
const READ = `SELECT seq, entry FROM pitboss_streams
  WHERE stream = $1 AND seq >= $2 ORDER BY seq LIMIT ${PAGE}`;
const LAST = 'SELECT max(seq) AS seq FROM pitboss_streams WHERE stream = $1';
/** Goes from name to name by the index, without reading the entries in between. */
const NAMES = `WITH RECURSIVE names AS (
    (SELECT stream FROM pitboss_streams WHERE stream >= $1 ORDER BY stream LIMIT 1)
    UNION ALL
    SELECT (SELECT next.stream FROM pitboss_streams next
            WHERE next.stream > names.stream ORDER BY next.stream LIMIT 1)
    FROM names WHERE names.stream IS NOT NULL
  )
  SELECT stream FROM names WHERE stream IS NOT NULL LIMIT ${PAGE}`;

/** The lowest number possible, so that entries added by somebody else are read too. */
const FIRST = Number.MIN_SAFE_INTEGER;

interface StreamRow {
  /** A bigint arrives as text. */
  readonly seq: string;
  readonly entry: string;
}

/** The streams of the store's contract. */
export function createStreams(query: RunQuery) {
  return {
    append: async (stream: string, seq: number, entry: string) =>
      (await query(APPEND, [stream, seq, entry])).rowCount === 1,
    async *read(stream: string, fromSeq: number) {
      const rows = walkRows(PAGE, async (last: StreamRow | undefined) => {
        const from = last === undefined ? Math.max(fromSeq, FIRST) : Number(last.seq) + 1;
        return (await query<StreamRow>(READ, [stream, from])).rows;
      });
      for await (const { seq, entry } of rows) yield { seq: Number(seq), entry };
    },
    async entryAt(stream: string, seq: number) {
      const { rows } = await query<StreamRow>(READ, [stream, seq]);
      return Number(rows[0]?.seq) === seq ? (rows[0]?.entry ?? null) : null;
    },
    async lastSeq(stream: string) {
      const { rows } = await query<{ seq: string | null }>(LAST, [stream]);
      return Number(rows[0]?.seq ?? 0);
    },
    async *names(prefix: string) {
      const rows = walkRows(PAGE, async (last: { stream: string } | undefined) => {
        // No name lies between these two: Postgres text has no character below this one.
        const from = last === undefined ? prefix : `${last.stream}\u0001`;
        return (await query<{ stream: string }>(NAMES, [from])).rows;
      });
      for await (const { stream } of rows) {
        if (!stream.startsWith(prefix)) return;
        yield stream;
      }
    },
  };
}
