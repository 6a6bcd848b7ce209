import type { Member } from '../../domain/guild/access-levels.js';
import type { EntryRef } from '../../domain/changes/entry-ref.js';
import { personOf } from '../../domain/changes/change.js';
import { oneLine } from '../../domain/names/one-line.js';
import { toResult } from '../../domain/errors/result.js';
import { ShownEntryUnread } from '../trail/restore-detector.js';
import { takeStep } from '../engine/take-step.js';
import type { EngineContext } from '../engine/engine-context.js';
import { whyNotAcceptRestore } from '../../domain/changes/change-permissions.js';

export interface RestoreAcceptance {
  readonly guildId: string;
  readonly member: Member;
  readonly reason: string;
  /** When they accepted, by Discord's clock, in ms. */
  readonly askedAt: number;
  /** The entry about the missing entries, as they saw it. */
  readonly found: EntryRef;
  /** When they saw that, by Discord's clock, in ms. */
  readonly seenAt: number;
}

/**
 * An admin accepts that entries are lost. The outcome of open changes becomes unknown, since they
 * may have been sent in the lost entries; everything else goes on from the copy.
 */
export async function acceptRestore(
  context: EngineContext,
  acceptance: RestoreAcceptance,
): Promise<void> {
  const { guildId, member, reason, askedAt, found, seenAt } = acceptance;
  const step = 'restore-accepted';
  const missing = await toResult(context.restoreDetector.missingPosts(guildId));
  if (!missing.ok && !(missing.error instanceof ShownEntryUnread)) throw missing.error;
  // While entries are missing, no post says at which entry it was drawn: this loss is another.
  const isLater = missing.ok && missing.value !== null && missing.value.at > seenAt;
  await takeStep(
    context,
    { guildId, member, changeId: '' },
    {
      attempt: step,
      judge: (now, facts) => {
        const whyNot = whyNotAcceptRestore(now, facts, found);
        if (whyNot !== null) return whyNot;
        if (isLater) return { why: 'not-behind' };
        return missing.ok ? null : { why: 'audit-unread' };
      },
      draft: {
        step,
        actor: personOf(member),
        details: { reason: oneLine(reason, 300), askedAt },
      },
    },
  );
}
