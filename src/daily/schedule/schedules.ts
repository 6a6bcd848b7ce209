import { z } from 'zod';
import { DamagedEntry } from '../../domain/errors/store-errors.js';
import { updateValue } from '../../store/update-value.js';
import { scanNamespace } from '../../store/scan-namespace.js';
import type { Store } from '../../store/store.js';
import { schedule, type Schedule } from '../../domain/daily/schedule.js';

const SPACE = 'daily-schedules';
const stored = z.array(schedule);

/** Throws `DamagedEntry`. */
function parse(value: unknown, guildId: string): readonly Schedule[] {
  const parsed = stored.safeParse(value ?? []);
  if (!parsed.success) throw new DamagedEntry(SPACE, guildId);
  return parsed.data;
}

interface GuildSchedules {
  readonly guildId: string;
  /** Throws if the entry is damaged, which affects this guild alone. */
  readonly read: () => readonly Schedule[];
}

/** The schedules of each guild, one entry per guild. */
export function createSchedules(store: Store) {
  const space = store.namespace<unknown>(SPACE);
  return {
    of: async (guildId: string): Promise<readonly Schedule[]> =>
      parse(await space.get(guildId), guildId),
    /** Atomic across all processes. Throws `WriteConflict` if nothing could be changed. */
    change: (guildId: string, change: (now: readonly Schedule[]) => readonly Schedule[]) =>
      updateValue(store, { space: SPACE, key: guildId }, (now) => change(parse(now, guildId))),
    async *all(): AsyncIterable<GuildSchedules> {
      for await (const [guildId, value] of scanNamespace(space)) {
        if (value === undefined) continue;
        yield { guildId, read: () => parse(value, guildId) };
      }
    },
    forget: async (guildId: string) => void (await space.delete(guildId)),
  };
}

export type Schedules = ReturnType<typeof createSchedules>;
