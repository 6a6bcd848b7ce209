import { part } from '../../src/cards/failures.js';
import { PoolError } from '../../src/pool/pool-error.js';
import type { Scalar } from '../../src/pool/schemas.js';
import type { Context } from '../context.js';

/** The name of a site of which a record gives the id; undefined where the pool doesn't tell it. */
export async function siteNameOf(
  id: Scalar | null | undefined,
  { pool }: Context,
): Promise<string | undefined> {
  if (!id) return undefined;
  const sites = await part(pool.sites());
  return sites instanceof PoolError
    ? undefined
    : sites.find((site) => site.id === String(id))?.name;
}
