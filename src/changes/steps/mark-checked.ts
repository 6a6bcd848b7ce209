import { personOf, type Change } from '../../domain/changes/change.js';
import { changeIn } from '../../domain/changes/state/state.js';
import { oneLine } from '../../domain/names/one-line.js';
import { attemptOf, refuse } from '../engine/take-step.js';
import type { Click } from '../engine/click.js';
import type { EngineContext } from '../engine/engine-context.js';
import { whyNotMarkChecked } from '../../domain/changes/change-permissions.js';
import { judgeClickedCard } from '../engine/clicked-card.js';
import { decideWithoutSending } from '../engine/decide-without-sending.js';

/** Throws and records a refusal to mark it as checked. */
export async function checkMarkChecked(context: EngineContext, click: Click): Promise<Change> {
  const byCard = await judgeClickedCard(context, click);
  const trailState = await context.trail.state(click.guildId, click.changeId);
  const refusal =
    byCard ?? whyNotMarkChecked(trailState, await attemptOf(context, click, trailState));
  if (refusal !== null) return refuse(context, click, { attempt: 'resolved', refusal });
  return changeIn(trailState, click.changeId);
}

export function markChecked(context: EngineContext, click: Click, note: string): Promise<Change> {
  return decideWithoutSending(context, click, {
    judge: whyNotMarkChecked,
    draft: {
      step: 'resolved',
      change: click.changeId,
      actor: personOf(click.member),
      details: { note: oneLine(note, 500) },
    },
  });
}
