import { systemClock } from '../domain/time/clock.js';
import type { DurabilityRisk } from '../domain/durability-risks.js';
import { openEmbeddedStore } from './sqlite/embedded.js';
import type { Store, StoreEvents } from './store.js';

interface StoreLocation {
  readonly dataDir: string;
  readonly redisUrl: string | undefined;
  /** What a Redis server may lose, by name. */
  readonly mayLose?: readonly DurabilityRisk[] | undefined;
}

/** The store that the deployment asks for. Rejects with `StoreUnusable`, in words. */
export async function openStore(
  { dataDir, redisUrl, mayLose }: StoreLocation,
  events?: StoreEvents,
): Promise<Store> {
  if (redisUrl === undefined) return openEmbeddedStore(dataDir, systemClock, events);
  // Redis's client is a fifth of what the bot imports, and most have no Redis.
  const { openRedisStore } = await import('./redis/redis.js');
  return openRedisStore(redisUrl, mayLose, events);
}
