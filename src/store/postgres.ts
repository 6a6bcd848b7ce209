import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import { FatalError, reasonOf, UserError } from '../errors.js';

/** Connections lost, too many of them, or the server starting or stopping, by SQLSTATE. */
const TRANSIENT = /^(08|53|57P)/;

/**
 * While the server is away queries throw a UserError; nothing is queued, and it goes on by itself
 * when the server is back. @throws FatalError if it does not answer now
 */
export async function openPostgres(url: string): Promise<PostgresDialect> {
  const { DatabaseError, Pool, types } = await import('pg');
  const pool = new Pool({
    connectionString: url,
    max: 8,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    query_timeout: 15_000,
    // A process that lost its machine must not hold a guild's row for hours.
    idle_in_transaction_session_timeout: 30_000,
    types: {
      getTypeParser: (id, format) =>
        id === types.builtins.INT8 ? Number : types.getTypeParser(id, format),
    },
  });
  // Emitted when a connection breaks between two queries; the next query reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const isLost = (error: unknown) =>
    !(error instanceof DatabaseError) || TRANSIENT.test(error.code ?? '');
  const explain = (error: unknown): never => {
    if (!isLost(error)) throw error;
    throw new UserError(
      'The database does not answer',
      'Try again in a minute. A change that was confirmed already is not sent again.',
      { cause: error },
    );
  };
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect().catch(explain);
    let isBroken = false;
    const query = (text: string, values: unknown[]) =>
      client.query(text, values).catch((error: unknown) => {
        isBroken ||= isLost(error);
        return explain(error);
      });
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type's other form is for cursors, which Kysely uses only with its option `cursor`
      query: query as unknown as PostgresPoolClient['query'],
      release: () => client.release(isBroken),
    };
  };

  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new FatalError(`Postgres at STORE_URL does not answer: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  return new PostgresDialect({ pool: { connect, end: () => pool.end() } });
}
