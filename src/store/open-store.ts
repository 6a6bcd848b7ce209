import { systemClock } from '../domain/time/clock.js';
import type { StoreRisk } from '../domain/store-risks.js';
import { openEmbeddedStore } from './sqlite/embedded.js';
import { openRedisStore } from './redis/redis.js';
import type { Store, StoreEvents } from './store.js';

interface Place {
  readonly dataDir: string;
  readonly redisUrl: string | undefined;
  /** What a Redis server may lose, by name. */
  readonly mayLose?: readonly StoreRisk[] | undefined;
}

/** The store that the deployment asks for. Rejects with `StoreUnusable`, in words. */
export function openStore(
  { dataDir, redisUrl, mayLose }: Place,
  events?: StoreEvents,
): Promise<Store> {
  return redisUrl === undefined
    ? openEmbeddedStore(dataDir, systemClock, events)
    : openRedisStore(redisUrl, mayLose, events);
}
