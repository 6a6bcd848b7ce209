import { z } from 'zod';
import { updateEntry } from '../../store/update-entry.js';
import { entriesOf } from '../../store/entries.js';
import type { Store } from '../../store/store.js';
import { schedule, type Schedule } from '../../domain/daily/schedule.js';

/** The schedules of each guild, one entry a guild. */
export interface Schedules {
  of(guildId: string): Promise<readonly Schedule[]>;
  /**
   * Applies `change` to what is there now; concurrent changes do not undo each other. Throws
   * `WriteConflict`, and nothing was changed, when there are too many of them.
   */
  change(
    guildId: string,
    change: (now: readonly Schedule[]) => readonly Schedule[],
  ): Promise<readonly Schedule[]>;
  all(): AsyncIterable<{ readonly guildId: string; readonly schedules: readonly Schedule[] }>;
  forget(guildId: string): Promise<void>;
}

const SPACE = 'daily-schedules';
const stored = z.array(schedule);

export function createSchedules(store: Store): Schedules {
  const space = store.namespace<unknown>(SPACE);
  return {
    of: async (guildId) => stored.parse((await space.get(guildId)) ?? []),
    change: (guildId, change) =>
      updateEntry(store, { space: SPACE, key: guildId }, (now) => change(stored.parse(now ?? []))),
    async *all() {
      for await (const [guildId, value] of entriesOf(space)) {
        yield { guildId, schedules: stored.parse(value) };
      }
    },
    forget: async (guildId) => void (await space.delete(guildId)),
  };
}
