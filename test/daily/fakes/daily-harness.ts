import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { detailButtonsPrefix, type Compose } from '../../../src/daily/posts/compose.js';
import { createPostStates, type PostStates } from '../../../src/daily/posts/post-states.js';
import { createCalendar } from '../../../src/daily/schedule/due-times.js';
import { createPosting, type PostingParts } from '../../../src/daily/posts/posting.js';
import { createDuePosts, type DuePosts } from '../../../src/daily/due-posts.js';
import type { Schedule } from '../../../src/domain/daily/schedule.js';
import { createSchedules } from '../../../src/daily/schedule/schedules.js';
import type { Clock } from '../../../src/domain/time/clock.js';
import type { Store } from '../../../src/store/store.js';
import type { Channels } from './channel.js';

/** A clock that a test sets. */
export interface TurnedClock extends Clock {
  at: number;
}

export function createClock(at: number): TurnedClock {
  const clock = { at, now: () => clock.at };
  return clock;
}

export const CHANNEL = '900000000000000001';

export function aSchedule(change: Partial<Schedule> = {}): Schedule {
  return {
    id: 'first',
    channelId: CHANNEL,
    time: '08:00',
    timeZone: 'UTC',
    currencies: ['BTC'],
    sections: ['figures'],
    since: 0,
    setBy: '1',
    ...change,
  };
}

/** A post that only identifies itself. */
export const composeMark: Compose = async (occurrence) =>
  markReply(detailButtonsPrefix(occurrence));

function markReply(mark: string): Reply {
  return {
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Secondary,
            label: 'Full summary',
            custom_id: `${mark}summary:BTC`,
          },
        ],
      },
    ],
  };
}

export interface ProcessParts extends Partial<Pick<PostingParts, 'compose' | 'onRefused'>> {
  readonly store: Store;
  readonly clock: Clock;
  readonly channels: Pick<Channels, 'post' | 'find'>;
  readonly spreadMs?: number;
}

/** One process's share of the daily posts, and the errors it reports. */
export function startProcess(parts: ProcessParts): {
  readonly runner: DuePosts;
  readonly states: PostStates;
  readonly trouble: unknown[];
  /** What was counted for its posts. */
  readonly results: string[];
} {
  const { store, clock, channels, spreadMs = 0, compose = composeMark } = parts;
  const { onRefused = async () => undefined } = parts;
  const trouble: unknown[] = [];
  const onError = (_what: string, error: unknown) => void trouble.push(error);
  const results: string[] = [];
  const metrics = { dailyPost: (result: string) => void results.push(result) };
  const states = createPostStates(store);
  const calendar = createCalendar(spreadMs);
  const attempt = createPosting({
    states,
    clock,
    compose,
    onRefused,
    onError,
    channels,
    metrics,
  });
  const schedules = createSchedules(store);
  const runner = createDuePosts({
    schedules,
    calendar,
    clock,
    attempt,
    onError,
    perSecond: Infinity,
  });
  return { runner, states, trouble, results };
}

/** Looks once, and waits for everything this started. */
export async function step({ runner }: { readonly runner: DuePosts }): Promise<void> {
  await runner.look();
  await runner.idle();
}
