import { settlesWithin } from '../../domain/async/timeout.js';
import { SECOND_MS } from '../../domain/time/units.js';
import type { Member } from '../../domain/guild/access-levels.js';
import { personOf } from '../../domain/changes/change.js';
import { redrawPending } from '../posts/cards/redraw-pending.js';
import { takeStep, type StepAttempt } from '../engine/take-step.js';
import type { EngineContext } from '../engine/engine-context.js';
import { whyNotFreeze, whyNotUnfreeze } from '../../domain/changes/change-permissions.js';
import { oneLine } from '../../domain/names/one-line.js';

export interface FreezeRequest {
  readonly guildId: string;
  readonly member: Member;
  readonly reason: string;
}

export function freeze(context: EngineContext, request: FreezeRequest): Promise<void> {
  return setFrozen(context, request, { step: 'frozen', judge: whyNotFreeze });
}

export function unfreeze(context: EngineContext, request: FreezeRequest): Promise<void> {
  return setFrozen(context, request, { step: 'unfrozen', judge: whyNotUnfreeze });
}

async function setFrozen(
  context: EngineContext,
  { guildId, member, reason }: FreezeRequest,
  { step, judge }: { step: 'frozen' | 'unfrozen'; judge: StepAttempt['judge'] },
): Promise<void> {
  await takeStep(
    context,
    { guildId, member, changeId: '' },
    {
      attempt: step,
      judge,
      draft: { step, actor: personOf(member), details: { reason: oneLine(reason, 300) } },
    },
  );
  // Their buttons have appeared or gone. Where Discord takes no edit, the answer doesn't wait for it.
  await settlesWithin(SECOND_MS, redrawPending(context, guildId));
}
