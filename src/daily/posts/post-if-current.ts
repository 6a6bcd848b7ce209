import type { Guilds } from '../../guilds/guilds.js';
import type { PostStates } from './post-states.js';
import type { AttemptResult } from './posting.js';
import { scheduleKey, type Occurrence, type Schedule } from '../../domain/daily/schedule.js';
import type { Schedules } from '../schedule/schedules.js';

interface CurrentParts {
  readonly schedules: Pick<Schedules, 'of'>;
  readonly ledgers: Pick<PostStates, 'forget'>;
  readonly guilds: Pick<Guilds, 'keyInfo'>;
  readonly attempt: (occurrence: Occurrence) => Promise<AttemptResult>;
  readonly forget: (guildId: string) => Promise<void>;
}

/**
 * Tries a post as its schedule stands now: it may have been changed since it was found due, and
 * be removed, or its server be disconnected, while the post is made. What was deleted then must
 * not come back with what this post noted and kept after it, so that is deleted as well.
 */
export function createPostIfCurrent(
  parts: CurrentParts,
): (due: Occurrence) => Promise<AttemptResult> {
  const { schedules, ledgers, guilds, attempt, forget } = parts;

  async function find({ guildId, schedule: { id } }: Occurrence): Promise<Schedule | undefined> {
    return (await schedules.of(guildId)).find((each) => each.id === id);
  }

  return async (due) => {
    const now = await find(due);
    if (now === undefined || !isSameTime(now, due.schedule)) return 'open';
    const { guildId } = due;
    // One step that the store fails must not keep the next from being taken.
    try {
      return await attempt({ ...due, schedule: now });
    } finally {
      try {
        if ((await guilds.keyInfo(guildId)) === null) await forget(guildId);
      } finally {
        if ((await find(due)) === undefined) await ledgers.forget(scheduleKey(guildId, now.id));
      }
    }
  };
}

function isSameTime(one: Schedule, other: Schedule): boolean {
  return one.time === other.time && one.timeZone === other.timeZone && one.since === other.since;
}
