import type { Keyv } from 'keyv';
import type { Dialect, Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from './schema.js';

export type Tx = Transaction<Tables>;

export interface Store {
  readonly db: Kysely<Tables>;
  /**
   * A transaction that holds the guild's row, so that everything decided in it is decided in turn.
   * Inside it only `tx` may be used (SQLite has one connection), and neither the pool nor Discord
   * may be awaited.
   */
  inGuild<Result>(
    guildId: string,
    work: (tx: Tx, guild: Selectable<Tables['guild']>) => Promise<Result>,
  ): Promise<Result>;
  /**
   * What was read of a server, kept in memory until the next transaction on it. Where other processes
   * write to the same database, what they change is seen after 5 s. `name` says what it is.
   */
  kept<Value>(guildId: string, name: string, read: () => Promise<Value>): Promise<Value>;
  /** Keyv over the table `entries`; `tx` makes it part of a transaction. */
  keyv(namespace: string, tx?: Tx): Keyv;
  close(): Promise<void>;
}

/** What SQLite and Postgres are opened as. */
export interface Engine {
  readonly dialect: Dialect;
  /** Other processes may work on the same database. */
  readonly isShared: boolean;
  /** Called once the database is closed. */
  release(): void;
}
