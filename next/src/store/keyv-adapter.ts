import { Keyv } from 'keyv';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Clock } from '../clock.js';
import type { Tables } from './schema.js';

/** Kysely needs longer to build a query than SQLite to answer it, so hot ones are built once. */
export function compileGet(db: Kysely<Tables>) {
  const query = db
    .selectFrom('entries')
    .select('value')
    .where('space', '=', '')
    .where('key', '=', '')
    .where((where) => where.or([where('expires', 'is', null), where('expires', '>', 0)]))
    .compile();
  return (space: string, key: string, now: number): CompiledQuery<{ value: string }> => ({
    ...query,
    parameters: [space, key, now],
  });
}

interface AdapterParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly get: ReturnType<typeof compileGet>;
}

export function createKeyv({ db, clock, get }: AdapterParts, space: string): Keyv {
  const entries = db.deleteFrom('entries').where('space', '=', space);
  const store = {
    async get(key: string) {
      const { rows } = await db.executeQuery(get(space, key, clock.now()));
      return rows[0]?.value;
    },
    async set(key: string, value: string, ttl?: number) {
      const expires = ttl === undefined ? null : clock.now() + ttl;
      await db
        .insertInto('entries')
        .values({ space, key, value, expires })
        .onConflict((on) => on.columns(['space', 'key']).doUpdateSet({ value, expires }))
        .execute();
    },
    async delete(key: string) {
      const { numDeletedRows } = await entries.where('key', '=', key).executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async clear() {
      await entries.execute();
    },
  };
  return new Keyv({
    store,
    namespace: space,
    // The namespace is a column of its own, and the column `expires` is judged by our clock.
    useKeyPrefix: false,
    serialize: ({ value }) => JSON.stringify({ value }),
    deserialize: JSON.parse,
    throwOnErrors: true,
  });
}

/** Frees the space of entries that already read as absent. */
export async function deleteExpired(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom('entries').where('expires', '<=', now).execute();
}
