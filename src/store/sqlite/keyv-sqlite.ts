import { z } from 'zod';
import type { Clock } from '../../domain/time/clock.js';
import type { TextAdapter } from '../namespace.js';
import type { Bound, Prepare, Write } from './statements.js';
import { walk } from './walk.js';

const PAGE = 200;

const stored = z.object({ value: z.string() });
const found = stored.extend({ key: z.string() });

export type EntryQueries = ReturnType<typeof prepareEntries>;

export function prepareEntries(prepare: Prepare) {
  /** This process's own writes, which `data_version` doesn't count. */
  const written = new Map<string, number>();
  const version = prepare.read('PRAGMA data_version').as(z.object({ data_version: z.int() }));
  let asking: Promise<{ readonly data_version: number } | undefined> | undefined;

  /**
   * One question for all who ask in one turn of the event loop. Whoever was told of a write that
   * came after it, and asks then, is read in a later turn.
   */
  function versionInThisTurn(): NonNullable<typeof asking> {
    if (asking === undefined) {
      asking = version.first();
      setImmediate(() => (asking = undefined));
    }
    return asking;
  }

  function counted<Rest extends readonly Bound[]>(
    write: Write<[space: string, ...Rest]>,
  ): Write<[space: string, ...Rest]> {
    return async (space, ...rest) => {
      try {
        return await write(space, ...rest);
      } finally {
        written.set(space, (written.get(space) ?? 0) + 1);
      }
    };
  }

  return {
    async revision(space: string): Promise<string | null> {
      const others = await versionInThisTurn();
      return others ? `${others.data_version}:${written.get(space) ?? 0}` : null;
    },
    get: prepare
      .read<[string, string, number]>(
        'SELECT value FROM entries WHERE space = ? AND key = ? AND (expires IS NULL OR expires > ?)',
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
      .read<[string, string, number]>(
        `SELECT key, value FROM entries
         WHERE space = ? AND key > ? AND (expires IS NULL OR expires > ?)
         ORDER BY key LIMIT ${PAGE}`,
      )
      .as(found),
    /** The keys as a list in JSON: one statement, however many they are. */
    many: prepare
      .read<[string, string, number]>(
        `SELECT key, value FROM entries
         WHERE space = ? AND key IN (SELECT value FROM json_each(?))
         AND (expires IS NULL OR expires > ?)`,
      )
      .as(found),
  };
}

/** The Keyv adapter of one namespace. It never gives an expired entry. */
export function keyvSqlite(space: string, queries: EntryQueries, clock: Clock): TextAdapter {
  const read = async (key: string) => (await queries.get.first(space, key, clock.now()))?.value;
  const remove = async (key: string) => (await queries.delete(space, key, clock.now())) === 1;

  return {
    // Keyv has iterators only for dialects that it knows.
    opts: { dialect: 'sqlite' },
    get: read,
    async getMany(keys) {
      const rows = await queries.many.all(space, JSON.stringify(keys), clock.now());
      const texts = new Map(rows.map(({ key, value }) => [key, value]));
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
      const rows = walk(PAGE, (last: { readonly key: string } | undefined) =>
        queries.page.all(space, last?.key ?? '', clock.now()),
      );
      for await (const { key, value } of rows) yield [key, value];
    },
  };
}
