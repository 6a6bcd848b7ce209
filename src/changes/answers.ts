import { setTimeout as pause } from 'node:timers/promises';
import { canonicalJson } from '../domain/canonical-json.js';
import { PoolError, PoolUnreadable, UserError } from '../domain/errors.js';
import { settle, type Settled } from '../domain/settle.js';
import {
  answeredSentence,
  answerHeldSentence,
  answerHeldTitle,
  failureWords,
} from '../views/change-sentences.js';
import type { Cards } from './cards.js';
import type { Change, FailureNote } from './change.js';
import { textIn } from './describing.js';
import type { Draft, Entry } from './entry.js';
import { changeIn } from './ledger.js';
import type { Trail } from './trail.js';

/**
 * What came of requests that were sent. It is known to this process alone until the trail has
 * it, so it is held, and tried again, for as long as the store takes nothing.
 */
export interface Answers {
  /**
   * Enters what came of a request. Throws a UserError that tells it when the store does not take
   * it for seconds; from then on it is held.
   */
  enter(sent: Sent, outcome: Settled<unknown>): Promise<void>;
  /** Tries again to enter what is held. Never throws. */
  retry(): Promise<void>;
}

export interface Sent {
  readonly guildId: string;
  readonly changeId: string;
}

export interface AnswersParts {
  readonly trail: Trail;
  readonly cards: Pick<Cards, 'redraw'>;
  readonly onTrouble: (what: string, error: unknown) => void;
}

/** While somebody waits for it. */
const WAITS_MS = [50, 200, 1_000, 3_000];

export function createAnswers({ trail, cards, onTrouble }: AnswersParts): Answers {
  const held = new Map<string, { readonly sent: Sent; readonly outcome: Settled<unknown> }>();

  async function record({ guildId, changeId }: Sent, outcome: Settled<unknown>): Promise<void> {
    await trail.record(guildId, (now) => outcomeStep(changeIn(now, changeId), outcome));
  }

  return {
    async enter(sent, outcome) {
      for (const wait of WAITS_MS) {
        if ((await settle(record(sent, outcome))).ok) return;
        await pause(wait);
      }
      const last = await settle(record(sent, outcome));
      if (last.ok) return;
      held.set(sent.changeId, { sent, outcome });
      const came = cameOf(outcome);
      const told = canonicalJson(came).slice(0, MOST_LOGGED);
      onTrouble(`what came of change ${sent.changeId} cannot be noted yet: ${told}`, last.error);
      throw new UserError(answerHeldSentence(inWords(came)), { title: answerHeldTitle });
    },
    async retry() {
      for (const [changeId, { sent, outcome }] of held) {
        if (!(await settle(record(sent, outcome))).ok) continue;
        held.delete(changeId);
        await cards.redraw(sent.guildId, changeId);
      }
    },
  };
}

/** Characters of an answer that may never reach the trail. */
const MOST_LOGGED = 4_000;

/** Null when what is known already says as much. */
function outcomeStep({ id, state }: Change, outcome: Settled<unknown>): Draft | null {
  if (state !== 'sent' && state !== 'unknown') return null;
  const came = cameOf(outcome);
  if (came.step === 'unknown' && state === 'unknown') return null;
  return { change: id, actor: 'pitboss', ...came };
}

type StepOf<Step extends Entry['step']> = Pick<Extract<Entry, { step: Step }>, 'step' | 'details'>;

type Came = StepOf<'reported'> | StepOf<'failed'> | StepOf<'unknown'>;

function inWords({ step, details }: Came): string {
  if (step !== 'reported') return failureWords(details, step);
  const { answer } = details;
  return answeredSentence(textIn(answer, 'status'), textIn(answer, 'id'));
}

/** Only a pool error that says so rules an effect out. */
function cameOf(outcome: Settled<unknown>): Came {
  if (outcome.ok) return { step: 'reported', details: { answer: outcome.value } };
  const { error } = outcome;
  const isUnknown = !(error instanceof PoolError) || error.outcome === 'unknown';
  return { step: isUnknown ? 'unknown' : 'failed', details: noteOf(error) };
}

function noteOf(error: unknown): FailureNote {
  if (!(error instanceof PoolError)) return { why: 'pool', error: 'unexpected' };
  const { name, status, said, fault } = error;
  const body = error instanceof PoolUnreadable ? error.body : undefined;
  return {
    why: 'pool',
    error: name,
    ...(status === undefined ? {} : { status }),
    ...(said === undefined ? {} : { said }),
    ...(fault === undefined ? {} : { fault }),
    ...(body === undefined ? {} : { body }),
  };
}
