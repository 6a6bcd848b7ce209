import { randomUUID } from 'node:crypto';
import type { Clock } from '../../domain/time/clock.js';
import { UserError } from '../../domain/errors/user-errors.js';
import type { Channels } from '../../domain/messages/channels-port.js';
import { postOnce, type FailedPost } from '../../domain/messages/post-once.js';
import {
  discordUnclear,
  internalErrorSentence,
  lastPostTooOldSentence,
} from '../../views/daily/daily-sentences.js';
import { refusedShortSentence } from '../../views/kit/channel-permissions.js';
import { detailButtonsPrefix, type Compose } from './compose.js';
import type { PendingPost, PostState } from '../../domain/daily/post-state.js';
import {
  acquireLease,
  beginPosting,
  closeDate,
  LEASE_MS,
  posted,
  recordFailure,
  renewLease,
  type PostingAttempt,
} from './post-transitions.js';
import type { PostStates } from './post-states.js';
import { MAX_LATENESS_MS } from '../schedule/due-times.js';
import { nonceOf } from '../../domain/messages/nonce.js';
import { scheduleKey, type Occurrence } from '../../domain/daily/schedule.js';
import { HOUR_MS } from '../../domain/time/units.js';

export interface PostingParts {
  readonly states: PostStates;
  readonly clock: Clock;
  readonly channels: Pick<Channels, 'post' | 'find'>;
  readonly compose: Compose;
  /** Called each time a channel refuses. Never throws. */
  readonly onRefused: (occurrence: Occurrence, state: PostState, said: string) => Promise<void>;
  readonly onError: (what: string, error: unknown) => void;
  readonly metrics?: DailyMetrics | undefined;
}

/** What is counted of the daily posts. */
export interface DailyMetrics {
  dailyPost(result: DailyResult): void;
}

/**
 * `late`: posted, and marked so. `refused`: by the channel. `unclear`: sent, but no answer came.
 * `given-up`: nothing more is tried for its date.
 */
type DailyResult = 'posted' | 'late' | 'refused' | 'unclear' | 'failed' | 'given-up';

/** How long a post waits for a silent pool before it goes out and says so. */
const PATIENT_MS = HOUR_MS;

/**
 * `closed`: this date is over. `open`: not yet, or another process has it. `again`: an older
 * date was closed first. `off`: switched off until an admin sets the schedule again.
 */
export type AttemptResult = 'closed' | 'open' | 'again' | 'off';

/** Applies a step to the state of the attempt's schedule; null if the step returned null. */
type ApplyPostStep = (
  step: (state: PostState, attempt: PostingAttempt) => PostState | null,
) => Promise<PostState | null>;

/** Tries one post once: leases its date, composes, posts, records. Throws only store errors. */
export function createPosting(parts: PostingParts): (asked: Occurrence) => Promise<AttemptResult> {
  const { states, clock, compose, onRefused, onError, metrics } = parts;

  async function post(
    occurrence: Occurrence,
    { maybeSince }: PendingPost,
    change: ApplyPostStep,
  ): Promise<void> {
    const { guildId, schedule, date, dueAt } = occurrence;
    const fail = async (failure: FailedPost) => {
      const { kind, error } = failure;
      const isRefused = kind === 'refused';
      if (!isRefused && !(error instanceof UserError)) onError('a daily post was not sent', error);
      const said = whatWasSaid(failure);
      metrics?.dailyPost(kind === 'before' ? 'failed' : kind);
      const after = await change((state, attempt) =>
        recordFailure(
          state,
          { kind: isRefused ? 'channel' : kind, said, date, maybeSince },
          attempt,
        ),
      );
      if (after?.done.includes(date) === true) metrics?.dailyPost('given-up');
      if (after !== null && isRefused) await onRefused(occurrence, after, said);
    };
    const outcome = await postOnce(parts, {
      channelId: schedule.channelId,
      customIdPrefix: detailButtonsPrefix(occurrence),
      nonce: nonceOf(['daily', guildId, schedule.id, date]),
      maybeSince,
      async compose() {
        const now = clock.now();
        if (now - dueAt > MAX_LATENESS_MS) {
          metrics?.dailyPost('given-up');
          await change((state, { now: at }) => ({
            ...closeDate(state, date),
            lastError: { at, date, said: lastPostTooOldSentence },
          }));
          return null;
        }
        return compose(occurrence, { now, keep: true, patient: now - dueAt < PATIENT_MS });
      },
      begin: async () =>
        (await change((state, attempt) => beginPosting(state, date, attempt))) !== null,
      async posted(messageId, at) {
        const after = await change((state) => posted(state, { date, dueAt, messageId, at }));
        if (after !== null) metrics?.dailyPost(after.lastPost?.late === true ? 'late' : 'posted');
      },
    });
    if ('error' in outcome) await fail(outcome);
  }

  return async (asked) => {
    const key = scheduleKey(asked.guildId, asked.schedule.id);
    const before = await states.read(key);
    if (before.done.includes(asked.date)) return 'closed';
    if (before.offSince !== undefined) return 'off';
    const by = randomUUID();
    const change: ApplyPostStep = (step) =>
      states.change(key, (state) => step(state, { by, now: clock.now() }));
    const leased = await change((state, attempt) => acquireLease(state, asked, attempt));
    if (leased?.open === undefined) return 'open';
    const { date, dueAt } = leased.open;
    const renewing = setInterval(() => {
      change((state, attempt) => renewLease(state, date, attempt)).catch((error: unknown) =>
        onError('the lease of a daily post could not be renewed', error),
      );
    }, LEASE_MS / 3).unref();
    try {
      await post({ ...asked, date, dueAt }, leased.open, change);
    } finally {
      clearInterval(renewing);
    }
    return date === asked.date ? 'open' : 'again';
  };
}

/** Unless the channel refused, we don't know what became of what was searched for or sent. */
function whatWasSaid({ kind, error }: FailedPost): string {
  if (kind === 'refused') return refusedShortSentence(error.reason);
  if (kind === 'unclear') return discordUnclear;
  return error instanceof UserError ? error.message : internalErrorSentence;
}
