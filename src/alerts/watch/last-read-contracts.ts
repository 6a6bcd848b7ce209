import { ifDamaged } from '../../domain/errors/store-errors.js';
import { z } from 'zod';
import type { Store } from '../../store/store.js';
import type { KnownApprovals } from './measure/approvals.js';
import type { KnownContracts } from './measure/contracts.js';

/** What was last seen at the pool, to recognise events and waits; one entry per guild. */
const SPACE = 'alert-seen';

const seen = z.object({
  /** By rule. */
  contracts: z
    .record(
      z.string(),
      z.object({
        mark: z.string(),
        contracts: z.record(
          z.string(),
          z.union([
            z.tuple([z.string(), z.number(), z.array(z.string().nullable())]),
            z.tuple([z.string(), z.number()]),
          ]),
        ),
      }),
    )
    .default({}),
  approvals: z
    .record(z.string(), z.object({ mark: z.string(), since: z.record(z.string(), z.number()) }))
    .default({}),
});
export interface LastSeen {
  readonly contracts: Readonly<Record<string, KnownContracts>>;
  readonly approvals: Readonly<Record<string, KnownApprovals>>;
}

export const NOTHING_SEEN: LastSeen = { contracts: {}, approvals: {} };

export function createLastSeenStore(store: Pick<Store, 'namespace' | 'compareAndSet'>) {
  const space = store.namespace<unknown>(SPACE);
  return {
    async read(guildId: string): Promise<{ readonly stored: unknown; readonly seen: LastSeen }> {
      // What can't be read counts as never looked at, and must not stand in the way of `write`.
      const stored = await ifDamaged(space.get(guildId), async () => {
        await space.delete(guildId);
        return undefined;
      });
      const parsed = seen.safeParse(stored ?? {});
      return { stored, seen: parsed.success ? parsed.data : NOTHING_SEEN };
    },
    /** If another process was first, its look counts, and the next one compares with that. */
    write: (guildId: string, stored: unknown, next: LastSeen) =>
      store.compareAndSet<unknown>(SPACE, guildId, { now: stored, next }),
    has: async (guildId: string) => (await space.get(guildId)) !== undefined,
    forget: async (guildId: string) => void (await space.delete(guildId)),
  };
}

export type LastSeenStore = ReturnType<typeof createLastSeenStore>;
