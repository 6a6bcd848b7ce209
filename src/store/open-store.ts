import { openEmbeddedStore } from './embedded.js';
import { openRedisStore } from './redis.js';
import type { Store } from './store.js';

/** The store that the deployment asks for. Rejects with `StoreUnusable`, in words. */
export function openStore(place: {
  readonly dataDir: string;
  readonly redisUrl: string | undefined;
}): Promise<Store> {
  const { dataDir, redisUrl } = place;
  return redisUrl === undefined ? openEmbeddedStore(dataDir) : openRedisStore(redisUrl);
}
