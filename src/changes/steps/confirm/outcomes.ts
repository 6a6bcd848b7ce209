import { setTimeout as wait } from 'node:timers/promises';
import { canonicalJson } from '../../../domain/json/canonical-json.js';
import { OutcomeNotPersisted } from '../../../domain/errors/user-errors.js';
import { toResult, type Result } from '../../../domain/errors/result.js';
import { settlesWithin, withFallback } from '../../../domain/async/timeout.js';
import type { EngineContext } from '../../engine/engine-context.js';
import { kindOf } from '../../kinds/kinds.js';
import type { Change, FailureNote } from '../../../domain/changes/change.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import {
  hasOutcome,
  unsavedOutcomeOf,
  NoSuchChange,
  NotSentByTrail,
  outcomeOf,
  outcomeStep,
  withTime,
  type TimedOutcome,
} from './outcome-entry.js';
import { SECOND_MS } from '../../../domain/time/units.js';
import type { WhyUnsaved } from '../../../views/changes/pool-answer/unsaved.js';

interface SentChange {
  readonly guildId: string;
  readonly change: Change;
  /** Why nothing was sent after all; null = the answer tells. */
  readonly whyUnsent: FailureNote['why'] | null;
}

interface KeptOutcome {
  readonly sent: SentChange;
  readonly outcome: TimedOutcome;
  /**
   * `entering`: somebody waits for it; `unsaved`: tried again; `untold`: in the trail, but on no card
   * yet, so an older copy that is put back now would leave no sign of it; `entered`: in a trail that
   * lacks entries, and so may lose this one too until an admin has accepted it.
   */
  readonly state: 'entering' | 'unsaved' | 'untold' | 'entered';
}

interface OutcomesParts extends EngineContext {
  /** What only the log will know: logged at any level. */
  readonly onLost: (what: string) => void;
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
}

/** The pauses before each attempt to enter an outcome while the requester waits. */
const PAUSES_MS = [0, 50, 200, SECOND_MS, 3 * SECOND_MS];
/** A locked store holds up each attempt for seconds, longer than a process has to end. */
const TOLD_WITHIN_MS = 7 * SECOND_MS;
/** For the last attempt at the end of the process. */
const LAST_TRY_MS = 3 * SECOND_MS;

export type Outcomes = ReturnType<typeof createOutcomes>;

/**
 * The outcomes of sent requests. Until the trail has one, only this process knows it, so it is kept
 * and retried for as long as the store takes nothing.
 */
