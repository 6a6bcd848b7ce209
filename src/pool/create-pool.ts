import { createClient, type Client, type ClientParts } from './client.js';
import { createHttp, type HttpOptions } from './http.js';
import { findSite, findSubaccount, namesIn, sitesOf } from './names.js';
import { createOperations } from './operations.js';
import type { Pool } from './pool.js';
import { createScopes } from './scopes.js';

export type PoolApiOptions = HttpOptions & Omit<ClientParts, 'http'>;

export interface PoolApi {
  /** Servers with the same key share its queue and cache. */
  forKey(key: string): Pool;
}

export function createPoolApi({ clock, metrics, log, ...options }: PoolApiOptions): PoolApi {
  const httpOf = createHttp(options);
  const pools = new Map<string, Pool>();
  return {
    forKey(key) {
      const known = pools.get(key);
      if (known !== undefined) return known;
      const pool = createPool(createClient({ http: httpOf(key), clock, metrics, log }));
      pools.set(key, pool);
      return pool;
    },
  };
}

function createPool(client: Client, needFilter = new Set<string>(), fresh = false): Pool {
  const allNames = async () => namesIn(await operations.subaccounts());
  const readWithin = createScopes(allNames, needFilter);
  const operations = createOperations((ask) => client.read(ask, fresh), readWithin);
  const sites = async () => sitesOf(await operations.subaccounts());
  return {
    ...operations,
    send: client.send,
    sites,
    siteNamed: async (name) => findSite(await sites(), name),
    subaccountNamed: async (name) => findSubaccount(await operations.subaccounts(), name),
    fresh: () => createPool(client, needFilter, true),
  };
}
