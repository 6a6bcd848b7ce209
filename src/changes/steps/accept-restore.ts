import type { Member } from '../../domain/guild/access-levels.js';
import type { EntryRef } from '../../domain/changes/entry-ref.js';
import { personOf } from '../../domain/changes/change.js';
import { oneLine } from '../../domain/names/one-line.js';
import { takeStep } from '../engine/take-step.js';
import type { EngineContext } from '../engine/engine-context.js';
import { whyNotAcceptRestore } from '../../domain/changes/change-rules.js';

export interface RestoreAcceptance {
  readonly guildId: string;
  readonly member: Member;
  readonly reason: string;
  /** When they accepted, by Discord's clock, in ms. */
  readonly askedAt: number;
  /** The entry about the missing entries, as they saw it. */
  readonly found: EntryRef;
}

/**
 * An admin accepts that entries are lost. The outcome of open changes becomes unknown, since they
 * may have been sent in the lost entries; everything else goes on from the copy.
 */
export async function acceptRestore(
  context: EngineContext,
  acceptance: RestoreAcceptance,
): Promise<void> {
  const { guildId, member, reason, askedAt, found } = acceptance;
  const step = 'restore-accepted';
  await takeStep(
    context,
    { guildId, member, changeId: '' },
    {
      attempt: step,
      judge: (now, facts) => whyNotAcceptRestore(now, facts, found),
      draft: {
        step,
        actor: personOf(member),
        details: { reason: oneLine(reason, 300), askedAt },
      },
    },
  );
}
