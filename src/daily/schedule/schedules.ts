import { z } from 'zod';
import { checkRow, openSharedRows } from '../../store/rows.js';
import { scanNamespace } from '../../store/scan-namespace.js';
import type { Store } from '../../store/store.js';
import { schedule, type Schedule } from '../../domain/daily/schedule.js';

const SPACE = 'daily-schedules';
const OPTIONS = { space: SPACE, schema: z.array(schedule) };

interface GuildSchedules {
  readonly guildId: string;
  /** Throws if the entry is damaged, which affects this guild alone. */
  readonly read: () => readonly Schedule[];
}

/** The schedules of each guild, one entry per guild. Throws `DamagedEntry`: people set them. */
export function createSchedules(store: Store) {
  const rows = openSharedRows(store, OPTIONS);
  const space = store.namespace<unknown>(SPACE);
  return {
    of: async (guildId: string): Promise<readonly Schedule[]> => (await rows.get(guildId)) ?? [],
    /** Atomic across all processes. Throws `WriteConflict` if nothing could be changed. */
    change: (guildId: string, change: (now: readonly Schedule[]) => readonly Schedule[]) =>
      rows.change(guildId, (now = []) => [...change(now)]),
    async *all(): AsyncIterable<GuildSchedules> {
      for await (const [guildId, value] of scanNamespace(space)) {
        if (value === undefined) continue;
        yield { guildId, read: () => checkRow(OPTIONS, guildId, value) ?? [] };
      }
    },
    forget: (guildId: string) => rows.delete(guildId),
  };
}

export type Schedules = ReturnType<typeof createSchedules>;
