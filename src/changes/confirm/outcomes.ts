import { setTimeout as wait } from 'node:timers/promises';
import { canonicalJson } from '../../domain/json/canonical-json.js';
import { OutcomeNotPersisted } from '../../domain/errors/user-errors.js';
import { PoolError } from '../../domain/errors/pool-errors.js';
import { toResult, type Result } from '../../domain/errors/result.js';
import {
  unsavedAnswer,
  unsavedFailure,
  type UnsavedOutcome,
} from '../../views/changes/answer/unsaved.js';
import { settlesWithin, withFallback } from '../../domain/async/timeout.js';
import type { Clock } from '../../domain/time/clock.js';
import type { Cards } from '../posts/cards.js';
import type { ChangeKind } from '../kinds/kind.js';
import { isGuess, type Change, type FailureNote } from '../../domain/changes/change.js';
import { badEndingWords } from '../../domain/answers/says-ended-badly.js';
import { answeredFailure } from '../../domain/answers/answered-failure.js';
import { contradictionsOf, textIn } from '../../domain/changes/change-summary.js';
import type { Entry } from '../../domain/changes/entry.js';
import type { ChangesState } from '../../domain/changes/state.js';
import type { Trail } from '../trail/trail.js';

interface SentChange {
  readonly guildId: string;
  readonly change: Change;
  /** Why nothing was sent after all; null = the answer tells. */
  readonly whyUnsent: FailureNote['why'] | null;
}

interface OutcomesParts {
  readonly trail: Trail;
  readonly clock: Clock;
  readonly cards: Pick<Cards, 'redraw'>;
  readonly kindOf: (name: string) => ChangeKind;
  readonly onError: (what: string, error: unknown) => void;
  /** What only the log will know: logged at any level. */
  readonly onLost: (what: string) => void;
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
}

/** The pauses before each attempt to enter an outcome while the requester waits. */
const PAUSES_MS = [0, 50, 200, 1_000, 3_000];
/** A locked store holds up each attempt for seconds, longer than a process has to end. */
const TOLD_WITHIN_MS = 7_000;
/** For the last attempt at the end of the process. */
const LAST_TRY_MS = 3_000;

export type Outcomes = ReturnType<typeof createOutcomes>;

/**
 * The outcomes of sent requests. Until the trail has one, only this process knows it, so it is kept
 * and retried for as long as the store takes nothing.
 */
export function createOutcomes(parts: OutcomesParts) {
  const { trail, clock, cards, kindOf, onError, onLost, pause = wait } = parts;
  const kept = new Map<string, { readonly sent: SentChange; readonly outcome: Outcome }>();

  async function record({ guildId, change }: SentChange, outcome: Outcome) {
    const { trailState } = await trail.record(
      guildId,
      (now) => outcomeStep(now, change.id, withTime(outcome, clock.now())),
      change.id,
    );
    return trailState;
  }

  async function recordPatiently(
    sent: SentChange,
    outcome: Outcome,
  ): Promise<Result<ChangesState>> {
    let recorded: Result<ChangesState> = { ok: false, error: null };
    for (const ms of PAUSES_MS) {
      if (ms > 0) await pause(ms);
      recorded = await toResult(record(sent, outcome));
      if (recorded.ok) break;
    }
    return recorded;
  }

  /** Keeps an outcome until it is recorded. */
  function keep(sent: SentChange, outcome: Outcome, recording: Promise<Result<unknown>>): void {
    kept.set(sent.change.id, { sent, outcome });
    void showOnceRecorded(sent, recording);
  }

  async function showOnceRecorded(
    { guildId, change }: SentChange,
    recording: Promise<Result<unknown>>,
  ): Promise<void> {
    const { ok } = await recording;
    if (ok && kept.delete(change.id)) void cards.redraw(guildId, change.id);
  }

  async function retry(): Promise<void> {
    for (const [changeId, { sent, outcome }] of kept) {
      const recorded = await toResult(record(sent, outcome));
      const hasNoPlace = !recorded.ok && recorded.error instanceof NoSuchChange;
      if (!recorded.ok && !hasNoPlace) continue;
      kept.delete(changeId);
      if (recorded.ok) void cards.redraw(sent.guildId, changeId);
      else {
        const what = `what came of change ${changeId} has no place in the trail any more`;
        onLost(`${what}: ${inLog(outcome)}`);
      }
    }
  }

  return {
    /**
     * Enters the outcome of a request and returns the state after it. If the store doesn't take it
     * within seconds, throws an OutcomeNotPersisted that says the outcome, which is then kept.
     */
    async enter(sent: SentChange, answer: Result<unknown>): Promise<ChangesState> {
      const outcome = { ...outcomeOf(answer, sent.whyUnsent), at: clock.now() };
      const recording = recordPatiently(sent, outcome);
      const late = { ok: false, error: new Error('the store takes too long') } as const;
      const recorded = await withFallback(TOLD_WITHIN_MS, recording, late);
      if (recorded.ok) return recorded.value;
      keep(sent, outcome, recording);
      const cause = recorded.error;
      const what = `what came of change ${sent.change.id} cannot be noted yet`;
      onError(`${what}: ${inLog(outcome)}`, cause);
      const { title, sentences } = inWords(outcome, sent.change, kindOf(sent.change.kind));
      throw new OutcomeNotPersisted(title, sentences, { cause });
    },
    /** A guild's changes whose outcome only this process knows. */
    keptOf: (guildId: string): readonly string[] =>
      [...kept.values()]
        .filter(({ sent }) => sent.guildId === guildId)
        .map(({ sent }) => sent.change.id),
    /** Tries again to enter the kept outcomes. Never throws. */
    retry,
    /** Tries once more and logs whatever is lost. Never throws. */
    async giveUp(): Promise<void> {
      await settlesWithin(LAST_TRY_MS, retry());
      for (const [changeId, { outcome }] of kept) {
        const what = `what came of change ${changeId} was never noted`;
        onLost(`${what}, because the process ends: ${inLog(outcome)}`);
      }
    },
  };
}

