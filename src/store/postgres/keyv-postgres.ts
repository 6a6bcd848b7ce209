import type { TextAdapter } from '../adapter/parsing-adapter.js';
import { walkRows } from '../adapter/walk.js';
import type { KeyedQueue } from '../../domain/async/keyed-queue.js';
import type { RunQuery } from './query.js';

const PAGE = 200;

/** Entries expire by the server's clock, which all processes share. */
const ALIVE = '(expires IS NULL OR expires > clock_timestamp())';
const EXPIRES = `clock_timestamp() + $4 * interval '1 millisecond'`;

const GET = `SELECT value FROM pitboss_entries WHERE space = $1 AND key = $2 AND ${ALIVE}`;
const GET_MANY = `SELECT key, value FROM pitboss_entries WHERE space = $1 AND key = ANY($2) AND ${ALIVE}`;
const SET = `INSERT INTO pitboss_entries (space, key, value, expires) VALUES ($1, $2, $3, ${EXPIRES})
  ON CONFLICT (space, key) DO UPDATE SET value = excluded.value, expires = excluded.expires`;
const ADD = `INSERT INTO pitboss_entries (space, key, value, expires) VALUES ($1, $2, $3, ${EXPIRES})
  ON CONFLICT (space, key) DO UPDATE SET value = excluded.value, expires = excluded.expires
  WHERE pitboss_entries.expires <= clock_timestamp()`;
const SWAP = `UPDATE pitboss_entries SET value = $4, expires = NULL
  WHERE space = $1 AND key = $2 AND value = $3 AND ${ALIVE}`;
const DELETE = `DELETE FROM pitboss_entries WHERE space = $1 AND key = ANY($2) RETURNING ${ALIVE} AS alive`;
const DELETE_ONLY = 'DELETE FROM pitboss_entries WHERE space = $1 AND key = $2 AND value = $3';
const CLEAR = 'DELETE FROM pitboss_entries WHERE space = $1';
const WALK = `SELECT key, value FROM pitboss_entries
  WHERE space = $1 AND key > $2 AND ${ALIVE} ORDER BY key LIMIT ${PAGE}`;
const DELETE_EXPIRED = 'DELETE FROM pitboss_entries WHERE expires <= clock_timestamp()';

type ValueRow = { readonly key: string; readonly value: string };

/** The entries of all namespaces. Each call is one statement, and so atomic. */
export function createEntries(query: RunQuery) {
  return {
    /** Only if nothing lives under the key. */
    async add(
      space: string,
      key: string,
      { text, ttlMs }: { text: string; ttlMs?: number | undefined },
    ) {
      return (await query(ADD, [space, key, text, ttlMs ?? null])).rowCount === 1;
    },
    async swap(space: string, key: string, { now, next }: { now: string; next: string }) {
      return (await query(SWAP, [space, key, now, next])).rowCount === 1;
    },
    async remove(space: string, keys: readonly string[]): Promise<boolean> {
      const { rows } = await query<{ alive: boolean }>(DELETE, [space, keys]);
      return rows.some(({ alive }) => alive);
    },
    /** Only if this is what the key holds. */
    async removeOnly(space: string, key: string, text: string): Promise<void> {
      await query(DELETE_ONLY, [space, key, text]);
    },
    async deleteExpired(): Promise<void> {
      await query(DELETE_EXPIRED, []);
    },
  };
}

/**
 * The Keyv adapter of one namespace. A pool of connections keeps no order by itself, so each
 * request for a key waits for the earlier ones.
 */
export function keyvPostgres(query: RunQuery, space: string, queue: KeyedQueue): TextAdapter {
  const entries = createEntries(query);
  const inTurn = <Result>(key: string, work: () => Promise<Result>) =>
    queue.run(`${space}:${key}`, work);

  async function getMany(keys: string[]): Promise<(string | undefined)[]> {
    const { rows } = await query<ValueRow>(GET_MANY, [space, keys]);
    const texts = new Map(rows.map(({ key, value }) => [key, value]));
    return keys.map((key) => texts.get(key));
  }

  return {
    opts: { dialect: 'postgres' },
    get: (key) =>
      inTurn(key, async () => (await query<ValueRow>(GET, [space, key])).rows[0]?.value),
    getMany,
    has: async (key) => (await getMany([key]))[0] !== undefined,
    set: (key, text, ttlMs) =>
      inTurn(key, async () => void (await query(SET, [space, key, text, ttlMs ?? null]))),
    delete: (key) => inTurn(key, () => entries.remove(space, [key])),
    deleteMany: (keys) => entries.remove(space, keys),
    clear: async () => void (await query(CLEAR, [space])),
    async *iterator() {
      const rows = walkRows(PAGE, async (last: ValueRow | undefined) => {
        return (await query<ValueRow>(WALK, [space, last?.key ?? ''])).rows;
      });
      for await (const { key, value } of rows) yield [key, value];
    },
  };
}
