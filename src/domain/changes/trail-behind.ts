import { z } from 'zod';
import type { WhoAndWhen } from './change.js';
import type { EntryRef } from './entry-ref.js';

/**
 * A store put back from an older copy has lost acknowledged entries; only what people were shown or
 * a process had read reveals that (`changes/trail/restore-detector.ts`). Once found, it becomes an entry,
 * so that every process refuses until an admin accepts it with another.
 */
export const trailBehind = z.object({
  /**
   * The entry that is missing, or is now a different one. The trail then stood at the entry before.
   */
  shown: z.object({
    seq: z.int().positive(),
    /** The first eight hex digits of its hash. */
    head: z.string(),
  }),
  /** On the card of a change, in the audit channel, or in the memory of a process. */
  where: z.enum(['card', 'audit-channel', 'process']),
  /** The change whose card it was. */
  card: z.string().optional(),
  /** Changes that ended with nothing done since the copy was put back: lost entries may have sent them. */
  endedSince: z.array(z.string()).optional(),
});
export type TrailBehind = z.output<typeof trailBehind>;

export const restoreAccepted = z.object({
  reason: z.string(),
  /** By Discord's clock, in ms: messages drawn before it tell of entries known to be lost. */
  askedAt: z.number(),
});

/** `seq` and `head` are of the entry that says so: a restored store reuses its numbers. */
export interface BehindRecord extends TrailBehind, WhoAndWhen, EntryRef {}

export interface Restore {
  /** The hash of the entry that accepted it. */
  readonly hash: string;
  readonly askedAt: number;
  /** When that was entered, in ms; checkpoints of earlier versions lack it. */
  readonly at?: number;
}

/** Null if it is already entered, or known and accepted. */
export function behindStep(
  now: { readonly behind: BehindRecord | null; readonly restores: readonly Restore[] },
  details: TrailBehind,
  isKnown: (accepted: Restore) => boolean,
) {
  const last = now.restores.at(-1);
  if (now.behind !== null || (last !== undefined && isKnown(last))) return null;
  return { step: 'behind' as const, actor: 'pitboss' as const, details };
}
