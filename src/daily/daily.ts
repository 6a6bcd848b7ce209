import { ChannelRefused } from '../domain/errors/channel-refused.js';
import { UserError } from '../domain/errors/user-errors.js';
import { DamagedEntry } from '../domain/errors/store-errors.js';
import { toResult } from '../domain/errors/result.js';
import type { Reply } from '../domain/messages/reply.js';
import { localDateOf, utcDateOf } from '../domain/time/local-time.js';
import type { Store } from '../store/store.js';
import { createDailyChannelRefusedNotice } from './posts/daily-channel-refused-notice.js';
import { createCompose, type ComposeParts } from './posts/compose.js';
import { createPostIfCurrent } from './posts/post-if-current.js';
import { clearFailures } from './posts/post-transitions.js';
import { createPostStates } from './posts/post-states.js';
import { createCalendar } from './schedule/due-times.js';
import { createPosting, type PostingParts } from './posts/posting.js';
import { createDuePosts } from './due-posts.js';
import { offsetOf, scheduleKey, type Schedule } from '../domain/daily/schedule.js';
import { createSchedules } from './schedule/schedules.js';
import { createSnapshots } from './collect/snapshots.js';
import { notPostedWords } from '../views/daily/daily-sentences.js';
import type { PostingStatus } from '../domain/daily/status.js';
import type { Snapshot } from '../domain/daily/snapshot.js';

export interface DailyParts
  extends Omit<ComposeParts, 'snapshots'>, Omit<PostingParts, 'states' | 'compose' | 'onRefused'> {
  readonly store: Store;
  /** How long after its time a daily post may go out. */
  readonly spreadMs: number;
}

/** The daily posts, as commands and `bot.ts` see them. */
export function createDailyPosts(parts: DailyParts) {
  const { store, clock, spreadMs } = parts;
  const schedules = createSchedules(store);
  const states = createPostStates(store);
  const snapshots = createSnapshots(store);
  const calendar = createCalendar(spreadMs);
  const compose = createCompose({ ...parts, snapshots });
  const onRefused = createDailyChannelRefusedNotice(parts);
  const posting = createPosting({ ...parts, states, compose, onRefused });
  const attempt = createPostIfCurrent({ ...parts, schedules, states, attempt: posting, forget });
  const runner = createDuePosts({ ...parts, schedules, calendar, attempt });

  async function remove(guildId: string, scheduleIds: readonly string[]): Promise<void> {
    await schedules.change(guildId, (now) => now.filter(({ id }) => !scheduleIds.includes(id)));
    for (const id of scheduleIds) await states.forget(scheduleKey(guildId, id));
  }

  async function forget(guildId: string): Promise<void> {
    const known = await toResult(schedules.of(guildId));
    if (known.ok)
      await remove(
        guildId,
        known.value.map(({ id }) => id),
      );
    else if (!(known.error instanceof DamagedEntry)) throw known.error;
    await schedules.forget(guildId);
    await snapshots.forget(guildId, utcDateOf(clock.now()));
  }

  return {
    of: schedules.of,
    change: schedules.change,
    /** The status of a schedule and its posts. */
    async status(guildId: string, schedule: Schedule): Promise<PostingStatus> {
      const state = await states.read(scheduleKey(guildId, schedule.id));
      const now = clock.now();
      let next = calendar.next(guildId, schedule, now);
      // A date whose post is out has no second one, whatever its time was changed to.
      while (state.done.includes(next.date)) next = calendar.next(guildId, schedule, next.dueAt);
      const newest = calendar.due(guildId, schedule, now);
      const due = newest !== null && state.done.includes(newest.date) ? null : newest;
      return { state, next, due, offsetMs: offsetOf(guildId, spreadMs) };
    },
    /** For a schedule that an admin has set again. */
    clearFailures: async (guildId: string, id: string): Promise<void> =>
      void (await states.change(scheduleKey(guildId, id), clearFailures)),
    /** Nothing of these schedules is posted any more. */
    remove,
    /** A post as of now, of which nothing is kept. */
    preview(guildId: string, schedule: Schedule): Promise<Reply> {
      const now = clock.now();
      const date = localDateOf(now, schedule.timeZone);
      return compose({ guildId, schedule, date, dueAt: now }, { now, keep: false });
    },
    /**
     * Posts what `preview` made. Throws `ChannelRefused`, or a UserError if the result is unclear.
     */
    async postNow(channelId: string, reply: Reply): Promise<void> {
      const posted = await toResult(parts.channels.post(channelId, reply));
      if (posted.ok) return;
      if (posted.error instanceof ChannelRefused) throw posted.error;
      throw new UserError(notPostedWords(channelId), { cause: posted.error });
    },
    snapshots: (guildId: string): Promise<Snapshot[]> =>
      snapshots.all(guildId, utcDateOf(clock.now())),
    /** The last 30 days before a date, newest first. */
    recentDays: snapshots.recentDays,
    /** Deletes everything kept for a guild's posts. */
    forget,
    runner,
  };
}

export type DailyPosts = ReturnType<typeof createDailyPosts>;
