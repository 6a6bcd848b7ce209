import type { Change } from '../../domain/changes/change.js';
import type { EntryDraft } from '../../domain/changes/entry.js';
import { changeAfter, refuse, takeStep, type StepAttempt } from './take-step.js';
import type { Click } from './click.js';
import type { EngineContext } from './engine-context.js';
import { judgePostedCards, judgeClickedCard } from './clicked-card.js';

/** A decision on a card other than confirming: one step, and nothing is sent. */
export async function decideWithoutSending(
  context: EngineContext,
  click: Click,
  { judge, draft }: { readonly judge: StepAttempt['judge']; readonly draft: EntryDraft },
): Promise<Change> {
  const { guildId, changeId } = click;
  const attempt = draft.step;
  const byCard = await judgeClickedCard(context, click);
  const byPosted = await judgePostedCards(context, click);
  // A deleted card doesn't prevent Cancel or "Mark as checked…"; one that may say more does.
  const refusal = byCard ?? (byPosted?.why === 'card-not-shown' ? byPosted : null);
  if (refusal !== null) return refuse(context, click, { attempt, refusal });
  const state = await takeStep(context, click, { attempt, judge, draft });
  await context.cards.redraw(guildId, changeId);
  return changeAfter(state, changeId);
}
