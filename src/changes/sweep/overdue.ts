import { startElapsed, type Elapsed } from '../../domain/time/elapsed.js';
import type { Change } from '../../domain/changes/change.js';
import type { Draft } from '../../domain/changes/entry.js';
import type { ChangesState } from '../../domain/changes/state.js';
import type { EngineContext } from '../engine-context.js';
import { isExpired } from '../rules.js';

/** Closes changes that wait in vain. */
export function createOverdue(context: EngineContext) {
  const { trail, cards, witnesses, clock, answerWithinMs } = context;
  /** For how long this process has seen each change that is under way, by id and state. */
  const seen = new Map<string, { readonly state: string; readonly elapsed: Elapsed }>();

  /** A clock that was set back would otherwise let a change wait until it has caught up. */
  function seenForMs({ id, state }: Change): number {
    const known = seen.get(id);
    if (known?.state === state) return known.elapsed();
    seen.set(id, { state, elapsed: startElapsed(clock) });
    return 0;
  }

  /** True if it has expired, or if the process that sent it has ended. */
  function isOverdue(change: Change): boolean {
    const now = clock.now();
    if (change.state === 'pending') return isExpired(change, now);
    if (change.state !== 'confirmed' && change.state !== 'sent') {
      seen.delete(change.id);
      return false;
    }
    const begun = change.sent ?? change.confirmed;
    return Math.max(now - (begun?.at ?? now), seenForMs(change)) >= answerWithinMs;
  }

  /**
   * Before `sent` nothing left; after it nobody knows. If the process that sent it is alive after
   * all, it sends nothing, or adds the answer it got.
   */
  function overdueStep(now: ChangesState, id: string): Draft | null {
    const change = now.changes.get(id);
    if (now.behind !== null || change === undefined || !isOverdue(change)) return null;
    const base = { change: id, actor: 'pitboss' as const };
    if (change.state === 'pending') return { ...base, step: 'expired', details: {} };
    const step = change.state === 'sent' ? 'unknown' : 'failed';
    return { ...base, step, details: { why: 'stopped' } };
  }

  return {
    isOverdue,
    /**
     * First checks what people were shown: if the store lost entries, "nothing was sent" may be
     * untrue.
     */
    async close(guildId: string, { id }: Change): Promise<void> {
      if ((await trail.state(guildId)).behind !== null) return;
      await Promise.all([cards.judge(guildId, id), witnesses.readAuditChannelOnce(guildId)]);
      const { written } = await trail.record(guildId, (now) => overdueStep(now, id));
      if (written !== null) void cards.redraw(guildId, id);
    },
  };
}
