import type { Dialect } from 'kysely';

export interface Engine {
  readonly dialect: Dialect;
  /** Other processes may work on the same database. */
  readonly isShared: boolean;
  /** Called once the database is closed. */
  release(): void;
}
