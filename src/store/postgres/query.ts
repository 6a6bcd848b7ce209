import type { QueryResult, QueryResultRow } from 'pg';

/** One statement on any connection. Throws `StoreUnavailable`, without what the library says. */
export type RunQuery = <Row extends QueryResultRow>(
  statement: string,
  values: readonly unknown[],
) => Promise<QueryResult<Row>>;