/** In characters. */
const MAX_LOGGED = 4_000;

function inLog(outcome: Outcome): string {
  return canonicalJson(outcome).slice(0, MAX_LOGGED);
}

/** An admin continued from a copy of the store that never knew of the change. */
class NoSuchChange extends Error {
  override readonly name = 'NoSuchChange';
}

/**
 * Null if the trail already says as much. Throws while a restored trail doesn't say that anything
 * was sent; once an admin accepts that, the outcome is unknown.
 */
function outcomeStep({ behind, changes }: ChangesState, id: string, outcome: Draftable) {
  const change = changes.get(id);
  if (change === undefined && behind === null) throw new NoSuchChange('the store was put back');
  if (change === undefined || (change.state !== 'sent' && change.ended === undefined))
    throw new Error('the trail does not say that it was sent');
  const { state, failure } = change;
  const isGuessed = state === 'unknown' && isGuess(failure);
  const mayFollow = state === 'sent' || (state === 'unknown' && outcome.step !== 'unknown');
  if (!mayFollow && !isGuessed) return null;
  return { change: id, actor: 'pitboss' as const, ...outcome };
}

/** Adds the time of the answer if the entry was written much later. */
function withTime({ at, ...outcome }: Outcome, now: number): Draftable {
  if (outcome.step !== 'reported' || now - at < SAME_TIME_MS) return outcome;
  return { ...outcome, details: { ...outcome.details, answeredAt: at } };
}

const SAME_TIME_MS = 1_000;

type StepOf<Step extends Entry['step']> = Pick<Extract<Entry, { step: Step }>, 'step' | 'details'>;

type Draftable = StepOf<'reported'> | StepOf<'failed'> | StepOf<'unknown'>;

/** `at`: when the answer came, in ms. */
type Outcome = Draftable & { readonly at: number };

function inWords(outcome: Draftable, change: Change, kind: ChangeKind): UnsavedOutcome {
  if (outcome.step !== 'reported') return unsavedFailure(outcome.details, outcome.step);
  const { answer } = outcome.details;
  return unsavedAnswer({
    status: textIn(answer, 'status'),
    id: textIn(answer, 'id'),
    failure: answeredFailure({ state: 'reported', answer })
      ? (textIn(answer, 'message') ?? badEndingWords(answer) ?? '')
      : null,
    contradictions: contradictionsOf({ ...change, answer }, kind),
  });
}

/** Only a pool error that says so rules out an effect. */
function outcomeOf(answer: Result<unknown>, whyUnsent: SentChange['whyUnsent']): Draftable {
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
