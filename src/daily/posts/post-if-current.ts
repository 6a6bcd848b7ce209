import type { Guilds } from '../../guilds/guilds.js';
import type { PostStates } from './post-states.js';
import type { AttemptResult } from './posting.js';
import { scheduleKey, type Occurrence } from '../../domain/daily/schedule.js';
import type { Schedules } from '../schedule/schedules.js';

interface CurrentParts {
  readonly schedules: Pick<Schedules, 'of'>;
  readonly states: Pick<PostStates, 'forget'>;
  readonly guilds: Pick<Guilds, 'keyInfo'>;
  readonly attempt: (occurrence: Occurrence) => Promise<AttemptResult>;
  readonly forget: (guildId: string) => Promise<void>;
}

/**
 * Attempts a post as its schedule is now, which may have changed since it came due. What was
 * deleted while the post was made must not come back with what the attempt wrote after it, so
 * that is deleted again.
 */
export function createPostIfCurrent(parts: CurrentParts) {
  const { schedules, states, guilds, attempt, forget } = parts;
  return async (due: Occurrence): Promise<AttemptResult> => {
    const { guildId } = due;
    const { id, time, timeZone, since } = due.schedule;
    const find = async () => (await schedules.of(guildId)).find((each) => each.id === id);
    const schedule = await find();
    const isSameTime =
      schedule?.time === time && schedule.timeZone === timeZone && schedule.since === since;
    if (!isSameTime) return 'open';
    // Each step is taken even when the store fails the one before.
    try {
      return await attempt({ ...due, schedule });
    } finally {
      try {
        if ((await guilds.keyInfo(guildId)) === null) await forget(guildId);
      } finally {
        if ((await find()) === undefined) await states.forget(scheduleKey(guildId, id));
      }
    }
  };
}
