import { Kysely, type Transaction } from 'kysely';
import type { Clock } from '../clock.js';
import { createGuildCache } from '../guild-cache.js';
import { createKeyv } from './keyv-adapter.js';
import { migrate } from './migrations.js';
import { openPostgres } from './postgres.js';
import type { Tables } from './schema.js';
import { openSqlite } from './sqlite.js';

export type Tx = Transaction<Tables>;

export type Store = Awaited<ReturnType<typeof openStore>>;

export interface StoreOptions {
  /** Folder of the SQLite file, made if it is missing; not used with `storeUrl`. */
  readonly dataDir: string;
  /** `postgres://…` */
  readonly storeUrl?: string | undefined;
  readonly clock: Clock;
}

/** @throws FatalError in one sentence for the operator */
export async function openStore({ dataDir, storeUrl, clock }: StoreOptions) {
  // Other processes may work on the same database.
  const isShared = storeUrl !== undefined;
  const dialect = isShared ? await openPostgres(storeUrl) : openSqlite(dataDir);
  const db = new Kysely<Tables>({ dialect });
  try {
    await migrate(db);
    // A folder has one process, so the holder of a lease is dead.
    if (!isShared) await db.deleteFrom('lease').execute();
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const newCache = () => createGuildCache(clock, isShared ? 5_000 : Infinity);
  const cache = newCache();
  return {
    db,
    /**
     * A transaction that holds the guild's row, so that everything decided in it is decided in turn.
     * Inside it only `tx` may be used (SQLite has one connection), and neither the pool nor Discord
     * may be awaited. The row is the only lock and is taken first, under READ COMMITTED, so there
     * are no deadlocks or serialization failures to retry.
     */
    async inGuild<Result>(
      id: string,
      work: (tx: Tx, guild: Tables['guild']) => Promise<Result>,
    ): Promise<Result> {
      const decided = db.transaction().execute(async (tx) => {
        const row = tx.selectFrom('guild').selectAll().where('id', '=', id);
        const locked = isShared ? row.forUpdate() : row;
        const known = await locked.executeTakeFirst();
        if (known) return work(tx, known);
        await tx
          .insertInto('guild')
          .values({ id, settings: '{}', key_version: 0 })
          .onConflict((on) => on.doNothing())
          .execute();
        return work(tx, await locked.executeTakeFirstOrThrow());
      });
      return decided.finally(() => cache.drop(id));
    },
    /** What was read for a server, kept in memory until the next transaction on it. */
    kept: cache.get,
    /** The same, kept until `drop`. */
    newCache,
    /** Keyv over the table `entries`; `tx` makes it part of a transaction. */
    keyv: (namespace: string, tx?: Tx) => createKeyv(tx ?? db, namespace, clock),
    close: () => db.destroy(),
  };
}
