import type { RedisClientType } from '@keyv/redis';
import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { StoreUnavailable } from '../../domain/errors/store-errors.js';
import { reasonOf } from './redis-faults.js';
import { ReplicaFound, StoreUnusable } from '../unusable.js';

type RedisSettings = Readonly<Record<string, string>>;

/**
 * What the server may lose after acknowledging it. Not detected: a disk that lies and, until the
 * next connection, a replica that joins later. Throws `ReplicaFound` for a replica, and
 * `StoreUnusable` in cluster mode. While it loads its data, when INFO calls the append-only file off, it throws what
 * other commands are told then.
 */
export async function readRisks(client: RedisClientType): Promise<DurabilityRisk[]> {
  const info = await readInfo(client);
  if (isLoading(info)) throw new Error('LOADING');
  if (info['role'] === 'slave') {
    throw new ReplicaFound(
      'The server at STORE_URL is a replica and takes no writes. Point STORE_URL at its primary.',
    );
  }
  // Keys that belong together lie on different nodes: MGET and scripts over them fail.
  if (info['cluster_enabled'] === '1') {
    throw new StoreUnusable(
      'The server at STORE_URL runs in cluster mode, where no command can use several keys at once. Use one without ("cluster-enabled no"; at a managed service: cluster mode disabled).',
    );
  }
  return risksOf(info, await readConfig(client));
}

const isLoading = ({ loading }: RedisSettings) => loading !== undefined && loading !== '0';

/** Passes by itself. */
const PASSING = 'appendonly-unwritten';

/**
 * As long as a file that was switched on isn't written. Redis shows a rewrite of a whole file just
 * the same: its sizes may be those of a file from before it was off.
 */
const isRewriting = (info: RedisSettings) =>
  ['aof_rewrite_in_progress', 'aof_rewrite_scheduled'].some((name) => info[name] === '1');

/**
 * Throws `StoreUnavailable` while nothing but a rewrite keeps the server from being used. A bot that
 * runs waits for its end: it may be one that a sound server does from time to time.
 */
export function waitForPassing(
  risks: readonly DurabilityRisk[],
  allowed: readonly DurabilityRisk[],
): void {
  const refused = risks.filter((risk) => !allowed.includes(risk));
  if (refused.join() === PASSING)
    throw new StoreUnavailable('away', 'its append-only file may not be written yet');
}

/** `config` is null if the server doesn't show its settings. */
export function risksOf(info: RedisSettings, config: RedisSettings | null): DurabilityRisk[] {
  const [appendonly, appendfsync] = [config?.['appendonly'], config?.['appendfsync']];
  const isOff = appendonly === 'no' || info['aof_enabled'] === '0';
  const risks: DurabilityRisk[] = !isOff && isRewriting(info) ? [PASSING] : [];
  if (isOff) risks.push('appendonly-no');
  else if (appendfsync === 'everysec') risks.push('appendfsync-everysec');
  else if (appendfsync === 'no') risks.push('appendfsync-no');
  else if (config?.['no-appendfsync-on-rewrite'] === 'yes') risks.push('no-appendfsync-on-rewrite');

  const policy = config?.['maxmemory-policy'] ?? info['maxmemory_policy'];
  const limit = config?.['maxmemory'] ?? info['maxmemory'];
  // `volatile-*` too, because claims expire. Without a limit nothing is evicted.
  if (policy !== undefined && policy !== 'noeviction' && limit !== '0') risks.push('eviction');
  if (Number(info['connected_slaves'] ?? 0) > 0) risks.push('failover');
  const isSeen = appendfsync !== undefined && policy !== undefined && 'role' in info;
  if (!isSeen && !isOff) risks.push('unseen-settings');
  return risks;
}

async function readConfig(client: RedisClientType): Promise<RedisSettings | null> {
  try {
    // One pattern each: servers before Redis 7 accept no more.
    return { ...(await client.configGet('*append*')), ...(await client.configGet('maxmemory*')) };
  } catch (error) {
    return unlessForbidden(error, null);
  }
}

async function readInfo(client: RedisClientType): Promise<RedisSettings> {
  try {
    const lines = (await client.info()).split(/\r?\n/);
    return Object.fromEntries(
      lines.flatMap((line) => {
        const [name = '', ...value] = line.split(':');
        return value.length === 0 ? [] : [[name, value.join(':')]];
      }),
    );
  } catch (error) {
    return unlessForbidden(error, {});
  }
}

/** Managed servers rename such commands (ERR unknown command) or forbid them (NOPERM). */
function unlessForbidden<Otherwise>(error: unknown, otherwise: Otherwise): Otherwise {
  if (['ERR', 'NOPERM'].includes(reasonOf(error))) return otherwise;
  throw error;
}
