import { systemClock } from '../domain/time/clock.js';
import type { DurabilityRisk } from '../domain/durability-risks.js';
import { measureStore } from './adapter/measured-store.js';
import { openEmbeddedStore } from './sqlite/sqlite.js';
import { refuseMissing } from './sqlite/missing-file.js';
import { checkVersion } from './store-version.js';
import { CLOSED, refuseClosed } from './closed-store.js';
import { storeKind } from './store-kind.js';
import { orUnusable } from './unusable.js';
import type { Store, StoreEvents } from './store.js';

interface StoreLocation {
  readonly dataDir: string;
  /** For a shared store. */
  readonly url: string | undefined;
  /** What its server may lose, by name. */
  readonly mayLose?: readonly DurabilityRisk[] | undefined;
}

/** Opens the store that the deployment asks for. Rejects with `StoreUnusable`, in words. */
export async function openStore(location: StoreLocation, events?: StoreEvents): Promise<Store> {
  const store = await openForm(location, events);
  try {
    await orUnusable(checkOpen(store));
  } catch (error) {
    await store.close();
    throw error;
  }
  return events?.onCall === undefined ? store : measureStore(store, events.onCall);
}

/** For a tool: where there is no store, none is made. */
export async function openExistingStore(location: StoreLocation): Promise<Store> {
  if (location.url === undefined) refuseMissing(location.dataDir);
  return openStore(location);
}

async function checkOpen(store: Store): Promise<void> {
  await checkVersion(store);
  refuseClosed(await store.namespace(CLOSED.space).get(CLOSED.key));
}

async function openForm(
  { dataDir, url, mayLose }: StoreLocation,
  events?: StoreEvents,
): Promise<Store> {
  if (url === undefined) return openEmbeddedStore(dataDir, systemClock, events);
  // Their clients are a fifth of what the bot imports, and most have neither.
  if (storeKind(url) === 'postgres') {
    const { openPostgresStore } = await import('./postgres/postgres.js');
    return openPostgresStore(url, mayLose, events);
  }
  const { openRedisStore } = await import('./redis/redis.js');
  return openRedisStore(url, mayLose, events);
}
