import type { z } from 'zod';
import { createRetryQueue, retryWhileLocked } from './busy-retry.js';
import type { Journal } from './journal.js';
import type { Sqlite } from './sqlite-file.js';
import { withWriteLock } from './write-lock.js';

export type BoundValue = string | number | Uint8Array | null;

/** Resolves with the number of rows changed. */
export type WriteStatement<Params extends readonly BoundValue[]> = (
  ...params: Params
) => Promise<number>;

interface ReadStatement<Params extends readonly BoundValue[], Row> {
  first(...params: Params): Promise<Row | undefined>;
  all(...params: Params): Promise<Row[]>;
}

export interface Preparer {
  /** Resolves once it is on disk. */
  write<Params extends readonly BoundValue[]>(sql: string): WriteStatement<Params>;
  /** Reaches the disk with the next write. */
  readonly note: <Params extends readonly BoundValue[]>(sql: string) => WriteStatement<Params>;
  read<Params extends readonly BoundValue[]>(
    sql: string,
  ): {
    /** libsql types rows as unknown. */
    as<Row>(row: z.ZodType<Row>): ReadStatement<Params, Row>;
  };
}

interface PreparerParts {
  readonly db: Sqlite;
  readonly journal: Pick<Journal, 'flush'>;
  /** Throws once nothing may be read or written. */
  readonly check: () => void;
}

/** libsql would keep writing after `close` while a statement lives, so every run calls `check`. */
export function preparer({ db, journal, check }: PreparerParts): Preparer {
  const inTurn = createRetryQueue();
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    return (params: readonly unknown[]) => {
      refuseUnbindable(params);
      check();
      return statement;
    };
  };
  const note: Preparer['note'] = (sql) => {
    const open = prepare(sql);
    return (...params) =>
      inTurn(() => {
        const statement = open(params);
        return withWriteLock(db, () => statement.run(...params)).changes;
      });
  };
  return {
    note,
    write: (sql) => {
      const run = note(sql);
      return async (...params) => {
        const changes = await run(...params);
        if (changes > 0) await journal.flush();
        return changes;
      };
    },
    read: (sql) => {
      const open = prepare(sql);
      return {
        as: (row) => {
          const [maybe, list] = [row.optional(), row.array()];
          return {
            first: async (...params) =>
              maybe.parse(await retryWhileLocked(() => open(params).get(...params))),
            all: async (...params) =>
              list.parse(await retryWhileLocked(() => open(params).all(...params))),
          };
        },
      };
    },
  };
}

/** libsql ends the process on any other value. */
function refuseUnbindable(params: readonly unknown[]): void {
  for (const each of params) {
    if (each === null || each instanceof Uint8Array) continue;
    if (!['string', 'number', 'bigint'].includes(typeof each))
      throw new TypeError(`a statement cannot be given a ${typeof each}`);
  }
}
