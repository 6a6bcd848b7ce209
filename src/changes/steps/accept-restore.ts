import type { Member } from '../../domain/guild/access.js';
import { personOf } from '../../domain/changes/change.js';
import { oneLine } from '../../domain/names/one-line.js';
import { takeStep } from '../take-step.js';
import type { EngineContext } from '../engine-context.js';
import { whyNotAcceptRestore } from '../rules.js';

export interface Accepting {
  readonly guildId: string;
  readonly member: Member;
  readonly reason: string;
  /** When they accepted, by Discord's clock, in ms. */
  readonly askedAt: number;
  /** The entry that says the trail is behind, as they were shown it. */
  readonly found: number;
}

/**
 * An admin accepts that entries are lost. What is open becomes of unknown outcome, since it may
 * have been sent in them; everything else goes on from the copy.
 */
export async function acceptRestore(context: EngineContext, accepting: Accepting): Promise<void> {
  const { guildId, member, reason, askedAt, found } = accepting;
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
