import type { KeyvStoreAdapter } from 'keyv';
import type { Clock } from '../domain/clock.js';
import type { Prepare } from './statements.js';

const PAGE = 200;

interface Stored {
  readonly value: string;
}

/** What the adapters of all spaces share, prepared once. */
export type EntryQueries = ReturnType<typeof prepareEntries>;

export function prepareEntries(prepare: Prepare) {
  return {
    get: prepare<[string, string, number], Stored>(
      'SELECT value FROM entries WHERE space = ? AND key = ? AND (expires IS NULL OR expires > ?)',
    ),
    set: prepare<[string, string, string, number | null]>(
      `INSERT INTO entries (space, key, value, expires) VALUES (?, ?, ?, ?)
       ON CONFLICT (space, key) DO UPDATE SET value = excluded.value, expires = excluded.expires`,
    ),
    /** One statement, so the comparison and the write cannot be told apart. */
    add: prepare<[string, string, string, number]>(
      `INSERT INTO entries (space, key, value, expires) VALUES (?, ?, ?, NULL)
       ON CONFLICT (space, key) DO UPDATE SET value = excluded.value, expires = NULL
       WHERE entries.expires <= ?`,
    ),
    swap: prepare<[string, string, string, string, number]>(
      `UPDATE entries SET value = ?, expires = NULL
       WHERE space = ? AND key = ? AND value = ? AND (expires IS NULL OR expires > ?)`,
    ),
    delete: prepare<[string, string, number]>(
      'DELETE FROM entries WHERE space = ? AND key = ? AND (expires IS NULL OR expires > ?)',
    ),
    clear: prepare<[string]>('DELETE FROM entries WHERE space = ?'),
    page: prepare<[string, string, number], Stored & { readonly key: string }>(
      `SELECT key, value FROM entries
       WHERE space = ? AND key > ? AND (expires IS NULL OR expires > ?)
       ORDER BY key LIMIT ${PAGE}`,
    ),
  };
}

/** A Keyv storage adapter for one space of the file. An expired entry is as good as gone. */
export function keyvSqlite(space: string, queries: EntryQueries, clock: Clock): KeyvStoreAdapter {
  const read = (key: string) => queries.get.get(space, key, clock.now())?.value;
  const remove = (key: string) => queries.delete.run(space, key, clock.now()) === 1;

  const adapter: KeyvStoreAdapter = {
    // Keyv offers an iterator only over dialects that it knows.
    opts: { dialect: 'sqlite' },
    namespace: space,
    // Nothing is ever emitted: every failure is thrown to whoever called.
    on: () => adapter,
    // Keyv's type asks for its own envelope, but it takes the text and opens it with `deserialize`.
    get: async <Value>(key: string) => read(key) as Value | undefined,
    // As above.
    getMany: async <Value>(keys: string[]) => keys.map(read) as (Value | undefined)[],
    has: async (key) => read(key) !== undefined,
    set: async (key, value: string, ttl) => {
      queries.set.run(space, key, value, ttl === undefined ? null : Math.ceil(clock.now() + ttl));
    },
    delete: async (key) => remove(key),
    deleteMany: async (keys) => keys.map(remove).some(Boolean),
    clear: async () => void queries.clear.run(space),
    disconnect: async () => {},
    iterator: async function* <Value>() {
      let after = '';
      for (;;) {
        const rows = queries.page.all(space, after, clock.now());
        // As in `get`.
        for (const row of rows) yield [row.key, row.value as Value];
        const last = rows.at(-1);
        if (last === undefined) return;
        after = last.key;
      }
    },
  };
  return adapter;
}
