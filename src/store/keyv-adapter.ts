import { Keyv } from 'keyv';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.js';
import type { Tables } from './schema.js';

/** Keyv over the table `entries`: its namespace and its expiry are columns. */
export function createKeyv(db: Kysely<Tables>, space: string, clock: Clock): Keyv {
  const entries = db.deleteFrom('entries').where('space', '=', space);
  const store = {
    async get(key: string) {
      const entry = await db
        .selectFrom('entries')
        .select('value')
        .where('space', '=', space)
        .where('key', '=', key)
        .where((where) =>
          where.or([where('expires', 'is', null), where('expires', '>', clock.now())]),
        )
        .executeTakeFirst();
      return entry?.value;
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
