import type { QueryResult, QueryResultRow } from 'pg';

/** Runs one statement on any connection. Throws `StoreUnavailable`, without the library's words. */
export type RunQuery = <Row extends QueryResultRow>(
  statement: string,
  values: readonly unknown[],
) => Promise<QueryResult<Row>>;
