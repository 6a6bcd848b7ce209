import { ifDamaged } from '../domain/errors/store-errors.js';
import { createHash } from 'node:crypto';
import type { Caller, Context } from '../command.js';
import { toResult, type Result } from '../domain/errors/result.js';
import { AccessDenied, DamagedKey, NotConnected } from '../domain/errors/user-errors.js';
import { createExportCounts } from '../fleet/miner-exports/export-counts.js';
import type { Guilds } from '../guilds/guilds.js';
import { createRecentIds } from '../guilds/recent-ids.js';
import type { PoolClient } from '../pool-api/client.js';
import type { PoolClients } from '../pool-api/pool-clients.js';
import type { Store } from '../store/store.js';
import { forgottenSentence } from '../views/kit/paging.js';
import { notConnectedWords } from '../views/setup/connect-key.js';
import { memberWithoutKey } from './strip-key-from-attempts.js';
import { checkBeforeSaving } from './check-before-saving.js';
import { DAY_MS } from '../domain/time/units.js';

/** What all contexts share. */
type SharedContext = Pick<
  Context,
  'alerts' | 'changes' | 'clock' | 'commands' | 'daily' | 'deployment' | 'exports' | 'follow'
>;

interface ContextParts extends SharedContext {
  readonly store: Store;
  readonly guilds: Guilds;
  readonly pools: Pick<PoolClients, 'holdsKey' | 'withoutKey'>;
}

const REMEMBERED_MS = 90 * DAY_MS;

/** Gives each interaction its context: the guild's settings, its opened key, its workspace. */
export function createContexts({ store, pools, ...shared }: ContextParts) {
  const { guilds, changes, deployment } = shared;
  const recentIds = createRecentIds(store, (guildId) => guilds.keyInfo(guildId));
  const exportCounts = createExportCounts(store);
  const memory = store.namespace<unknown>('remembered');
  return async (caller: Caller, isWriting = false): Promise<Context> => {
    // First: what is read below may be of before a removal.
    const guard = isWriting && (await toResult(changes.settings.guardMembership(caller.guildId)));
    const [settings, opened] = await Promise.all([
      changes.settings.inForce(caller.guildId),
      toResult(guilds.openKey(caller.guildId)),
    ]);
    // Connecting another key, freezing and cancelling must not need the damaged one.
    if (!opened.ok && !(opened.error instanceof DamagedKey)) throw opened.error;
    const connected = opened.ok ? opened.value : null;
    const key = connected?.key ?? null;
    return {
      ...caller,
      member: memberWithoutKey(pools, key, caller.member),
      settings,
      ...shared,
      ...(guard && checkBeforeSaving(shared, () => checkWith(guard))),
      exportCounts,
      recentIds,
      connectedAt: connected?.connectedAt ?? 0,
      get pool(): PoolClient {
        if (!opened.ok) throw opened.error;
        if (key === null) throw new NotConnected(notConnectedWords);
        return deployment.poolWithKey(key);
      },
      holdsKey: (text) => key !== null && pools.holdsKey(key, text),
      async remember(value) {
        const json = JSON.stringify(value);
        const id = createHash('sha256').update(json).digest('base64url').slice(0, 16);
        await memory.set(`${caller.guildId}:${id}`, value, REMEMBERED_MS);
        return id;
      },
      async recall(id, schema) {
        const found = schema.safeParse(
          await ifDamaged(memory.get(`${caller.guildId}:${id}`), () => undefined),
        );
        if (!found.success) throw new AccessDenied('unknown-id', forgottenSentence);
        return found.data;
      },
    };
  };
}

/** Where the trail couldn't be read, only what saves something fails. */
async function checkWith(guard: Result<() => Promise<void>>): Promise<void> {
  if (!guard.ok) throw guard.error;
  await guard.value();
}
