import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { StoreUnavailable } from '../../domain/errors/store-errors.js';
import { ReplicaFound, StoreUnusable } from '../unusable.js';

/** What each risk is, and how to set up the server instead. */
const REMEDIES: Readonly<Record<DurabilityRisk, string>> = {
  'appendonly-no':
    'it writes no append-only file, so a crash loses all since its last snapshot; set "appendonly yes"',
  'appendonly-unwritten':
    'it rewrites its append-only file; if that was just switched on, the file isn’t written yet, and a crash loses all since its last snapshot; wait until the rewrite has ended (INFO persistence: aof_rewrite_in_progress:0 and aof_rewrite_scheduled:0), and start again',
  'appendfsync-everysec':
    'it waits a second before it syncs to disk, so a crash loses up to that; set "appendfsync always"',
  'appendfsync-no':
    'it leaves syncing to the system, so a crash loses up to half a minute; set "appendfsync always"',
  'no-appendfsync-on-rewrite':
    'it does not sync while it rewrites its file; set "no-appendfsync-on-rewrite no"',
  eviction: 'it evicts entries when its memory is full; set "maxmemory-policy noeviction"',
  failover:
    'it has replicas, and one that takes over lacks what had not reached it yet; run it without, or, with Postgres, let each commit wait for all of them (synchronous_standby_names = FIRST 2 (…) for two)',
  'unseen-settings':
    'it does not let this user read its settings (CONFIG GET); allow "+config|get", or check them by hand',
  'fsync-off': 'it does not sync to disk, so a crash of its machine loses anything; set "fsync on"',
  'full-page-writes-off':
    'a crash of its machine may tear pages that it has written; set "full_page_writes on"',
  'synchronous-commit-off':
    'it acknowledges before it syncs, so a crash loses up to a second; set "synchronous_commit on"',
  'unlogged-tables':
    'tables of Pitboss are UNLOGGED, so that a crash empties them; ALTER TABLE … SET LOGGED',
  'data-sync-retry':
    'it goes on after a sync to disk failed, though the system may have dropped what was to be written; set "data_sync_retry off"',
  'zero-damaged-pages': 'it empties damaged pages without a word; set "zero_damaged_pages off"',
};

/**
 * For a bot that runs: amid a failover the address may lead to a replica that isn't promoted yet, so
 * such a server is away. Throws whatever else `reading` throws.
 */
export async function awayWhileReplica<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ReplicaFound)) throw error;
    throw new StoreUnavailable('away', 'its server is a replica and takes no writes yet');
  }
}

/** Throws `StoreUnusable` unless every risk was allowed by name. */
export function refuseRisks(
  risks: readonly DurabilityRisk[],
  allowed: readonly DurabilityRisk[],
): void {
  const refused = risks.filter((risk) => !allowed.includes(risk));
  if (refused.length === 0) return;
  throw new StoreUnusable(
    'The server at STORE_URL may lose changes that it has acknowledged, so that one could be sent twice:\n' +
      refused.map((risk) => `  - ${risk}: ${REMEDIES[risk]}.\n`).join('') +
      `To accept that knowingly, name what it may lose: STORE_MAY_LOSE=${risks.join(',')}`,
  );
}

export function allowedRisksWarning(risks: readonly DurabilityRisk[]): string {
  const why = risks.map((risk) => `${risk} (${REMEDIES[risk]})`).join('; ');
  return `the store may lose what it acknowledged, as STORE_MAY_LOSE allows: ${why}`;
}
