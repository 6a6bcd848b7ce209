import type { ClientBase } from 'pg';
import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { ReplicaFound, StoreUnusable } from '../unusable.js';

/** As `SHOW` returns them, which any user may read. */
export interface PostgresSettings {
  readonly encoding: string;
  readonly isReplica: boolean;
  readonly fsync: 'on' | 'off';
  readonly fullPageWrites: 'on' | 'off';
  /** Null where the server doesn't know it. */
  readonly dataSyncRetry: 'on' | 'off' | null;
  readonly zeroDamagedPages: 'on' | 'off' | null;
  readonly synchronousCommit: string;
  readonly standbyNames: string;
  /** The number of standbys. */
  readonly standbys: number;
  /** The number of Pitboss's tables that a crash empties. */
  readonly unlogged: number;
}

/** A backup in progress never takes over. A follower whose state is hidden may be anything. */
const SETTINGS = `SELECT
  current_setting('server_encoding') AS encoding,
  pg_is_in_recovery() AS "isReplica",
  current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS "fullPageWrites",
  current_setting('data_sync_retry', true) AS "dataSyncRetry",
  current_setting('zero_damaged_pages', true) AS "zeroDamagedPages",
  current_setting('synchronous_commit') AS "synchronousCommit",
  current_setting('synchronous_standby_names') AS "standbyNames",
  (SELECT count(*)::int FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup') AS standbys,
  (SELECT count(*)::int FROM pg_class WHERE relkind = 'r' AND relpersistence <> 'p'
    AND starts_with(relname, 'pitboss_') AND pg_table_is_visible(oid)) AS unlogged`;

/**
 * What the server may lose after acknowledging it on this connection. Not detected: a disk that
 * lies and, until the next connection, a standby that joins later. Throws `ReplicaFound` for a
 * standby.
 */
export async function readRisks(client: Pick<ClientBase, 'query'>): Promise<DurabilityRisk[]> {
  const { rows } = await client.query<PostgresSettings>(SETTINGS);
  const [found] = rows;
  if (found === undefined) throw new Error('no settings');
  if (found.isReplica)
    throw new ReplicaFound(
      'The server at STORE_URL is a standby and takes no writes. Point STORE_URL at its primary.',
    );
  if (found.encoding !== 'UTF8')
    throw new StoreUnusable(
      `The database at STORE_URL keeps text as ${found.encoding}, which can’t hold every name. Create it with ENCODING 'UTF8'.`,
    );
  return risksOf(found);
}

export function risksOf(found: Omit<PostgresSettings, 'encoding' | 'isReplica'>): DurabilityRisk[] {
  const { synchronousCommit } = found;
  const risks: DurabilityRisk[] = [];
  if (found.fsync === 'off') risks.push('fsync-off');
  if (found.unlogged > 0) risks.push('unlogged-tables');
  if (found.fullPageWrites === 'off') risks.push('full-page-writes-off');
  if (found.dataSyncRetry === 'on') risks.push('data-sync-retry');
  if (found.zeroDamagedPages === 'on') risks.push('zero-damaged-pages');
  if (synchronousCommit === 'off') risks.push('synchronous-commit-off');
  // A commit waits for a standby's disk only with both: a name in the list, and at least `on`.
  const waits = ['on', 'remote_apply'].includes(synchronousCommit);
  const awaited = waits ? awaitedBy(found.standbyNames) : 0;
  // Which one takes over is not in the settings.
  if (found.standbys > awaited) risks.push('failover');
  return risks;
}

/** How many standbys a commit waits for; a list without a number means one (section 20.6.2). */
function awaitedBy(standbyNames: string): number {
  if (standbyNames.trim() === '') return 0;
  return Number(/^\s*(?:first\s|any\s)?\s*(\d+)\s*\(/i.exec(standbyNames)?.[1] ?? 1);
}
