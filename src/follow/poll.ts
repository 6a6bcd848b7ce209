import type { Reply } from '../domain/messages/reply.js';
import type { Clock } from '../domain/time/clock.js';
import { isChannelGone } from '../domain/errors/errors.js';
import { toResult, type Result } from '../domain/errors/result.js';
import type { Channels } from '../domain/messages/ports.js';
import type { PoolClient, Read } from '../pool-api/client.js';
import type { FleetAction } from '../pool-api/resources.js';
import { followReply } from '../views/fleet/follow.js';
import { pauseAfter, type FollowRecord } from './follow-record.js';
import type { FollowStore } from './follow-store.js';
import { endAfter, figuresAfter } from './figures.js';

export interface PollParts {
  readonly followings: FollowStore;
  readonly clock: Clock;
  readonly channels: Pick<Channels, 'edit'>;
  readonly poolFor: (guildId: string) => Promise<PoolClient>;
  /** Told of what went wrong apart from the pool; it is tried again. */
  readonly onError: (what: string, error: unknown) => void;
}

/** A look takes no longer; of one that was killed, it can be taken again after this. */
const TAKEN_MS = 15_000;
/** A message shows a sign of life at least so often. */
const SHOWN_EVERY_MS = 60_000;
/** An ending that cannot be put on its message for so long is given up. */
const GIVE_UP_MS = 3_600_000;

/**
 * One look at one following: reads the action and edits the message when there is something
 * new. Resolves with when to look again, in ms since the epoch; null when it is over. Throws
 * only what the store throws.
 */
export async function poll(id: string, parts: PollParts): Promise<number | null> {
  const { followings, clock } = parts;
  const known = await followings.get(id);
  if (known === undefined) return null;
  const now = clock.now();
  if (known.nextLookAt > now) return known.nextLookAt;
  if (known.place === undefined) {
    await followings.remove(id);
    return null;
  }
  const taken = { ...known, nextLookAt: now + TAKEN_MS };
  // Another process was first: it looks.
  if (!(await followings.swap(known, taken))) return now + pauseAfter(0);
  const { next, reply, isOver } =
    taken.isDisconnected === true
      ? cutOff(taken, now)
      : judge(taken, await toResult(readAction(taken, parts)), clock.now());
  const shown = reply === null ? 'unchanged' : await show(next, reply, parts);
  if (shown === 'gone' || (isOver && (shown === 'shown' || now > taken.until + GIVE_UP_MS))) {
    await followings.remove(id);
    return null;
  }
  const kept = shown === 'failed' ? { ...taken, nextLookAt: next.nextLookAt } : next;
  // Somebody pressed stop meanwhile: that is worth a look at once.
  return (await followings.swap(taken, kept)) ? kept.nextLookAt : clock.now();
}

async function readAction(
  { guildId, actionId }: FollowRecord,
  { poolFor }: PollParts,
): Promise<Read<FleetAction>> {
  return (await poolFor(guildId)).getFleetAction(actionId);
}

interface Judged {
  readonly next: FollowRecord;
  /** What to put on the message; null when it stands there already. */
  readonly reply: Reply | null;
  readonly isOver: boolean;
}

function cutOff(following: FollowRecord, now: number): Judged {
  const next = { ...following, nextLookAt: now + pauseAfter(now - following.startedAt) };
  return { next, reply: followReply(next, { kind: 'disconnected' }), isOver: true };
}

function judge(following: FollowRecord, read: Result<Read<FleetAction>>, now: number): Judged {
  const { trouble: _, ...calm } = following;
  const next: FollowRecord = {
    ...calm,
    ...figuresAfter(following, read, now),
    nextLookAt: now + pauseAfter(now - following.startedAt),
  };
  const end = endAfter(next, read, now);
  const isNew =
    end !== null ||
    now - following.shownAt >= SHOWN_EVERY_MS ||
    figuresOf(next) !== figuresOf(following);
  if (!isNew) return { next, reply: null, isOver: false };
  return {
    next: { ...next, shownAt: now },
    reply: followReply(next, end),
    isOver: end !== null,
  };
}

/** All that a reader sees but the time of the reading. */
function figuresOf({ embed, trouble }: FollowRecord): string {
  return JSON.stringify([{ ...embed, timestamp: '' }, trouble?.sentence]);
}

async function show(
  { place }: FollowRecord,
  reply: Reply,
  { channels, onError }: PollParts,
): Promise<'shown' | 'gone' | 'failed'> {
  if (place === undefined) return 'gone';
  try {
    await channels.edit(place.channelId, place.messageId, reply);
    return 'shown';
  } catch (error) {
    if (isChannelGone(error)) return 'gone';
    onError('a followed fleet action could not be shown', error);
    return 'failed';
  }
}
