import type { Clock } from '../../domain/time/clock.js';
import { scheduleKey, type Occurrence } from '../../domain/daily/schedule.js';
import type { Snapshots } from '../collect/snapshots.js';
import type { PostStates } from './post-states.js';
import { reopenDate } from './post-transitions.js';

interface ReopenEarlyParts {
  readonly states: Pick<PostStates, 'change'>;
  readonly snapshots: Pick<Snapshots, 'dropAhead'>;
  readonly clock: Clock;
}

/**
 * For a date that was posted, or given up, by a clock that was ahead: it is open again, and nothing
 * stays of the figures that were kept for it before it began.
 */
export function createReopenEarly({ states, snapshots, clock }: ReopenEarlyParts) {
  return async (early: Occurrence): Promise<void> => {
    const { guildId, schedule, date } = early;
    await snapshots.dropAhead(guildId, date, clock.now());
    await states.change(scheduleKey(guildId, schedule.id), (state) =>
      reopenDate(state, early, clock.now()),
    );
  };
}
