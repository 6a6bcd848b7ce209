import type { Member } from '../../domain/guild/access.js';
import { personOf, type Change } from '../../domain/changes/change.js';
import { checkCardWitness, whyNotByCard } from './clicked-card.js';
import {
  changeToShow,
  attemptOf,
  redrawPending,
  refuse,
  takeStep,
  type Click,
  type EngineContext,
  type Step,
} from '../engine-context.js';
import type { Draft } from '../../domain/changes/entry.js';
import { changeIn } from '../../domain/changes/state.js';
import { whyNotCancel, whyNotFreeze, whyNotResolve, whyNotUnfreeze } from '../rules.js';
import { oneLine } from '../../domain/names/one-line.js';

/** What people decide apart from confirming: each is one step, and sends nothing. */

export async function cancel(context: EngineContext, click: Click): Promise<Change> {
  return decide(context, click, {
    judge: (now, standing) => whyNotCancel(now, { ...standing, changeId: click.changeId }),
    draft: {
      step: 'cancelled',
      change: click.changeId,
      actor: personOf(click.member),
      details: {},
    },
  });
}

/** Throws, and records, what speaks against marking it as looked into. */
export async function checkResolve(context: EngineContext, click: Click): Promise<Change> {
  const byCard = await whyNotByCard(context, click);
  const trailState = await context.trail.state(click.guildId);
  const refusal = byCard ?? whyNotResolve(trailState, await attemptOf(context, click, trailState));
  if (refusal !== null) return refuse(context, click, { attempt: 'resolved', refusal });
  return changeIn(trailState, click.changeId);
}

export async function resolve(context: EngineContext, click: Click, note: string): Promise<Change> {
  return decide(context, click, {
    judge: (now, standing) => whyNotResolve(now, { ...standing, changeId: click.changeId }),
    draft: {
      step: 'resolved',
      change: click.changeId,
      actor: personOf(click.member),
      details: { note: oneLine(note, 500) },
    },
  });
}

export interface Freezing {
  readonly guildId: string;
  readonly member: Member;
  readonly reason: string;
}

export function freeze(context: EngineContext, freezing: Freezing): Promise<void> {
  return setFrozen(context, freezing, { step: 'frozen', whyNot: whyNotFreeze });
}

export function unfreeze(context: EngineContext, freezing: Freezing): Promise<void> {
  return setFrozen(context, freezing, { step: 'unfrozen', whyNot: whyNotUnfreeze });
}

async function decide(
  context: EngineContext,
  click: Click,
  decision: Step & { readonly draft: Draft },
): Promise<Change> {
  const { guildId, changeId } = click;
  const byCard = await whyNotByCard(context, click);
  // A deleted card holds back neither Cancel nor "looked into".
  await checkCardWitness(context, click);
  const refusal = byCard ?? (await takeStep(context, click, decision));
  if (refusal !== null) {
    return refuse(context, click, { attempt: decision.draft.step, refusal });
  }
  await context.cards.redraw(guildId, changeId);
  return changeToShow(context, guildId, changeId);
}

async function setFrozen(
  context: EngineContext,
  { guildId, member, reason }: Freezing,
  { step, whyNot }: { step: 'frozen' | 'unfrozen'; whyNot: typeof whyNotFreeze },
): Promise<void> {
  const refusal = await takeStep(
    context,
    { guildId, member },
    {
      judge: whyNot,
      draft: { step, actor: personOf(member), details: { reason: oneLine(reason, 300) } },
    },
  );
  if (refusal !== null) {
    return refuse(context, { guildId, member, changeId: '' }, { attempt: step, refusal });
  }
  // Their buttons have come or gone.
  await redrawPending(context, guildId);
}
