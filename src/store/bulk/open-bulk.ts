import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { fromText } from '../adapter/namespace.js';
import { storeKind } from '../store-kind.js';
import { StoreUnusable } from '../unusable.js';
import { refuseNewer, VERSION_PLACE } from '../store-version.js';
import { refuseMissing } from '../sqlite/missing-file.js';
import { openBulkSqlite } from '../sqlite/bulk-sqlite.js';
import { nameOfUrl, type BulkStore } from '../adapter/bulk-store.js';

export interface WholeLocation {
  /** Of an embedded store. */
  readonly dataDir: string;
  /** Of a shared one. */
  readonly url: string | undefined;
}

/**
 * `read` and `export`: while the bot may run. The others while nobody uses it: `empty` to move everything out of
 * it, `change` to take something out, and `fill` to write everything into it, which makes it if it
 * is missing.
 */
type StoreUse =
  | { readonly to: 'read' | 'export' | 'empty' }
  | { readonly to: 'change' | 'fill'; readonly mayLose: readonly DurabilityRisk[] };

/**
 * The store there as a whole, whether it is closed or not. `mayLose`: what a server that is filled
 * may lose. Rejects with `StoreUnusable`, in words, which never hold the URL.
 */
export async function openBulk(location: WholeLocation, use: StoreUse): Promise<BulkStore> {
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

async function openKind({ dataDir, url }: WholeLocation, use: StoreUse): Promise<BulkStore> {
  if (url === undefined) {
    if (use.to !== 'fill') refuseMissing(dataDir);
    // A value that can't be read keeps nobody from taking out what has another key, nor itself.
    return openBulkSqlite(dataDir, {
      isAlone: use.to !== 'read' && use.to !== 'export',
      mayBeDamaged: use.to === 'change' || use.to === 'export',
    });
  }
  const mayLose = 'mayLose' in use ? use.mayLose : null;
  if (storeKind(url) === 'postgres') {
    const { openBulkPostgres } = await import('../postgres/bulk-postgres.js');
    return openBulkPostgres(url, mayLose);
  }
  const { openBulkRedis } = await import('../redis/bulk-redis.js');
  return openBulkRedis(url, mayLose);
}
