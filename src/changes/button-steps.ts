import type { Change, TextToType } from '../domain/changes/change.js';
import { StoreError } from '../domain/errors/store-errors.js';
import { toResult } from '../domain/errors/result.js';
import { ReplyNotShown } from '../domain/messages/reply-not-shown.js';
import type { Reply } from '../domain/messages/reply.js';
import { cardNotShown } from '../views/changes/card/card-not-shown.js';
import { changeAfter } from './engine/take-step.js';
import { kindOf, summarize } from './kinds/kinds.js';
import type { Click } from './engine/click.js';
import { checkConfirm, confirm } from './steps/confirm/confirm.js';
import type { SendContext } from './steps/confirm/send.js';
import { cancel } from './steps/cancel.js';
import { checkMarkChecked, markChecked } from './steps/mark-checked.js';

/** What the form before a step says. */
interface StepFormTexts {
  /** What the change is about. */
  readonly subject: string;
  /** What must be typed to confirm, such as the last characters of new addresses. */
  readonly toType: readonly TextToType[];
}

/**
 * The steps that a card's buttons take. Each resolves with the card as it is afterwards, or throws
 * a UserError, and records the refusal, if the person may not do it.
 */
export function createCardButtons(context: SendContext) {
  const { trail, cards } = context;

  // The step has drawn the live card as the bot's own message, which needs no token. This answer
  // goes to whatever was clicked: a card for one person, or one that the bot may not edit any more.
  async function cardAfter(click: Click, step: Promise<Change>): Promise<Reply> {
    const change = await step;
    const otherwise = (why: 'discord' | 'store') => cardNotShown(change, summarize(change), why);
    const shown = await toResult(replyTo(click, change.id));
    if (shown.ok) return { ...shown.value, otherwise: otherwise('discord') };
    const cause = shown.error;
    // The step was taken; only the card can't be shown.
    if (cause instanceof StoreError) throw new ReplyNotShown(otherwise('store'), { cause });
    throw cause;
  }

  async function replyTo({ guildId, on }: Click, changeId: string): Promise<Reply> {
    const state = await trail.remembered(guildId, changeId);
    const change = changeAfter(state, changeId);
    // What one person sees is never drawn again, so it has to say so.
    if (on === undefined) return cards.showPrivately(guildId, changeId);
    const { onPosted: _, ...reply } = await cards.show(guildId, change, {
      state,
    });
    return reply;
  }

  async function forForm(check: Promise<Change>): Promise<StepFormTexts> {
    const change = await check;
    const toType = kindOf(change.kind).toType(change);
    return { subject: summarize(change).subject, toType };
  }

  return {
    confirm: (click: Click, typed = '') => cardAfter(click, confirm(context, click, typed)),
    cancel: (click: Click) => cardAfter(click, cancel(context, click)),
    markChecked: (click: Click, note: string) =>
      cardAfter(click, markChecked(context, click, note)),
    /** Before the form for the characters: whether this click could confirm now. */
    checkConfirm: (click: Click) => forForm(checkConfirm(context, click)),
    /** Before the form for the note: whether this click could mark it as checked now. */
    checkMarkChecked: (click: Click) => forForm(checkMarkChecked(context, click)),
  };
}
