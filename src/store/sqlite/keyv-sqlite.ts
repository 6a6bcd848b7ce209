import { z } from 'zod';
import type { Clock } from '../../domain/time/clock.js';
import type { TextAdapter } from '../adapter/parsing-adapter.js';
import type { Revisions } from './revisions.js';
import type { Preparer } from './statements.js';
import { bytes, bytesOf, storedText, decodeStored } from './stored-text.js';
import { walkRows } from '../adapter/walk.js';

const PAGE = 200;

const stored = z.object({ value: storedText });
const FOUND = `${bytesOf('key')} AS name, ${bytesOf('value')} AS value`;
const found = stored.extend({ name: bytes });

export type EntryQueries = ReturnType<typeof prepareEntries>;

export function prepareEntries(
  prepare: Pick<Preparer, 'read' | 'write'>,
  { counted }: Pick<Revisions, 'counted'>,
) {
  return {
    get: prepare
      .read<[string, string, number]>(
        `SELECT ${bytesOf('value')} AS value FROM entries
         WHERE space = ? AND key = ? AND (expires IS NULL OR expires > ?)`,
      )
      .as(stored),
    set: counted(
      prepare.write<[string, string, string, number | null]>(
        `INSERT INTO entries (space, key, value, expires) VALUES (?, ?, ?, ?)
       ON CONFLICT (space, key) DO UPDATE SET value = excluded.value, expires = excluded.expires`,
      ),
    ),
    /** One statement, so that comparison and write are atomic. */
    add: counted(
      prepare.write<[string, string, string, number]>(
        `INSERT INTO entries (space, key, value, expires) VALUES (?, ?, ?, NULL)
       ON CONFLICT (space, key) DO UPDATE SET value = excluded.value, expires = NULL
       WHERE entries.expires <= ?`,
      ),
    ),
    swap: counted(
      prepare.write<[string, string, string, string, number]>(
        `UPDATE entries SET value = ?2, expires = NULL
       WHERE space = ?1 AND key = ?3 AND value = ?4 AND (expires IS NULL OR expires > ?5)`,
      ),
    ),
    delete: counted(
      prepare.write<[string, string, number]>(
        'DELETE FROM entries WHERE space = ? AND key = ? AND (expires IS NULL OR expires > ?)',
      ),
    ),
    clear: counted(prepare.write<[string]>('DELETE FROM entries WHERE space = ?')),
    page: prepare
      .read<[string, Uint8Array, number]>(
        `SELECT ${FOUND} FROM entries
         WHERE space = ? AND key > CAST(? AS TEXT) AND (expires IS NULL OR expires > ?)
         ORDER BY key LIMIT ${PAGE}`,
      )
      .as(found),
    /** The keys as a JSON list: one statement, however many there are. */
    many: prepare
      .read<[string, string, number]>(
        `SELECT ${FOUND} FROM entries
         WHERE space = ? AND key IN (SELECT value FROM json_each(?))
         AND (expires IS NULL OR expires > ?)`,
      )
      .as(found),
  };
}

/** The Keyv adapter of one namespace. It never returns an expired entry. */
export function keyvSqlite(space: string, queries: EntryQueries, clock: Clock): TextAdapter {
  const read = async (key: string) => (await queries.get.first(space, key, clock.now()))?.value;
  const remove = async (key: string) => (await queries.delete(space, key, clock.now())) === 1;

  return {
    // Keyv has iterators only for dialects it knows.
    opts: { dialect: 'sqlite' },
    get: read,
    async getMany(keys) {
      const rows = await queries.many.all(space, JSON.stringify(keys), clock.now());
      const texts = new Map(rows.map(({ name, value }) => [decodeStored(name), value]));
      return keys.map((key) => texts.get(key));
    },
    has: async (key) => (await read(key)) !== undefined,
    set: async (key, text, ttlMs) => {
      const expires = ttlMs === undefined ? null : Math.ceil(clock.now() + ttlMs);
      await queries.set(space, key, text, expires);
    },
    delete: remove,
    deleteMany: async (keys) => (await Promise.all(keys.map(remove))).some(Boolean),
    clear: async () => void (await queries.clear(space)),
    async *iterator() {
      const rows = walkRows(PAGE, (last: z.output<typeof found> | undefined) =>
        queries.page.all(space, new Uint8Array(last?.name ?? []), clock.now()),
      );
      for await (const { name, value } of rows) yield [decodeStored(name), value];
    },
  };
}
