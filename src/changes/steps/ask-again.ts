import type { Change } from '../../domain/changes/change.js';
import { changeIn } from '../../domain/changes/state/state.js';
import { attemptOf, refuse } from '../engine/take-step.js';
import type { Click } from '../engine/click.js';
import type { EngineContext } from '../engine/engine-context.js';
import { whyNotAskAgain } from '../../domain/changes/change-permissions.js';
import { judgeClickedCard } from '../engine/clicked-card.js';
import { propose } from './propose.js';

/**
 * Requests, for the person who clicked, what an expired, cancelled, lapsed or checked change wanted, with
 * the pool's present values. Judged, read and entered like any other request.
 */
export async function askAgain(
  context: EngineContext,
  click: Click,
  channelId: string,
): Promise<Change> {
  const { guildId, changeId, member } = click;
  const byCard = await judgeClickedCard(context, click);
  const trailState = await context.trail.state(guildId, changeId);
  const facts = await attemptOf(context, click, trailState);
  const key = await context.guilds.keyInfo(guildId);
  const refusal = byCard ?? whyNotAskAgain(trailState, facts, key?.connectedAt ?? 0);
  if (refusal !== null) return refuse(context, click, { attempt: 'asked-again', refusal });
  const { kind, input, reason } = changeIn(trailState, changeId);
  const wanted = { kind, input, reason, replaces: changeId };
  const next = await propose(context, { guildId, channelId, member, ...wanted });
  await context.cards.redraw(guildId, changeId);
  return next;
}
