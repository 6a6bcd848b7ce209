import { RETRIED_FOR_MS } from '../../domain/async/retry-for-a-day.js';
import { HOUR_MS, MINUTE_MS } from '../../domain/time/units.js';
import type { EngineContext } from '../engine/engine-context.js';
import type { AuditPosts } from '../posts/audit/audit-posts.js';

interface Look {
  readonly dueAt: number;
  readonly gapMs: number;
  /** Since when something up to an entry isn't drawn or told; null = all was. */
  readonly late: { readonly since: number; readonly seq: number } | null;
}

const FIRST_LOOK: Look = { dueAt: 0, gapMs: MINUTE_MS, late: null };

/**
 * Cards that a process which has ended left undrawn, and entries that it left untold: those that
 * live try them, once they have been so at two looks, for a day. That they aren't their own they
 * can't know, so the gaps grow.
 */
export function createUnfinishedWork(
  { trail, reconciled, cards, uptime }: EngineContext,
  posts: Pick<AuditPosts, 'areUpTo' | 'catchUp'>,
) {
  const looks = new Map<string, Look>();
  return {
    /** What to do now for a guild; null = nothing. */
    async due(guildId: string): Promise<(() => Promise<void>) | null> {
      const now = uptime();
      const { dueAt, gapMs, late } = looks.get(guildId) ?? FIRST_LOOK;
      if (now < dueAt) return null;
      // Before anything is read, which may fail at each look.
      looks.set(guildId, { dueAt: now + gapMs, gapMs, late });
      const state = await trail.state(guildId);
      // It may be of entries that are lost.
      if (state.behind !== null) reconciled.forget(guildId);
      const { seq: since } = await reconciled.at(guildId);
      const isDoneUpTo = async (seq: number) =>
        state.behind !== null ||
        ((await cards.areDrawn(guildId, state, { since, upTo: seq })) &&
          (await posts.areUpTo(guildId, seq)));
      const seq = state.lastSeq;
      const isGivenUp = late !== null && now - late.since > RETRIED_FOR_MS && late.seq < seq;
      // Not by the newest entry: a busy server always has one that isn't drawn yet.
      if (late === null || isGivenUp || (await isDoneUpTo(late.seq))) {
        const nowLate = (await isDoneUpTo(seq)) ? null : { since: now, seq };
        looks.set(guildId, { dueAt: now + MINUTE_MS, gapMs: MINUTE_MS, late: nowLate });
        return null;
      }
      const nextMs = Math.min(2 * gapMs, HOUR_MS);
      looks.set(guildId, { dueAt: now + nextMs, gapMs: nextMs, late });
      if (now - late.since > RETRIED_FOR_MS) return null;
      return async () => {
        await cards.redrawUndrawn(guildId, state, since);
        await posts.catchUp(guildId);
      };
    },
    /** All is drawn and told. */
    forget: (guildId: string): void => void looks.delete(guildId),
  };
}
