import type { Change } from '../../domain/changes/change.js';
import type { Draft } from '../../domain/changes/entry.js';
import type { ChangesState } from '../../domain/changes/state.js';
import type { EngineContext } from '../engine-context.js';
import { isExpired } from '../rules.js';

/** True once a change waits in vain: it has expired, or the process that sent it has ended. */
export function isOverdue({ clock, answerWithinMs }: EngineContext, change: Change): boolean {
  const now = clock.now();
  if (change.state === 'pending') return isExpired(change, now);
  if (change.state !== 'confirmed' && change.state !== 'sent') return false;
  const begun = change.sent ?? change.confirmed;
  return begun !== undefined && now - begun.at >= answerWithinMs;
}

/**
 * First checks what people were shown: if the store lost entries, "nothing was sent" may be
 * untrue.
 */
export async function closeOverdue(
  context: EngineContext,
  guildId: string,
  { id }: Change,
): Promise<void> {
  const { trail, cards, witnesses } = context;
  if ((await trail.state(guildId)).behind !== null) return;
  await Promise.all([cards.judge(guildId, id), witnesses.readAuditChannelOnce(guildId)]);
  const { written } = await trail.record(guildId, (now) => overdueStep(context, now, id));
  if (written !== null) void cards.redraw(guildId, id);
}

/**
 * Closes a change whose process ended between two steps: before `sent` nothing left, after it
 * nobody knows. If that process is alive after all, it sends nothing, or adds the answer it got.
 */
function overdueStep(context: EngineContext, now: ChangesState, id: string): Draft | null {
  const change = now.changes.get(id);
  if (now.behind !== null || change === undefined || !isOverdue(context, change)) return null;
  const base = { change: id, actor: 'pitboss' as const };
  if (change.state === 'pending') return { ...base, step: 'expired', details: {} };
  const step = change.state === 'sent' ? 'unknown' : 'failed';
  return { ...base, step, details: { why: 'stopped' } };
}
