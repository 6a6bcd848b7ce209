import type { Member } from '../../domain/guild/access.js';
import { personOf } from '../../domain/changes/change.js';
import { refuse, takeStep, type EngineContext } from '../engine-context.js';
import { whyNotAcceptRestore } from '../rules.js';
import { oneLine } from '../../domain/names/one-line.js';

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
 * An admin accepts that entries are lost: what is open becomes of unknown outcome, since it may
 * have been sent in them, and everything else goes on from the copy.
 */
export async function acceptRestore(context: EngineContext, accepting: Accepting): Promise<void> {
  const { guildId, member, reason, askedAt, found } = accepting;
  const refusal = await takeStep(
    context,
    { guildId, member },
    {
      judge: (now, standing) => whyNotAcceptRestore(now, standing, found),
      draft: {
        step: 'restore-accepted',
        actor: personOf(member),
        details: { reason: oneLine(reason, 300), askedAt },
      },
    },
  );
  const attempt = 'restore-accepted';
  if (refusal !== null) {
    return refuse(context, { guildId, member, changeId: '' }, { attempt, refusal });
  }
}