export function createOutcomes(parts: OutcomesParts) {
  const { trail, clock, cards, onError, onLost, pause = wait } = parts;
  let isEnding = false;
  const kept = new Map<string, KeptOutcome>();
  const recordings = new Set<Promise<unknown>>();

  async function record({ guildId, change }: SentChange, outcome: TimedOutcome) {
    const { trailState } = await trail.record(
      guildId,
      (now) => outcomeStep(now, change.id, withTime(outcome, clock.now())),
      change.id,
    );
    return trailState;
  }

  async function recordPatiently(
    sent: SentChange,
    outcome: TimedOutcome,
  ): Promise<Result<ChangesState>> {
    let recorded: Result<ChangesState> = { ok: false, error: null };
    for (const ms of PAUSES_MS) {
      if (ms > 0) await pause(ms);
      recorded = await toResult(record(sent, outcome));
      if (recorded.ok) break;
    }
    return recorded;
  }

  async function showOnceRecorded(
    { change }: SentChange,
    recording: Promise<Result<ChangesState>>,
  ): Promise<void> {
    const recorded = await recording;
    const outcome = kept.get(change.id);
    if (recorded.ok && outcome !== undefined) letGo(outcome, recorded.value);
  }

  /** Keeps what no card tells yet, and what a trail that lacks entries may lose again. */
  function letGo(outcome: KeptOutcome, { behind }: ChangesState): void {
    const { guildId, change } = outcome.sent;
    const state = behind === null ? 'untold' : 'entered';
    if (state !== outcome.state) {
      kept.set(change.id, { ...outcome, state });
      void cards.redraw(guildId, change.id);
    } else if (state === 'untold' && !cards.isOwed(guildId, change.id)) kept.delete(change.id);
  }

  async function retry(): Promise<void> {
    for (const [changeId, each] of kept) {
      if (each.state === 'entering') continue;
      const recorded = await toResult(record(each.sent, each.outcome));
      if (recorded.ok) letGo(each, recorded.value);
      else if (recorded.error instanceof NoSuchChange) {
        kept.delete(changeId);
        const what = `what came of change ${changeId} has no place in the trail any more`;
        onLost(`${what}: ${inLog(each.outcome)}`);
      } else if (each.state === 'untold' && recorded.error instanceof NotSentByTrail) {
        kept.set(changeId, { ...each, state: 'unsaved' });
      }
    }
  }

  /** For the person who confirmed: the outcome, which is kept. */
  function notPersisted(
    { sent: { change }, outcome }: Pick<KeptOutcome, 'sent' | 'outcome'>,
    whyUnsaved: WhyUnsaved,
    cause?: unknown,
  ): OutcomeNotPersisted {
    const what = whyUnsaved === 'behind' ? 'is in no trail that is whole' : 'cannot be noted yet';
    onError(`what came of change ${change.id} ${what}: ${inLog(outcome)}`, cause);
    const told = { kind: kindOf(change.kind), why: isEnding ? ('ending' as const) : whyUnsaved };
    return new OutcomeNotPersisted(unsavedOutcomeOf(outcome, change, told), { cause });
  }

  return {
    /**
     * Enters the outcome of a request, draws its card and returns the state after it. If the store
     * doesn't take it within seconds, or the trail lacks entries and so no card is drawn, throws an
     * OutcomeNotPersisted that says the outcome, which is then kept.
     */
    async enter(sent: SentChange, answer: Result<unknown>): Promise<ChangesState> {
      const { guildId, change } = sent;
      const outcome = { ...outcomeOf(answer, sent.whyUnsent), at: clock.now() };
      const keep = (state: KeptOutcome['state']) => kept.set(change.id, { sent, outcome, state });
      // From the first moment: the process may end before anybody was told.
      keep('entering');
      const recording = recordPatiently(sent, outcome);
      recordings.add(recording);
      void recording.then(() => recordings.delete(recording));
      const late = { ok: false, error: new Error('the store takes too long') } as const;
      const recorded = await withFallback(TOLD_WITHIN_MS, recording, late);
      if (!recorded.ok) {
        keep('unsaved');
        void showOnceRecorded(sent, recording);
        throw notPersisted({ sent, outcome }, 'store', recorded.error);
      }
      keep('untold');
      await cards.redraw(guildId, change.id);
      const drawn = await toResult(trail.state(guildId, change.id));
      if (!drawn.ok) return recorded.value;
      // It may have been lost too, and the loss accepted by now.
      const isThere = hasOutcome(drawn.value, change.id, outcome);
      if (isThere && drawn.value.behind === null) {
        if (!cards.isOwed(guildId, change.id)) kept.delete(change.id);
        return recorded.value;
      }
      keep(isThere ? 'entered' : 'unsaved');
      throw notPersisted({ sent, outcome }, 'behind');
    },
    /** From here on nobody is promised that it is tried again: the process ends. */
    beginEnd(): void {
      isEnding = true;
    },
    /** A guild's changes whose outcome only this process knows. */
    keptOf: (guildId: string): readonly string[] =>
      [...kept.values()]
        .filter(({ sent, state }) => sent.guildId === guildId && state === 'unsaved')
        .map(({ sent }) => sent.change.id),
    /** Tries again to enter the kept outcomes. Never throws. */
    retry,
    /** Tries once more. Never throws. */
    async lastTry(): Promise<void> {
      await settlesWithin(LAST_TRY_MS, Promise.all([retry(), ...recordings]));
    },
    /** Logs whatever is lost if the process ends now. */
    logUnsaved(): void {
      for (const [changeId, { sent, outcome, state }] of kept) {
        if (state === 'untold' && !cards.isOwed(sent.guildId, changeId)) continue;
        const what = `what came of change ${changeId} ${WHY_LOST[state]}`;
        onLost(`${what}, because the process ends: ${inLog(outcome)}`);
      }
    },
  };
}

const WHY_LOST: Record<KeptOutcome['state'], string> = {
  entering: 'was never noted',
  unsaved: 'was never noted',
  untold: 'is on no card yet',
  entered: 'is in no trail that is whole',
};

/** In characters. */
const MAX_LOGGED = 4_000;

function inLog(outcome: TimedOutcome): string {
  return canonicalJson(outcome).slice(0, MAX_LOGGED);
}
