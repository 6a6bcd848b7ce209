import { z } from 'zod';

/**
 * What has become of a schedule's posts: one entry in the store for each schedule, changed by
 * compare-and-set alone, so that of any number of processes one takes a date and the others see
 * it taken. `post-transitions.ts` holds the steps between its states, `posting.ts`
 * walks them.
 *
 * A date goes `held → posting → done`.
 * - `held`: a process reads the pool and makes the post. Nothing has left for Discord, so when
 *   its lease runs out another simply begins again.
 * - `posting`: written before the request leaves. From here on nobody knows whether the post
 *   stands until `done` is written. Whoever takes over first looks for it in the channel (its
 *   buttons carry schedule and date) and posts only when it is not there, under the same nonce:
 *   should the first request still be under way, Discord makes one message of both.
 * - `done`: the date is closed for ever. Dates are remembered and not just the newest, because a
 *   clock that was ahead and came back must not silence the days in between.
 * - `waiting`: it could not be posted, or the answer did not come, and it is tried again at
 *   `until`. With `maybeSince` a post may stand all the same, and is looked for first.
 */

const error = z.object({
  at: z.number(),
  date: z.string(),
  /** A sentence for people, already harmless. */
  said: z.string(),
});

const open = z.object({
  date: z.string(),
  dueAt: z.number(),
  phase: z.enum(['held', 'posting', 'waiting']),
  /** Which attempt of which process; for `waiting` the last one. */
  by: z.string(),
  /** Held until, or tried again at, in ms. */
  until: z.number(),
  tries: z.number(),
  /** Since when a post of this date may stand although none is noted. */
  maybeSince: z.number().optional(),
});

export const postState = z.object({
  /** Closed dates, in the order in which they were closed. */
  done: z.array(z.string()).default([]),
  open: open.optional(),
  lastPost: z
    .object({ date: z.string(), at: z.number(), messageId: z.string(), late: z.boolean() })
    .optional(),
  lastError: error.optional(),
  /** Since when the channel has refused every post. */
  failingSince: z.number().optional(),
  failures: z.number().default(0),
  /** Switched off by the bot itself. */
  offSince: z.number().optional(),
});
export type PostState = z.output<typeof postState>;
export type Open = z.output<typeof open>;

export const NO_POSTS: PostState = { done: [], failures: 0 };
