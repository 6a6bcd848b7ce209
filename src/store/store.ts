import { Kysely, type Selectable, type Transaction } from 'kysely';
import type { Clock } from '../clock.js';
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
  const newCache = () => createCache(clock, isShared ? 5_000 : Infinity);
  const cache = newCache();
  return {
    db,
    /**
     * A transaction that holds the guild's row, so that everything decided in it is decided in turn.
     * Inside it only `tx` may be used (SQLite has one connection), and neither the pool nor Discord
     * may be awaited. The row is the only lock and is taken first, under READ COMMITTED, so there
     * are no deadlocks or serialization failures to retry.
     */
    inGuild: <Result>(
      guildId: string,
      work: (tx: Tx, guild: Selectable<Tables['guild']>) => Promise<Result>,
    ): Promise<Result> =>
      db
        .transaction()
        .execute(async (tx) => {
          const row = tx.selectFrom('guild').selectAll().where('id', '=', guildId);
          const locked = isShared ? row.forUpdate() : row;
          const known = await locked.executeTakeFirst();
          if (known) return work(tx, known);
          await tx
            .insertInto('guild')
            .values({ id: guildId, settings: '{}', key_version: 0 })
            .onConflict((on) => on.column('id').doNothing())
            .execute();
          return work(tx, await locked.executeTakeFirstOrThrow());
        })
        .finally(() => cache.drop(guildId)),
    /** What was read for a server, kept in memory until the next transaction on it. */
    kept: cache.get,
    /** The same, kept until `drop`. */
    newCache,
    /** Keyv over the table `entries`; `tx` makes it part of a transaction. */
    keyv: (namespace: string, tx?: Tx) => createKeyv(tx ?? db, namespace, clock),
    close: () => db.destroy(),
  };
}

interface Kept {
  readonly value: Promise<unknown>;
  readonly at: number;
}

/** What was read for each server, by a name; for `lastingMs` at most, if another process may write too. */
export function createCache(clock: Clock, lastingMs: number) {
  const servers = new Map<string, Map<string, Kept>>();

  return {
    get: <Value>(guildId: string, name: string, read: () => Promise<Value>): Promise<Value> => {
      const server = servers.get(guildId) ?? new Map<string, Kept>();
      servers.set(guildId, server);
      const kept = server.get(name);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name says what it is
      if (kept && clock.now() - kept.at < lastingMs) return kept.value as Promise<Value>;
      const value = read();
      server.set(name, { value, at: clock.now() });
      value.catch(() => server.delete(name));
      return value;
    },
    /** After the commit, so that what a read found before it is dropped too. */
    drop: (guildId: string): void => void servers.delete(guildId),
  };
}
