import type { Guilds } from '../../guilds/guilds.js';
import type { PostStates } from './post-states.js';
import type { AttemptResult } from './posting.js';
import { scheduleKey, type Occurrence } from '../../domain/daily/schedule.js';
import type { Schedules } from '../schedule/schedules.js';

interface PostIfCurrentParts {
  readonly schedules: Pick<Schedules, 'of'>;
  readonly states: Pick<PostStates, 'forget'>;
  readonly guilds: Pick<Guilds, 'keyInfo'>;
  readonly attempt: (occurrence: Occurrence) => Promise<AttemptResult>;
  readonly forget: (guildId: string) => Promise<void>;
}

/**
 * Attempts a post with its current schedule, which may have changed since it came due. If its data
 * was deleted meanwhile, deletes what the attempt wrote afterwards, so that it doesn't come back.
 */
export function createPostIfCurrent(parts: PostIfCurrentParts) {
  const { schedules, states, guilds, attempt, forget } = parts;
  return async (due: Occurrence): Promise<AttemptResult> => {
    const { guildId } = due;
    const { id, time, timeZone, since } = due.schedule;
    const find = async () => (await schedules.of(guildId)).find((each) => each.id === id);
    const schedule = await find();
    const isSameTime =
      schedule?.time === time && schedule.timeZone === timeZone && schedule.since === since;
    if (!isSameTime) return 'open';
    // Takes each step even if the store fails the previous one.
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
