import type { Reply } from '../../domain/messages/reply.js';
import type { Clock } from '../../domain/time/clock.js';
import { ChannelRefused, isChannelGone } from '../../domain/errors/channel-refused.js';
import { toResult, type Result } from '../../domain/errors/result.js';
import { backoff } from '../../domain/async/backoff.js';
import type { Channels } from '../../domain/messages/channels-port.js';
import type { OpenedPool } from '../../pool-api/opened-pool.js';
import { followOverReply, followReply, type FollowEnd } from '../../views/fleet/follow.js';
import { endAfter, figuresAfter, pauseAfter, type FollowRecord } from './follow-record.js';
import type { FollowStore } from './follow-store.js';
import { HOUR_MS, SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

export interface PollParts {
  readonly follows: FollowStore;
  readonly clock: Clock;
  readonly channels: Pick<Channels, 'edit' | 'post'>;
  readonly openPool: (guildId: string) => Promise<OpenedPool>;
  readonly guilds: {
    keyInfo(guildId: string): Promise<{ readonly connectedAt: number } | null>;
  };
  /** Reports failures other than the pool's; they are retried. */
  readonly onError: (what: string, error: unknown) => void;
}

/** No poll takes longer; after this, the poll of a killed process can be taken over. */
const LEASE_MS = 15 * SECOND_MS;
/** A message shows a sign of life at least this often. */
const SHOWN_EVERY_MS = MINUTE_MS;
/** After this, an ending that can't be shown on its message is given up. */
const GIVE_UP_MS = HOUR_MS;
/** A refused edit is tried less often: Discord blocks an address that has 10,000 in ten minutes. */
const REFUSED_GAP = { firstMs: MINUTE_MS, ceilingMs: 15 * MINUTE_MS };

/**
 * Reads one followed action and edits its message if there is something new. Resolves with when to
 * poll again, in ms since the epoch; null if it is over. Throws only store errors.
 */
export async function poll(id: string, parts: PollParts): Promise<number | null> {
  const { follows, clock } = parts;
  const known = await follows.get(id);
  if (known === undefined) return null;
  const now = clock.now();
  if (known.nextPollAt > now) return known.nextPollAt;
  if (known.place === undefined) {
    await follows.remove(id);
    return null;
  }
  const taken = { ...known, nextPollAt: now + LEASE_MS };
  // Another process was first and is polling.
  if (!(await follows.swap(known, taken))) return now + pauseAfter(0);
  const { next, isNew, end, failure } = await read(taken, parts);
  const drawn = isNew ? await show(next, followReply(next, end, failure), parts) : 'shown';
  const shown = drawn === 'shown' && end !== null ? await tellEnd(next, end, parts) : drawn;
  const isOver = end !== null && (shown === 'shown' || now > taken.until + GIVE_UP_MS);
  if (shown === 'gone' || isOver) {
    await follows.remove(id);
    return null;
  }
  const kept = isNew ? recordAfter({ taken, next, shown }, clock.now()) : next;
  // If the swap fails, somebody has pressed stop meanwhile: poll again at once.
  return (await follows.swap(taken, kept)) ? kept.nextPollAt : clock.now();
}

interface DrawnPoll {
  readonly taken: FollowRecord;
  readonly next: FollowRecord;
  readonly shown: MessageEditResult;
}

/** What is kept of a poll whose message was, or could not be, edited. */
function recordAfter({ taken, next, shown }: DrawnPoll, now: number): FollowRecord {
  if (shown === 'failed') return { ...taken, nextPollAt: next.nextPollAt };
  const { refusals = 0, ...rest } = shown === 'refused' ? taken : next;
  if (shown !== 'refused') return rest;
  const gapMs = backoff(refusals + 1, REFUSED_GAP);
  return { ...rest, refusals: refusals + 1, nextPollAt: Math.max(next.nextPollAt, now + gapMs) };
}

interface PollResult {
  readonly next: FollowRecord;
  /** The message needs an edit. */
  readonly isNew: boolean;
  readonly end: FollowEnd | null;
  /** Why the pool gave no answer. */
  readonly failure?: unknown;
}

async function read(record: FollowRecord, parts: PollParts): Promise<PollResult> {
  const { clock, openPool } = parts;
  const nextPollAt = clock.now() + pauseAfter(clock.now() - record.startedAt);
  const opened = await toResult(openPool(record.guildId));
  // Not before the pool's key was opened, so that it isn't a later one.
  if (record.isDisconnected === true || (await isOfAnotherKey(record, parts)))
    return { next: { ...record, nextPollAt }, isNew: true, end: { kind: 'disconnected' } };
  const given = opened.ok
    ? await toResult(opened.value.pool.getFleetAction(record.actionId))
    : opened;
  const now = clock.now();
  const { silentSince: _, ...before } = record;
  const next = {
    ...before,
    ...figuresAfter(record, given, now),
    nextPollAt: now + pauseAfter(now - record.startedAt),
  };
  const end = endAfter(record, given, now);
  const isNew =
    end !== null || now - record.shownAt >= SHOWN_EVERY_MS || shownPart(next) !== shownPart(record);
  return {
    next: isNew ? { ...next, shownAt: now } : next,
    isNew,
    end,
    ...(given.ok ? {} : { failure: given.error }),
  };
}

/** Another key may be another workspace's, which may know another action by this id. */
async function isOfAnotherKey(
  { guildId, connectedAt }: FollowRecord,
  { guilds }: PollParts,
): Promise<boolean> {
  if (connectedAt === undefined) return false;
  return (await guilds.keyInfo(guildId))?.connectedAt !== connectedAt;
}

/** Everything that a reader sees except the time of reading. */
function shownPart({ figures, silentSince }: FollowRecord): string {
  return JSON.stringify([{ ...figures, readAt: 0 }, silentSince]);
}

/** `refused`: by the channel, until somebody acts. */
type MessageEditResult = 'shown' | 'gone' | 'refused' | 'failed';

async function show(
  { place }: FollowRecord,
  reply: Reply,
  { channels, onError }: PollParts,
): Promise<MessageEditResult> {
  if (place === undefined) return 'gone';
  const edited = await toResult(channels.edit(place.channelId, place.messageId, reply));
  return shownBy(edited, onError);
}

/** Edits notify nobody, so a short reply says that it is over. */
async function tellEnd(
  { id, place, ...followed }: FollowRecord,
  end: FollowEnd,
  { channels, onError }: PollParts,
): Promise<MessageEditResult> {
  const reply = place === undefined ? null : followOverReply(followed, end, place.messageId);
  if (place === undefined || reply === null) return 'shown';
  // A process killed before recording this posts it again, as the same message.
  return shownBy(await toResult(channels.post(place.channelId, reply, `end-${id}`)), onError);
}

function shownBy(done: Result<unknown>, onError: PollParts['onError']): MessageEditResult {
  if (done.ok) return 'shown';
  if (isChannelGone(done.error)) return 'gone';
  onError('a followed fleet action could not be shown', done.error);
  return done.error instanceof ChannelRefused ? 'refused' : 'failed';
}
