import type { Member } from '../../domain/guild/access.js';
import { personOf, type Change } from '../../domain/changes/change.js';
import { checkCardWitness, whyNotByCard } from './clicked-card.js';
import {
  changeAfter,
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
import {
  whyNotAcceptRestore,
  whyNotCancel,
  whyNotFreeze,
  whyNotResolve,
  whyNotUnfreeze,
} from '../rules.js';
import { oneLine } from '../../domain/names/one-line.js';

/** What people decide apart from confirming: each is one step, and sends nothing. */

export function cancel(context: EngineContext, click: Click): Promise<Change> {
  return decide(context, click, {
    judge: whyNotCancel,
    draft: {
      step: 'cancelled',
      change: click.changeId,
      actor: personOf(click.member),
      details: {},
    },
  });
}

/** Throws, and records, what speaks against marking it as checked. */
export async function checkResolve(context: EngineContext, click: Click): Promise<Change> {
  const byCard = await whyNotByCard(context, click);
  const trailState = await context.trail.state(click.guildId, click.changeId);
  const refusal = byCard ?? whyNotResolve(trailState, await attemptOf(context, click, trailState));
  if (refusal !== null) return refuse(context, click, { attempt: 'resolved', refusal });
  return changeIn(trailState, click.changeId);
}

export function resolve(context: EngineContext, click: Click, note: string): Promise<Change> {
  return decide(context, click, {
    judge: whyNotResolve,
    draft: {
      step: 'resolved',
      change: click.changeId,
      actor: personOf(click.member),
      details: { note: oneLine(note, 500) },
    },
  });
}

async function decide(
  context: EngineContext,
  click: Click,
  { judge, draft }: { readonly judge: Step['judge']; readonly draft: Draft },
): Promise<Change> {
  const { guildId, changeId } = click;
  const attempt = draft.step;
  const byCard = await whyNotByCard(context, click);
  // A deleted card holds back neither Cancel nor "Mark as checked…".
  await checkCardWitness(context, click);
  if (byCard !== null) return refuse(context, click, { attempt, refusal: byCard });
  const state = await takeStep(context, click, { attempt, judge, draft });
  await context.cards.redraw(guildId, changeId);
  return changeAfter(state, changeId);
}

export interface Freezing {
  readonly guildId: string;
  readonly member: Member;
  readonly reason: string;
}

export function freeze(context: EngineContext, freezing: Freezing): Promise<void> {
  return setFrozen(context, freezing, { step: 'frozen', judge: whyNotFreeze });
}

export function unfreeze(context: EngineContext, freezing: Freezing): Promise<void> {
  return setFrozen(context, freezing, { step: 'unfrozen', judge: whyNotUnfreeze });
}

async function setFrozen(
  context: EngineContext,
  { guildId, member, reason }: Freezing,
  { step, judge }: { step: 'frozen' | 'unfrozen'; judge: Step['judge'] },
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
  // Their buttons have come or gone.
  await redrawPending(context, guildId);
}

export interface Accepting extends Freezing {
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
