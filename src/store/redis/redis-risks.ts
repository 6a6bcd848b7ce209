import type { RedisClientType } from '@keyv/redis';
import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { reasonOf } from './redis-faults.js';
import { StoreUnusable } from '../unusable.js';

type Settings = Readonly<Record<string, string>>;

/** What each risk is, and what the server has to be told instead. */
const REMEDIES: Readonly<Record<DurabilityRisk, string>> = {
  'appendonly-no':
    'it writes no append-only file, so a crash loses all since its last snapshot; set "appendonly yes"',
  'appendfsync-everysec':
    'it waits a second before it syncs to disk, so a crash loses up to that; set "appendfsync always"',
  'appendfsync-no':
    'it leaves syncing to the system, so a crash loses up to half a minute; set "appendfsync always"',
  'no-appendfsync-on-rewrite':
    'it does not sync while it rewrites its file; set "no-appendfsync-on-rewrite no"',
  eviction: 'it evicts entries when its memory is full; set "maxmemory-policy noeviction"',
  failover:
    'it has replicas, and one that takes over lacks what had not reached it yet; run it without',
  'unseen-settings':
    'it does not let this user read its settings (CONFIG GET); allow "+config|get", or check them by hand',
};

/**
 * What the server may lose of what it acknowledged. Not seen: a disk that lies, and, until the
 * next connection, a replica that joins later. Throws `StoreUnusable` for a replica.
 */
export async function readRisks(client: RedisClientType): Promise<DurabilityRisk[]> {
  const info = await readInfo(client);
  if (info['role'] === 'slave') {
    throw new StoreUnusable(
      'The server at REDIS_URL is a replica and takes no writes. Point REDIS_URL at its primary.',
    );
  }
  return risksOf(info, await readConfig(client));
}

/** `config` is null where the server doesn't show its settings. */
export function risksOf(info: Settings, config: Settings | null): DurabilityRisk[] {
  const risks: DurabilityRisk[] = [];
  const [appendonly, appendfsync] = [config?.['appendonly'], config?.['appendfsync']];
  if (appendonly === 'no' || info['aof_enabled'] === '0') risks.push('appendonly-no');
  else if (appendfsync === 'everysec') risks.push('appendfsync-everysec');
  else if (appendfsync === 'no') risks.push('appendfsync-no');
  else if (config?.['no-appendfsync-on-rewrite'] === 'yes') risks.push('no-appendfsync-on-rewrite');

  const policy = config?.['maxmemory-policy'] ?? info['maxmemory_policy'];
  const limit = config?.['maxmemory'] ?? info['maxmemory'];
  // `volatile-*` too: claims expire. Without a limit nothing is evicted.
  if (policy !== undefined && policy !== 'noeviction' && limit !== '0') risks.push('eviction');
  if (Number(info['connected_slaves'] ?? 0) > 0) risks.push('failover');
  const isSeen = appendfsync !== undefined && policy !== undefined && 'role' in info;
  if (!isSeen && !risks.includes('appendonly-no')) risks.push('unseen-settings');
  return risks;
}

/** Throws `StoreUnusable` unless all that may be lost was allowed by name. */
export function refuseRisks(
  risks: readonly DurabilityRisk[],
  allowed: readonly DurabilityRisk[],
): void {
  const refused = risks.filter((risk) => !allowed.includes(risk));
  if (refused.length === 0) return;
  throw new StoreUnusable(
    'The server at REDIS_URL may lose changes that it has acknowledged, so that one could be sent twice:\n' +
      refused.map((risk) => `  - ${risk}: ${REMEDIES[risk]}.\n`).join('') +
      `To accept that knowingly, name what it may lose: REDIS_MAY_LOSE=${risks.join(',')}`,
  );
}

export function allowedRisksWarning(risks: readonly DurabilityRisk[]): string {
  const why = risks.map((risk) => `${risk} (${REMEDIES[risk]})`).join('; ');
  return `the store may lose what it acknowledged, as REDIS_MAY_LOSE allows: ${why}`;
}

async function readConfig(client: RedisClientType): Promise<Settings | null> {
  try {
    // One pattern each: servers before Redis 7 take no more.
    return { ...(await client.configGet('*append*')), ...(await client.configGet('maxmemory*')) };
  } catch (error) {
    return unlessForbidden(error, null);
  }
}

async function readInfo(client: RedisClientType): Promise<Settings> {
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
