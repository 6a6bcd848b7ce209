import { z } from 'zod';

/**
 * The state of a schedule's posts: one store entry for each schedule, changed only by compare
 * and set, so that one of several processes leases a date. `post-transitions.ts` holds the steps
 * between its states, `posting.ts` takes them.
 *
 * A date goes `held → posting → done`.
 * - `held`: a process reads the pool and composes the post. Nothing was sent, so when its lease
 *   expires another process starts over.
 * - `posting`: written before the request leaves. Until `done` is written nobody knows whether
 *   the post is there. The next holder looks for it in the channel (its buttons carry schedule
 *   and date) and posts only when it isn't there, with the same nonce: if the first request is
 *   still in flight, Discord makes one message of both.
 * - `done`: closed for good. Several dates are kept, not just the newest, so that a clock that
 *   was ahead and came back doesn't silence the days in between.
 * - `waiting`: it failed and is tried again at `until`. With `maybeSince` a post may be there
 *   all the same, and is looked for first.
 */

const error = z.object({
  at: z.number(),
  date: z.string(),
  /** A sentence for people. */
  said: z.string(),
});

const pendingPost = z.object({
  date: z.string(),
  dueAt: z.number(),
  phase: z.enum(['held', 'posting', 'waiting']),
  /** Id of the attempt that holds the lease, or last held it. */
  by: z.string(),
  /** When the lease expires or the next try is due, in ms. */
  until: z.number(),
  tries: z.number(),
  /** Since when a post for this date may exist although none is recorded. */
  maybeSince: z.number().optional(),
});

export const postState = z.object({
  /** Closed dates, in the order they were closed. */
  done: z.array(z.string()).default([]),
  /** The date being worked on. */
  open: pendingPost.optional(),
  lastPost: z
    .object({ date: z.string(), at: z.number(), messageId: z.string(), late: z.boolean() })
    .optional(),
  lastError: error.optional(),
  /** Since when the channel has refused every post. */
  failingSince: z.number().optional(),
  failures: z.number().default(0),
  /** Since when the bot itself has switched it off. */
  offSince: z.number().optional(),
});
export type PostState = z.output<typeof postState>;
export type PendingPost = z.output<typeof pendingPost>;

export const NO_POSTS: PostState = { done: [], failures: 0 };
