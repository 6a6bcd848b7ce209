import { PostgresDialect } from 'kysely';
import { FatalError, reasonOf, UserError } from '../errors.js';

/**
 * While Postgres is down, connecting throws a UserError. Nothing is queued, and work goes on by itself
 * once it is back. @throws FatalError if it does not answer now
 */
export async function openPostgres(url: string): Promise<PostgresDialect> {
  const { Pool, types } = await import('pg');
  types.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({
    connectionString: url,
    max: 8,
    // The pool drops a connection that breaks; one whose server vanished silently it drops by age.
    maxLifetimeSeconds: 60,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    query_timeout: 15_000,
    // A process that lost its machine must not hold a guild's row for hours.
    idle_in_transaction_session_timeout: 30_000,
  });
  // Without listeners a connection that breaks ends the process; its queries fail by themselves.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const first = await pool.connect().catch((cause: unknown) => {
    throw new FatalError(`Postgres at STORE_URL does not answer: ${reasonOf(cause)}.`, { cause });
  });
  first.release();

  const connect = () =>
    pool.connect().catch((cause: unknown) => {
      throw new UserError(
        'The database does not answer',
        'Try again in a minute. A change that was confirmed already is not sent again.',
        { cause },
      );
    });
  return new PostgresDialect({ pool: { connect, end: () => pool.end() } });
}
