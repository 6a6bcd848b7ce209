import { guildAlerts, NO_ALERTS, type GuildAlerts } from '../domain/alerts/alert.js';
import type { Store } from '../store/store.js';
import { openSharedRows } from '../store/rows.js';

const SPACE = 'alert-states';

/** The state of each guild's alerts, one entry per guild. All throw `DamagedEntry`. */
export function createAlertStates(store: Store) {
  const rows = openSharedRows(store, { space: SPACE, schema: guildAlerts });
  return {
    read: async (guildId: string): Promise<GuildAlerts> => (await rows.get(guildId)) ?? NO_ALERTS,
    /**
     * Atomic over all processes. Null, without writing, if `step` returns null or the same object.
     */
    change: (guildId: string, step: (now: GuildAlerts) => GuildAlerts | null) =>
      rows.change(guildId, (now = NO_ALERTS) => {
        const next = step(now);
        return next === now ? null : next;
      }),
    has: async (guildId: string) => (await rows.get(guildId)) !== undefined,
    forget: (guildId: string) => rows.delete(guildId),
  };
}

export type AlertStates = ReturnType<typeof createAlertStates>;
