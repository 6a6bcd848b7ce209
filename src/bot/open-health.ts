import { ConfigError, type Config, type MasterKeyConfig } from '../config/config.js';
import type { Clock } from '../domain/time/clock.js';
import { codeOf } from '../domain/errors/error-code.js';
import { confirmMasterKey } from '../guilds/keys/master-keys.js';
import { startHealth, type Health, type HealthOptions } from '../ops/health.js';
import { createReadiness, createWriteProbe } from '../ops/readiness.js';
import type { Store, StoreCall } from '../store/store.js';
import { SECOND_MS } from '../domain/time/units.js';

/** Null if HEALTH_PORT isn't set. Throws a `ConfigError` if the port can't be had. */
export async function openHealth(
  { health }: Config,
  parts: Pick<HealthOptions, 'registry' | 'ready'>,
): Promise<Health | null> {
  if (health === undefined) return null;
  try {
    return await startHealth({ ...health, registry: parts.registry, ready: parts.ready });
  } catch (error) {
    const reason = codeOf(error) ?? String(error);
    throw new ConfigError([
      `HEALTH_PORT ${health.port} on ${health.host} cannot be had: ${reason}.`,
    ]);
  }
}

/**
 * Whether trails can grow. A small write like the probe's may still fit where an entry doesn't: the
 * pages of a table on a full disk have some room left.
 */
export function createAppendWatch(clock: Clock) {
  let failedAt: number | null = null;
  return {
    see({ operation, fault }: StoreCall): void {
      if (operation === 'append') failedAt = fault === null ? null : clock.now();
    },
    /** Null if the last one succeeded, or none was tried. */
    failedAt: () => failedAt,
  };
}

/** Short, because nobody reads it. */
const WRITE_TTL_MS = SECOND_MS;

/** Whether the store can be used; logs it if not. */
export function createStoreProbe(
  store: Store,
  masterKeys: MasterKeyConfig,
  onError: (what: string, error: unknown) => void,
) {
  const onFault = (error: unknown) => onError('the store cannot be used', error);
  const answers = createReadiness(() => confirmMasterKey(store, masterKeys), onFault);
  const probes = store.namespace<true>('readyz');
  const write = async () => void (await probes.set('probe', true, WRITE_TTL_MS));
  const takes = createWriteProbe(write, onFault);
  return {
    /** Only reads. */
    look: async (): Promise<void> => void (await answers()),
    /** Returns once the store has taken a write; throws if it doesn't. */
    write,
    isUsable: async (): Promise<boolean> => (await answers()) && (await takes()),
  };
}
