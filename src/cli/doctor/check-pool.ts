import type { Config } from '../../config/config.js';
import { PoolForbidden, PoolKeyRefused } from '../../domain/errors/pool-errors.js';
import { toResult } from '../../domain/errors/result.js';
import { createPoolClients } from '../../pool-api/pool-clients.js';
import { failureSentence } from '../../views/errors/failures.js';
import { failed, ok, warning, type Finding } from './finding.js';

/** Refused by any pool: keys stay in the store, and this check needs none. */
const MADE_UP_KEY = 'pitboss-doctor';

/** Whether the pool's API is where POOL_API_URL says: it has to refuse a made-up key. */
export async function checkPool({ apiUrl, ...pool }: Config['pool']): Promise<Finding> {
  const clients = createPoolClients({ baseUrl: apiUrl, ...pool, retryPolicy: { retries: 1 } });
  const what = 'Pool';
  const answer = await toResult(clients.withKey(MADE_UP_KEY).listSubaccounts());
  if (answer.ok)
    return warning(what, `${apiUrl} answers whatever the key is: is it the pool’s API?`);
  const { error } = answer;
  return error instanceof PoolKeyRefused || error instanceof PoolForbidden
    ? ok(what, `${apiUrl} answers, and refuses a made-up key as it should`)
    : failed(what, `${apiUrl}: ${failureSentence(error)}`);
}
