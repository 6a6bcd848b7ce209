import type { RedisClientType } from '@keyv/redis';
import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { reasonOf } from './redis-faults.js';
import { StoreUnusable } from '../unusable.js';

type Settings = Readonly<Record<string, string>>;

/**
 * What the server may lose after acknowledging it. Not detected: a disk that lies and, until the
 * next connection, a replica that joins later. Throws `StoreUnusable` for a replica. While it loads
 * its data, when INFO calls the append-only file off, it throws what other commands are told then.
 */
export async function readRisks(client: RedisClientType): Promise<DurabilityRisk[]> {
  const info = await readInfo(client);
  if (isLoading(info)) throw new Error('LOADING');
  if (info['role'] === 'slave') {
    throw new StoreUnusable(
      'The server at STORE_URL is a replica and takes no writes. Point STORE_URL at its primary.',
    );
  }
  return risksOf(info, await readConfig(client));
}

const isLoading = ({ loading }: Settings) => loading !== undefined && loading !== '0';

/** `config` is null if the server doesn't show its settings. */
export function risksOf(info: Settings, config: Settings | null): DurabilityRisk[] {
  const risks: DurabilityRisk[] = [];
  const [appendonly, appendfsync] = [config?.['appendonly'], config?.['appendfsync']];
  if (appendonly === 'no' || info['aof_enabled'] === '0') risks.push('appendonly-no');
  else if (appendfsync === 'everysec') risks.push('appendfsync-everysec');
  else if (appendfsync === 'no') risks.push('appendfsync-no');
  else if (config?.['no-appendfsync-on-rewrite'] === 'yes') risks.push('no-appendfsync-on-rewrite');

  const policy = config?.['maxmemory-policy'] ?? info['maxmemory_policy'];
  const limit = config?.['maxmemory'] ?? info['maxmemory'];
  // `volatile-*` too, because claims expire. Without a limit nothing is evicted.
  if (policy !== undefined && policy !== 'noeviction' && limit !== '0') risks.push('eviction');
  if (Number(info['connected_slaves'] ?? 0) > 0) risks.push('failover');
  const isSeen = appendfsync !== undefined && policy !== undefined && 'role' in info;
  if (!isSeen && !risks.includes('appendonly-no')) risks.push('unseen-settings');
  return risks;
}

async function readConfig(client: RedisClientType): Promise<Settings | null> {
  try {
    // One pattern each: servers before Redis 7 accept no more.
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
