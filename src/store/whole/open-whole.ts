import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { fromText } from '../adapter/namespace.js';
import { storeKind } from '../store-kind.js';
import { StoreUnusable } from '../unusable.js';
import { refuseNewer, VERSION_PLACE } from '../store-version.js';
import { openWholeSqlite } from '../sqlite/whole-sqlite.js';
import { nameOfUrl, type WholeStore } from '../adapter/whole-store.js';

export interface WholeLocation {
  /** Of an embedded store. */
  readonly dataDir: string;
  /** Of a shared one. */
  readonly url: string | undefined;
}

/**
 * `read`: while the bot may run. `empty`: to move everything out of it, and `fill`: to write
 * everything into it, both while nobody uses it.
 */
type Use =
  | { readonly to: 'read' | 'empty' }
  | { readonly to: 'fill'; readonly mayLose: readonly DurabilityRisk[] };

/**
 * The store there as a whole, whether it is closed or not. `mayLose`: what a server that is filled
 * may lose. Rejects with `StoreUnusable`, in words, which never hold the URL.
 */
export async function openWhole(location: WholeLocation, use: Use): Promise<WholeStore> {
  const store = await openKind(location, use).catch((error: unknown) => {
    throw inItsName(error, location);
  });
  try {
    refuseNewer(fromText(await store.entry(VERSION_PLACE)));
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The tools may be told of a store that is not the environment's. */
function inItsName(error: unknown, { url }: WholeLocation): unknown {
  if (!(error instanceof StoreUnusable) || url === undefined) return error;
  return new StoreUnusable(error.message.replaceAll('STORE_URL', nameOfUrl(url)), { cause: error });
}

async function openKind({ dataDir, url }: WholeLocation, use: Use): Promise<WholeStore> {
  if (url === undefined) return openWholeSqlite(dataDir, { isAlone: use.to !== 'read' });
  const mayLose = use.to === 'fill' ? use.mayLose : null;
  if (storeKind(url) === 'postgres') {
    const { openWholePostgres } = await import('../postgres/whole-postgres.js');
    return openWholePostgres(url, mayLose);
  }
  const { openWholeRedis } = await import('../redis/whole-redis.js');
  return openWholeRedis(url, mayLose);
}
