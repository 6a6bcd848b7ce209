import { PoolError } from '../../../domain/errors/pool-errors.js';
import type { Result } from '../../../domain/errors/result.js';
import type { ErrorWords } from '../../../domain/errors/user-errors.js';
import {
  unsavedAnswer,
  unsavedFailure,
  type WhyUnsaved,
} from '../../../views/changes/pool-answer/unsaved.js';
import type { ChangeKind } from '../../kinds/kind.js';
import {
  isGuess,
  mayBeInLostEntries,
  type Change,
  type FailureNote,
} from '../../../domain/changes/change.js';
import { canonicalJson } from '../../../domain/json/canonical-json.js';
import { failedActionText } from '../../../domain/pool-answers/failed-action.js';
import { answeredFailure } from '../../../domain/pool-answers/answered-failure.js';
import { contradictionsOf, textIn } from '../../../domain/changes/change-summary.js';
import type { Entry } from '../../../domain/changes/entry.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import { SECOND_MS } from '../../../domain/time/units.js';

/** The entry that the answer to a request comes to, and its words while it isn't entered. */

/** An older copy was put back: it was sent. */
export class NotSentByTrail extends Error {
  override readonly name = 'NotSentByTrail';
}

/** An admin continued from a copy of the store that never knew of the change. */
export class NoSuchChange extends Error {
  override readonly name = 'NoSuchChange';
}

/**
 * Null if the trail already says as much. Throws while a restored trail doesn't say that anything
 * was sent; once an admin accepts that, the outcome is unknown.
 */
export function outcomeStep(
  trailState: ChangesState,
  id: string,
  outcome: OutcomeStep,
): (OutcomeStep & { readonly change: string; readonly actor: 'pitboss' }) | null {
  const { behind, changes } = trailState;
  const change = changes.get(id);
  if (change === undefined && behind === null) throw new NoSuchChange('the store was put back');
  if (change === undefined || (change.state !== 'sent' && change.ended === undefined))
    throw new NotSentByTrail('the trail does not say that it was sent');
  const { state, failure } = change;
  if (state === 'unknown' && saysTheSame(failure, outcome)) return null;
  if (outcome.step === 'failed' && (behind !== null || mayBeInLostEntries(failure))) {
    // That this request did nothing says nothing of one in the entries that are lost.
    if (neverLeft(outcome.details)) return null;
    return outcomeStep(trailState, id, { ...outcome, step: 'unknown' });
  }
  const isGuessed = state === 'unknown' && isGuess(failure);
  const mayFollow = state === 'sent' || (state === 'unknown' && outcome.step !== 'unknown');
  if (!mayFollow && !isGuessed) return null;
  return { change: id, actor: 'pitboss' as const, ...outcome };
}

/** By our own account, or by an answer that isn't the pool's. */
function neverLeft({ why, status }: FailureNote): boolean {
  return why !== 'pool' || status === undefined;
}

/** The pool's refusal may have been entered as unknown. */
function saysTheSame(failure: FailureNote | undefined, outcome: OutcomeStep): boolean {
  return (
    outcome.step === 'failed' && canonicalJson(failure ?? null) === canonicalJson(outcome.details)
  );
}

/** Whether the trail says as much as the outcome. */
export function hasOutcome(state: ChangesState, id: string, outcome: OutcomeStep): boolean {
  try {
    return outcomeStep(state, id, outcome) === null;
  } catch {
    return false;
  }
}

/** Adds the time of the answer if the entry was written much later. */
export function withTime({ at, ...outcome }: TimedOutcome, now: number): OutcomeStep {
  if (outcome.step !== 'reported' || now - at < SAME_TIME_MS) return outcome;
  return { ...outcome, details: { ...outcome.details, answeredAt: at } };
}

const SAME_TIME_MS = SECOND_MS;

type StepOf<Step extends Entry['step']> = Pick<Extract<Entry, { step: Step }>, 'step' | 'details'>;

type OutcomeStep = StepOf<'reported'> | StepOf<'failed'> | StepOf<'unknown'>;

/** `at`: when the answer came, in ms. */
export type TimedOutcome = OutcomeStep & { readonly at: number };

export function unsavedOutcomeOf(
  outcome: OutcomeStep,
  change: Change,
  { kind, why }: { readonly kind: ChangeKind; readonly why: WhyUnsaved },
): ErrorWords {
  if (outcome.step !== 'reported') {
    const { step: state, details: failure } = outcome;
    const contradictions = contradictionsOf({ ...change, state, failure }, kind);
    return unsavedFailure({ failure, state, contradictions, why });
  }
  const { answer } = outcome.details;
  return unsavedAnswer({
    status: textIn(answer, 'status'),
    id: textIn(answer, 'id'),
    failure: answeredFailure({ state: 'reported', answer })
      ? (textIn(answer, 'message') ?? failedActionText(answer) ?? '')
      : null,
    contradictions: contradictionsOf({ ...change, answer }, kind),
    why,
  });
}

/** Only a pool error that says so rules out an effect. */
export function outcomeOf(
  answer: Result<unknown>,
  whyUnsent: FailureNote['why'] | null,
): OutcomeStep {
  if (whyUnsent !== null) return { step: 'failed', details: { why: whyUnsent } };
  if (answer.ok) return { step: 'reported', details: { answer: answer.value } };
  const { error } = answer;
  const isUnknown = !(error instanceof PoolError) || error.outcome === 'unknown';
  return { step: isUnknown ? 'unknown' : 'failed', details: noteOf(error) };
}

function noteOf(error: unknown): FailureNote {
  if (!(error instanceof PoolError)) return { why: 'pool', error: 'unexpected' };
  const { name, status, said, fault, kept } = error;
  const { body, ...rest } = kept;
  // Don't keep a body that `said` already holds in full.
  const whole = body === said ? {} : { body };
  return { why: 'pool', error: name, status, said, fault, ...whole, ...rest };
}
