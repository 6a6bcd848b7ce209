import type { Member } from '../../domain/guild/access.js';
import { personOf, type Change } from '../../domain/changes/change.js';
import { lookAtShown, whyNotByCard } from './clicked-card.js';
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

export async function cancel(desk: EngineContext, click: Click): Promise<Change> {
  return decide(desk, click, {
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
export async function checkResolve(desk: EngineContext, click: Click): Promise<Change> {
  const byCard = await whyNotByCard(desk, click);
  const ledger = await desk.trail.ledger(click.guildId);
  const refusal = byCard ?? whyNotResolve(ledger, await attemptOf(desk, click));
  if (refusal !== null) return refuse(desk, click, { attempt: 'resolved', refusal });
  return changeIn(ledger, click.changeId);
}

export async function resolve(desk: EngineContext, click: Click, note: string): Promise<Change> {
  return decide(desk, click, {
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

export function freeze(desk: EngineContext, freezing: Freezing): Promise<void> {
  return setFrozen(desk, freezing, { step: 'frozen', whyNot: whyNotFreeze });
}

export function unfreeze(desk: EngineContext, freezing: Freezing): Promise<void> {
  return setFrozen(desk, freezing, { step: 'unfrozen', whyNot: whyNotUnfreeze });
}

async function decide(
  desk: EngineContext,
  click: Click,
  decision: Step & { readonly draft: Draft },
): Promise<Change> {
  const { guildId, changeId } = click;
  const byCard = await whyNotByCard(desk, click);
  // A deleted card holds back neither Cancel nor "looked into".
  await lookAtShown(desk, click);
  const refusal = byCard ?? (await takeStep(desk, click, decision));
  if (refusal !== null) {
    return refuse(desk, click, { attempt: decision.draft.step, refusal });
  }
  await desk.cards.redraw(guildId, changeId);
  return changeToShow(desk, guildId, changeId);
}

async function setFrozen(
  desk: EngineContext,
  { guildId, member, reason }: Freezing,
  { step, whyNot }: { step: 'frozen' | 'unfrozen'; whyNot: typeof whyNotFreeze },
): Promise<void> {
  const refusal = await takeStep(
    desk,
    { guildId, member },
    {
      judge: whyNot,
      draft: { step, actor: personOf(member), details: { reason: oneLine(reason, 300) } },
    },
  );
  if (refusal !== null) {
    return refuse(desk, { guildId, member, changeId: '' }, { attempt: step, refusal });
  }
  // Their buttons have come or gone.
  await redrawPending(desk, guildId);
}
