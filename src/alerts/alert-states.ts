import { guildAlerts, NO_ALERTS, type GuildAlerts } from '../domain/alerts/alert.js';
import type { Store } from '../store/store.js';
import { updateValue } from '../store/update-value.js';

const SPACE = 'alert-states';

/** The state of each guild's alerts, one entry per guild. */
export function createAlertStates(store: Store) {
  const space = store.namespace<unknown>(SPACE);
  const parse = (stored: unknown) => (stored === undefined ? NO_ALERTS : guildAlerts.parse(stored));
  return {
    read: async (guildId: string): Promise<GuildAlerts> => parse(await space.get(guildId)),
    /**
     * Atomic over all processes. Null, without writing, if `step` returns null or the same object.
     */
    change: (guildId: string, step: (now: GuildAlerts) => GuildAlerts | null) =>
      updateValue(store, { space: SPACE, key: guildId }, (stored) => {
        const now = parse(stored);
        const next = step(now);
        return next === now ? null : next;
      }),
    forget: async (guildId: string) => void (await space.delete(guildId)),
  };
}

export type AlertStates = ReturnType<typeof createAlertStates>;
