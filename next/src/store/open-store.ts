import { Kysely, sql } from 'kysely';
import type { Clock } from '../clock.js';
import { createCache } from './cache.js';
import { createKeyv } from './keyv-adapter.js';
import { migrate } from './migrations.js';
import { openPostgres } from './postgres.js';
import type { Tables } from './schema.js';
import { openSqlite } from './sqlite.js';
import type { Store } from './store.js';

export interface StoreOptions {
  /** Folder of the SQLite file, made if it is missing; not used with `storeUrl`. */
  readonly dataDir: string;
  /** `postgres://…` */
  readonly storeUrl?: string | undefined;
  readonly clock: Clock;
}

const SHARED_FOR = 5_000;

/** @throws FatalError in one sentence for the operator */
export async function openStore({ dataDir, storeUrl, clock }: StoreOptions): Promise<Store> {
  const engine = storeUrl === undefined ? openSqlite(dataDir) : await openPostgres(storeUrl);
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  const close = async () => {
    // Then the file alone is the whole database.
    if (!engine.isShared) await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await db.destroy();
    engine.release();
  };
  try {
    await migrate(db);
    // On a folder of one process, the holder of a lease is dead.
    if (!engine.isShared) await db.deleteFrom('lease').execute();
  } catch (error) {
    await close();
    throw error;
  }
  const cache = createCache(clock, engine.isShared ? SHARED_FOR : Infinity);
  return {
    db,
    // The guild's row is the only lock and is taken first, under READ COMMITTED, so there are no
    // deadlocks or serialization failures to retry.
    inGuild: (guildId, work) =>
      db
        .transaction()
        .execute(async (tx) => {
          const locked = () => {
            const row = tx.selectFrom('guild').selectAll().where('id', '=', guildId);
            return (engine.isShared ? row.forUpdate() : row).executeTakeFirst();
          };
          const known = await locked();
          if (known) return work(tx, known);
          await tx
            .insertInto('guild')
            .values({ id: guildId, settings: '{}', key_version: 0 })
            .onConflict((on) => on.column('id').doNothing())
            .execute();
          const made = await locked();
          if (!made) throw new Error('The row of a server vanished');
          return work(tx, made);
        })
        .finally(() => cache.drop(guildId)),
    kept: cache.get,
    keyv: (namespace, tx) => createKeyv(tx ?? db, namespace, clock),
    close,
  };
}
