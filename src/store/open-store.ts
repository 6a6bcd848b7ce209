import { systemClock } from '../domain/clock.js';
import { openEmbeddedStore } from './embedded.js';
import { openRedisStore } from './redis.js';
import type { Store } from './store.js';

interface Place {
  readonly dataDir: string;
  readonly redisUrl: string | undefined;
}

/**
 * The store that the deployment asks for. Rejects with `StoreUnusable`, in words. `onBroken` is
 * told, once, when it can be used no more and the process has to start anew.
 */
export function openStore(
  { dataDir, redisUrl }: Place,
  onBroken?: (error: Error) => void,
): Promise<Store> {
  return redisUrl === undefined
    ? openEmbeddedStore(dataDir, systemClock, onBroken)
    : openRedisStore(redisUrl);
}
