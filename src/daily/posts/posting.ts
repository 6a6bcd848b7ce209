import { randomUUID } from 'node:crypto';
import type { Clock } from '../../domain/time/clock.js';
import { ChannelRefused, UserError } from '../../domain/errors/errors.js';
import type { Channels } from '../../domain/messages/ports.js';
import {
  channelIsForbidden,
  channelIsGone,
  discordUnclear,
  internalErrorSentence,
  lastPostTooOldSentence,
} from '../../views/daily/daily-sentences.js';
import { markOf, type Compose } from './compose.js';
import type { PostState, Open } from '../../domain/daily/post-state.js';
import {
  beginPosting,
  closeDate,
  LEASE_MS,
  posted,
  renew,
  acquireLease,
  recordFailure,
  type PostFailure,
} from './post-transitions.js';
import type { PostStates } from './post-states.js';
import { LATEST_MS } from '../schedule/occurrences.js';
import { nonceOf, scheduleKey, type Occurrence } from '../../domain/daily/schedule.js';

export interface PostingParts {
  readonly ledgers: PostStates;
  readonly clock: Clock;
  readonly channels: Pick<Channels, 'post' | 'find'>;
  readonly compose: Compose;
  /** Told when a channel begins to refuse and when its posts are switched off. Never throws. */
  readonly onRefused: (occurrence: Occurrence, state: PostState, said: string) => Promise<void>;
  readonly onError: (what: string, error: unknown) => void;
}

/** So long a post waits for a pool that gives nothing; then it goes out and says so. */
const PATIENT_MS = 60 * 60_000;

/**
 * `settled`: this date needs nothing more, from anybody. `open`: not yet, or in other hands.
 * `again`: an older date was settled first. `off`: switched off, until an admin sets it anew.
 */
export type AttemptResult = 'settled' | 'open' | 'again' | 'off';

/** Tries one post once: takes its date, makes it, posts it, notes it. Never throws. */
export function createPosting(parts: PostingParts): (asked: Occurrence) => Promise<AttemptResult> {
  const { ledgers, clock, channels, compose, onRefused, onError } = parts;

  async function attempt(asked: Occurrence): Promise<AttemptResult> {
    const key = scheduleKey(asked.guildId, asked.schedule.id);
    const by = randomUUID();
    const turn = () => ({ now: clock.now(), by });
    const before = await ledgers.read(key);
    if (before.done.includes(asked.date)) return 'settled';
    if (before.offSince !== undefined) return 'off';
    const taken = await ledgers.change(key, (now) => acquireLease(now, asked, turn()));
    if (taken?.open === undefined) return 'open';
    const { date, dueAt } = taken.open;
    const occurrence = { ...asked, date, dueAt };
    const renewing = setInterval(() => void renewLease(key, date, turn()), LEASE_MS / 3);
    renewing.unref();
    try {
      await post(occurrence, taken.open, turn);
    } finally {
      clearInterval(renewing);
    }
    return date === asked.date ? 'open' : 'again';
  }

  async function renewLease(key: string, date: string, turn: { now: number; by: string }) {
    try {
      await ledgers.change(key, (now) => renew(now, date, turn));
    } catch (error) {
      onError('the lease of a daily post could not be renewed', error);
    }
  }

  type Turn = () => { readonly now: number; readonly by: string };

  async function post(occurrence: Occurrence, held: Open, turn: Turn): Promise<void> {
    const { guildId, schedule, date, dueAt } = occurrence;
    const key = scheduleKey(guildId, schedule.id);
    const fail = (trouble: Omit<PostFailure, 'date' | 'maybeSince'>, error: unknown) =>
      note(occurrence, { ...trouble, date, maybeSince: held.maybeSince }, { error, turn });
    const done = (messageId: string, at: number) =>
      ledgers.change(key, (now) => posted(now, { date, dueAt, messageId, at }));
    try {
      if (held.maybeSince !== undefined) {
        const found = await channels.find(schedule.channelId, markOf(occurrence), held.maybeSince);
        if (found !== null) return void (await done(found, held.maybeSince));
      }
    } catch (error) {
      return fail(refusal(error) ?? { kind: 'unclear', said: discordUnclear }, error);
    }
    if (clock.now() - dueAt > LATEST_MS) {
      await ledgers.change(key, (now) => ({
        ...closeDate(now, date),
        lastError: { at: clock.now(), date, said: lastPostTooOldSentence },
      }));
      return;
    }
    let reply;
    try {
      const now = clock.now();
      const patient = now - dueAt < PATIENT_MS;
      reply = await compose(occurrence, { now, keep: true, patient });
    } catch (error) {
      const said = error instanceof UserError ? error.message : internalErrorSentence;
      return fail({ kind: 'before', said }, error);
    }
    if ((await ledgers.change(key, (now) => beginPosting(now, date, turn()))) === null) return;
    try {
      const { messageId } = await channels.post(schedule.channelId, reply, nonceOf(occurrence));
      await done(messageId, clock.now());
    } catch (error) {
      await fail(refusal(error) ?? { kind: 'unclear', said: discordUnclear }, error);
    }
  }

  async function note(
    occurrence: Occurrence,
    trouble: PostFailure,
    { error, turn }: { readonly error: unknown; readonly turn: Turn },
  ): Promise<void> {
    const key = scheduleKey(occurrence.guildId, occurrence.schedule.id);
    const refused = trouble.kind === 'channel';
    if (!refused && !(error instanceof UserError)) onError('a daily post was not sent', error);
    const after = await ledgers.change(key, (now) => recordFailure(now, trouble, turn()));
    if (after !== null && refused) await onRefused(occurrence, after, trouble.said);
  }

  return async (asked) => {
    try {
      return await attempt(asked);
    } catch (error) {
      // The store itself: whatever state the date is in, its lease runs out and it is taken anew.
      onError('a daily post could not be tried', error);
      return 'open';
    }
  };
}

function refusal(error: unknown): Pick<PostFailure, 'kind' | 'said'> | null {
  if (!(error instanceof ChannelRefused)) return null;
  const said = error.reason === 'gone' ? channelIsGone : channelIsForbidden;
  return { kind: 'channel', said };
}
