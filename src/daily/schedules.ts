import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { UserError } from '../domain/errors.js';
import { entriesOf } from '../guilds/entries.js';
import type { Store } from '../store/store.js';
import { schedule, type Schedule } from './schedule.js';

/** The schedules of each guild, one entry a guild. */
export interface Schedules {
  of(guildId: string): Promise<readonly Schedule[]>;
  /** Applies `change` to what is there now; concurrent changes do not undo each other. */
  change(
    guildId: string,
    change: (now: readonly Schedule[]) => readonly Schedule[],
  ): Promise<readonly Schedule[]>;
  all(): AsyncIterable<{ readonly guildId: string; readonly schedules: readonly Schedule[] }>;
  forget(guildId: string): Promise<void>;
}

const SPACE = 'daily-schedules';
const stored = z.array(schedule);
const ATTEMPTS = 100;
const LONGEST_WAIT_MS = 20;

export function createSchedules(store: Store): Schedules {
  const space = store.space<unknown>(SPACE);
  return {
    of: async (guildId) => stored.parse((await space.get(guildId)) ?? []),
    async change(guildId, change) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const now = await space.get(guildId);
        const next = [...change(stored.parse(now ?? []))];
        if (await store.replace(SPACE, guildId, { now, next })) return next;
        await pause(Math.random() * LONGEST_WAIT_MS);
      }
      throw new UserError(
        'Others are changing the daily posts at this moment. Nothing was changed; please try again.',
      );
    },
    async *all() {
      for await (const [guildId, value] of entriesOf(space)) {
        yield { guildId, schedules: stored.parse(value) };
      }
    },
    forget: async (guildId) => void (await space.delete(guildId)),
  };
}
