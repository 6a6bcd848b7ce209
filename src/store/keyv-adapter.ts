import { Keyv } from 'keyv';
import type { Clock } from '../clock.js';
import type { Db } from './schema.js';

/** Keyv over the table `entries`: its namespace and its expiry are columns. */
export function createKeyv(db: Db, space: string, clock: Clock): Keyv {
  const entries = db.selectFrom('entries').selectAll().where('space', '=', space);
  const deletion = db.deleteFrom('entries').where('space', '=', space);
  const store = {
    async get(key: string) {
      const entry = await entries.where('key', '=', key).executeTakeFirst();
      return entry && clock.now() < (entry.expires ?? Infinity) ? entry.value : undefined;
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
      const { numDeletedRows } = await deletion.where('key', '=', key).executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async clear() {
      await deletion.execute();
    },
  };
  return new Keyv({
    store,
    // The namespace is a column of its own, and the column `expires` is judged by our clock.
    useKeyPrefix: false,
    serialize: ({ value }) => JSON.stringify({ value }),
    deserialize: JSON.parse,
    throwOnErrors: true,
  });
}

/** Frees the space of entries that already read as absent. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('entries').where('expires', '<=', now).execute();
}
