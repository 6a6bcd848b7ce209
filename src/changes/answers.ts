import { setTimeout as pause } from 'node:timers/promises';
import { canonicalJson } from '../domain/canonical-json.js';
import { OutcomeHeld, PoolError, PoolUnclear, PoolUnreadable } from '../domain/errors.js';
import { settle, type Settled } from '../domain/settle.js';
import { heldAnswer, heldFailure, type Held } from '../views/change-sentences.js';
import type { Cards } from './cards.js';
import { isGuess, type Change, type FailureNote } from './change.js';
import { textIn } from './describing.js';
import type { Draft, Entry } from './entry.js';
import type { Trail } from './trail.js';

/**
 * What came of requests that were sent. It is known to this process alone until the trail has
 * it, so it is held, and tried again, for as long as the store takes nothing.
 */
export interface Answers {
  /**
   * Enters what came of a request. Throws an OutcomeHeld that tells it when the store does not
   * take it for seconds; from then on it is held.
   */
  enter(sent: Sent, outcome: Settled<unknown>): Promise<void>;
  /** Tries again to enter what is held. Never throws. */
  retry(): Promise<void>;
  /** Tries once more, and says in the log what is lost. Never throws. */
  giveUp(): Promise<void>;
}

export interface Sent {
  readonly guildId: string;
  readonly changeId: string;
  /** Why nothing left after all; null = the outcome tells. */
  readonly heldBack: FailureNote['why'] | null;
}

export interface AnswersParts {
  readonly trail: Trail;
  readonly cards: Pick<Cards, 'redraw'>;
  readonly onTrouble: (what: string, error: unknown) => void;
}

/** While somebody waits for it. */
const WAITS_MS = [50, 200, 1_000, 3_000];

export function createAnswers({ trail, cards, onTrouble }: AnswersParts): Answers {
  const held = new Map<string, { readonly sent: Sent; readonly came: Came }>();

  /** Throws while it cannot be entered; `no-such-change`: nor ever will be. */
  async function record({ guildId, changeId }: Sent, came: Came) {
    const { behind, changes } = await trail.ledger(guildId);
    if (behind === null && !changes.has(changeId)) return 'no-such-change';
    await trail.record(guildId, (now) => outcomeStep(now.changes.get(changeId), came));
    return 'recorded';
  }

  async function retry(): Promise<void> {
    for (const [changeId, { sent, came }] of held) {
      const recorded = await settle(record(sent, came));
      if (!recorded.ok) continue;
      held.delete(changeId);
      if (recorded.value === 'no-such-change') {
        // An admin went on from a copy of the store that never knew of it.
        const what = `what came of change ${changeId} has no place in the trail any more`;
        onTrouble(`${what}: ${inLog(came)}`, new Error('the store was put back'));
      } else void cards.redraw(sent.guildId, changeId);
    }
  }

  return {
    async enter(sent, outcome) {
      const came = cameOf(outcome, sent.heldBack);
      for (const wait of WAITS_MS) {
        const done = await settle(record(sent, came));
        if (done.ok && done.value === 'recorded') return;
        await pause(wait);
      }
      const last = await settle(record(sent, came));
      if (last.ok && last.value === 'recorded') return;
      held.set(sent.changeId, { sent, came });
      const what = `what came of change ${sent.changeId} cannot be noted yet`;
      const cause = last.ok ? new Error('the store was put back') : last.error;
      onTrouble(`${what}: ${inLog(came)}`, cause);
      const { title, sentences } = inWords(came);
      throw new OutcomeHeld(title, sentences, { cause });
    },
    retry,
    async giveUp() {
      await retry();
      for (const [changeId, { came }] of held) {
        const what = `what came of change ${changeId} was never noted`;
        onTrouble(`${what}: ${inLog(came)}`, new Error('the process ends'));
      }
    },
  };
}

/** Characters of an answer that may never reach the trail. */
const MOST_LOGGED = 4_000;

function inLog(came: Came): string {
  return canonicalJson(came).slice(0, MOST_LOGGED);
}

/**
 * Null when what is known already says as much. Throws while the trail, put back from an older
 * copy, does not say that anything was sent: once that is accepted the change is unknown.
 */
function outcomeStep(change: Change | undefined, came: Came): Draft | null {
  if (change === undefined || (change.state !== 'sent' && change.ended === undefined))
    throw new Error('the trail does not say that it was sent');
  const { id, state, failure } = change;
  const isGuessed = state === 'unknown' && isGuess(failure);
  const mayFollow = state === 'sent' || (state === 'unknown' && came.step !== 'unknown');
  if (!mayFollow && !isGuessed) return null;
  return { change: id, actor: 'pitboss', ...came };
}

type StepOf<Step extends Entry['step']> = Pick<Extract<Entry, { step: Step }>, 'step' | 'details'>;

type Came = StepOf<'reported'> | StepOf<'failed'> | StepOf<'unknown'>;

function inWords(came: Came): Held {
  if (came.step !== 'reported') return heldFailure(came.details, came.step);
  const { answer } = came.details;
  return heldAnswer({ status: textIn(answer, 'status'), id: textIn(answer, 'id') });
}

/** Only a pool error that says so rules an effect out. */
function cameOf(outcome: Settled<unknown>, heldBack: Sent['heldBack']): Came {
  if (heldBack !== null) return { step: 'failed', details: { why: heldBack } };
  if (outcome.ok) return { step: 'reported', details: { answer: outcome.value } };
  const { error } = outcome;
  const isUnknown = !(error instanceof PoolError) || error.outcome === 'unknown';
  return { step: isUnknown ? 'unknown' : 'failed', details: noteOf(error) };
}

function noteOf(error: unknown): FailureNote {
  if (!(error instanceof PoolError)) return { why: 'pool', error: 'unexpected' };
  const { name, status, said, fault } = error;
  return {
    why: 'pool',
    error: name,
    ...(status === undefined ? {} : { status }),
    ...(said === undefined ? {} : { said }),
    ...(fault === undefined ? {} : { fault }),
    ...(error instanceof PoolUnreadable || error instanceof PoolUnclear ? cameNote(error) : {}),
  };
}

function cameNote({ body, more }: PoolUnreadable | PoolUnclear): Partial<FailureNote> {
  // What could be read is not kept twice.
  if (more.answer !== undefined || body === undefined) return more;
  return { body, ...more };
}
