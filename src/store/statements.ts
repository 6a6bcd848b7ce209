import type { Sqlite } from './sqlite-file.js';

type Bound = string | number | null;

/** One prepared statement with the types of what goes in and what a row is. */
export interface Query<Params extends readonly Bound[], Row> {
  get(...params: Params): Row | undefined;
  all(...params: Params): Row[];
  /** How many rows were changed. */
  run(...params: Params): number;
}

export type Prepare = <Params extends readonly Bound[], Row = never>(
  sql: string,
) => Query<Params, Row>;

/**
 * Prepares each statement once. libsql would go on writing after `close` while a statement
 * lives, so every run asks `isOpen` first.
 */
export function preparer(db: Sqlite, isOpen: () => boolean): Prepare {
  return <Params extends readonly Bound[], Row>(sql: string): Query<Params, Row> => {
    const statement = db.prepare(sql);
    const open = () => {
      if (!isOpen()) throw new Error('the store is closed');
      return statement;
    };
    return {
      // libsql types every row as unknown; Row is stated beside the SQL that selects its columns.
      get: (...params) => open().get(...params) as Row | undefined,
      // As above.
      all: (...params) => open().all(...params) as Row[],
      run: (...params) => open().run(...params).changes,
    };
  };
}
