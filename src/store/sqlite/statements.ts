import type { z } from 'zod';
import { createRetryQueue, retryWhileLocked } from './busy-retry.js';
import type { Journal } from './journal.js';
import type { Sqlite } from './sqlite-file.js';
import { withWriteLock } from './write-lock.js';

export type Bound = string | number | Uint8Array | null;

/** Resolves with the number of rows changed. */
export type Write<Params extends readonly Bound[]> = (...params: Params) => Promise<number>;

interface Read<Params extends readonly Bound[], Row> {
  first(...params: Params): Promise<Row | undefined>;
  all(...params: Params): Promise<Row[]>;
}

export interface Prepare {
  /** Resolves once it is on disk. */
  write<Params extends readonly Bound[]>(sql: string): Write<Params>;
  /** Reaches the disk with the next write. */
  readonly note: <Params extends readonly Bound[]>(sql: string) => Write<Params>;
  read<Params extends readonly Bound[]>(
    sql: string,
  ): {
    /** libsql types rows as unknown. */
    as<Row>(row: z.ZodType<Row>): Read<Params, Row>;
  };
}

interface PreparerParts {
  readonly db: Sqlite;
  readonly journal: Pick<Journal, 'flush'>;
  /** Throws once nothing may be read or written. */
  readonly check: () => void;
}

/** libsql would keep writing after `close` while a statement lives, so every run calls `check`. */
export function preparer({ db, journal, check }: PreparerParts): Prepare {
  const inTurn = createRetryQueue();
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    return (params: readonly unknown[]) => {
      refuseUnbindable(params);
      check();
      return statement;
    };
  };
  const note: Prepare['note'] = (sql) => {
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
