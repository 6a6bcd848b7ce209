import { UserError } from '../errors.js';
import { sitesOf } from '../pool/names.js';
import { PoolError } from '../pool/pool-error.js';
import type { Pool } from '../pool/pool.js';

export interface TestedKey {
  readonly subaccounts: number;
  readonly sites: number;
}

/** One read past the cache, with a key that nobody relies on yet. @throws UserError, PoolError */
export async function testKey(pool: Pool): Promise<TestedKey> {
  try {
    const list = await pool.fresh().subaccounts();
    return { subaccounts: list.rows.length, sites: sitesOf(list).length };
  } catch (error) {
    throw error instanceof PoolError ? judged(error) : error;
  }
}

/** Only the pool's own answer judges a key; without one nothing is known of it. */
function judged(error: PoolError): UserError | PoolError {
  const { kind, details } = error;
  const status = details.status === undefined ? '' : ` (${details.status})`;
  if (kind === 'key' || kind === 'forbidden') {
    const why = kind === 'key' ? 'It doesn’t accept it' : 'It has no access to the subaccounts';
    return new UserError(
      'The pool refused this key',
      `${why}${status}. Check the key in the pool’s console.`,
    );
  }
  if (kind === 'foreign' || kind === 'missing' || kind === 'unreadable') {
    return new UserError(
      'The key couldn’t be checked',
      `Something between Pitboss and the pool answered${status}, so nothing was stored: tell the bot’s operator.`,
    );
  }
  return error;
}
