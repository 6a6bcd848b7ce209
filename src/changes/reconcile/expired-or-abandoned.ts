import type { ElapsedMs } from '../../domain/time/elapsed.js';
import type { Change } from '../../domain/changes/change.js';
import type { EntryDraft } from '../../domain/changes/entry.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import type { EngineContext } from '../engine/engine-context.js';

/** What people were shown of a change and can't be read any more. */
interface RemovedCard {
  readonly isEmptied: boolean;
  readonly isDeleted: boolean;
}

/** Closes changes that expired, and those whose process died before it could. */
export function createExpiredOrAbandoned(context: EngineContext) {
  const { trail, cards, restoreDetector, clock, uptime, expiry, answerWithinMs } = context;
  const [startedAt, startedAtClock] = [uptime(), clock.now()];
  /** By id: the state in which this process first saw each change under way, and its wait since. */
  const seen = new Map<string, { readonly state: string; readonly waitedMs: ElapsedMs }>();

  /**
   * Counts by this process's uptime: the wall clock may be wrong or be set, and then a process that
   * still works would be reported as stopped. Only what was under way when this process started also
   * counts its age by the wall clock, because its process may have ended long ago.
   */
  function waitOf(begunAt: number): ElapsedMs {
    const seenAt = uptime();
    const mayBeOlder = begunAt < startedAtClock && seenAt - startedAt < answerWithinMs;
    const before = mayBeOlder ? Math.max(0, clock.now() - begunAt) : 0;
    return () => before + uptime() - seenAt;
  }

  function waitedMs({ id, state, sent, confirmed }: Change): number {
    const known = seen.get(id);
    if (known?.state === state) return known.waitedMs();
    const waited = waitOf((sent ?? confirmed)?.at ?? clock.now());
    seen.set(id, { state, waitedMs: waited });
    return waited();
  }

  /** True if it has expired, or if the process that sent it has ended. */
  function mayClose(change: Change): boolean {
    if (change.state === 'pending') return expiry.mayClose(change);
    if (change.state !== 'confirmed' && change.state !== 'sent') {
      seen.delete(change.id);
      return false;
    }
    return waitedMs(change) >= answerWithinMs;
  }

  /**
   * Before `sent` nothing left, unless that is in entries that are lost; after it nobody knows. If the
   * process that sent it is alive after all, it sends nothing, or adds the answer it got.
   */
  function closingStep(
    now: ChangesState,
    id: string,
    { isEmptied, isDeleted }: RemovedCard,
  ): EntryDraft | null {
    const change = now.changes.get(id);
    if (now.behind !== null || change === undefined || !mayClose(change)) return null;
    const base = { change: id, actor: 'pitboss' as const };
    const { state } = change;
    if (state === 'sent') return { ...base, step: 'unknown', details: { why: 'stopped' } };
    // Moderators delete cards that wait; what was confirmed was about to be sent.
    if (isEmptied || (isDeleted && state === 'confirmed'))
      return { ...base, step: 'unknown', details: { why: 'card-removed' } };
    return state === 'pending'
      ? { ...base, step: 'expired', details: {} }
      : { ...base, step: 'failed', details: { why: 'stopped' } };
  }

  return {
    mayClose,
    /**
     * First checks what people were shown: if the store lost entries, "nothing was sent" may be
     * untrue. Somebody may have removed its card, or from it what tells.
     */
    async close(guildId: string, { id }: Change): Promise<void> {
      if ((await trail.state(guildId)).behind !== null) return;
      const [verdict] = await Promise.all([
        cards.judge(guildId, id),
        restoreDetector.readAuditChannel(guildId),
      ]);
      const isEmptied = verdict === 'bare' || (await cards.isHeld(guildId, id));
      const removed = { isEmptied, isDeleted: verdict === 'gone' };
      const { written } = await trail.record(guildId, (now) => closingStep(now, id, removed));
      if (written !== null) void cards.redraw(guildId, id);
    },
  };
}
