import { randomBytes } from 'node:crypto';
import PQueue from 'p-queue';
import type { PostedMessage } from '../../domain/messages/reply.js';
import type { Store } from '../../store/store.js';
import { pauseAfter, UNPOSTED_MS, type FollowRecord } from './follow-record.js';
import { createFollowStore } from './follow-store.js';
import type { PollParts } from './poll.js';
import { createPollScheduler } from './poll-scheduler.js';
import { createPrivateFollows, type PrivateFollow } from './private-follows.js';

/** At once, per guild. */
export const MAX_FOLLOWED = 10;

export type FollowRequest = Pick<
  FollowRecord,
  'id' | 'guildId' | 'actionId' | 'siteName' | 'requesterId' | 'connectedAt' | 'until' | 'figures'
>;

export type FollowParts = Omit<PollParts, 'follows'> & {
  readonly store: Pick<Store, 'namespace' | 'compareAndSet'>;
};

/** Edits messages while a fleet action runs, even after a restart. */
export function createFollow({ store, ...parts }: FollowParts) {
  const follows = createFollowStore(store);
  const scheduler = createPollScheduler({ ...parts, follows });
  const privates = createPrivateFollows();
  // One at a time, so that two don't both take a guild's last place. Over HTTP, its commands may
  // reach two processes at once, which then give out one place too many.
  const beginning = new PQueue({ concurrency: 1 });

  async function change(id: string, changes: () => Partial<FollowRecord>): Promise<boolean> {
    const next = await follows.change(id, changes);
    if (next !== null) scheduler.plan(id, next.nextPollAt);
    return next !== null;
  }

  async function hasRoom(guildId: string): Promise<boolean> {
    const all = await follows.all();
    const kept = all.filter((each) => each.guildId === guildId).length;
    return kept + privates.countOf(guildId) < MAX_FOLLOWED;
  }

  async function begin(request: FollowRequest): Promise<boolean> {
    if (!(await hasRoom(request.guildId))) return false;
    const now = parts.clock.now();
    const nextPollAt = now + UNPOSTED_MS;
    await follows.add({ ...request, startedAt: now, shownAt: now, nextPollAt });
    scheduler.plan(request.id, nextPollAt);
    return true;
  }

  return {
    /** Made before the message is posted, because its stop button contains it. */
    newId: (): string => randomBytes(12).toString('base64url'),
    /**
     * Call before the message is posted, so that its button never precedes the record. False if the
     * guild already has `MAX_FOLLOWED`.
     */
    begin: (request: FollowRequest): Promise<boolean> => beginning.add(() => begin(request)),
    /** For an ephemeral message. Null if the guild already has `MAX_FOLLOWED`. */
    beginPrivately: (guildId: string): Promise<PrivateFollow | null> =>
      beginning.add(async () => ((await hasRoom(guildId)) ? privates.enter(guildId) : null)),
    /** The message is posted; from now on it is updated. */
    async posted(id: string, place: PostedMessage): Promise<void> {
      await change(id, () => ({ place, nextPollAt: parts.clock.now() + pauseAfter(0) }));
    },
    /** Undefined if it is over, or never was this guild's. */
    async find(guildId: string, id: string): Promise<FollowRecord | undefined> {
      const found = await follows.get(id);
      return found?.guildId === guildId ? found : undefined;
    },
    /** A last poll then edits the message. False if it was already over. */
    stop: ({ id }: FollowRecord, stoppedBy: string): Promise<boolean> =>
      change(id, () => ({ stoppedBy, nextPollAt: parts.clock.now() })),
    /** Ends all follows of a guild whose key was deleted; each message says so. */
    async forget(guildId: string): Promise<void> {
      privates.forget(guildId);
      for (const each of await follows.all()) {
        if (each.guildId !== guildId) continue;
        const now = parts.clock.now();
        await change(each.id, () => ({ isDisconnected: true, until: now, nextPollAt: now }));
      }
    },
    /** Resumes what earlier and other processes left behind. */
    start: (): void => scheduler.start(),
    /** Ends each follow on an ephemeral message. Call before the drain. */
    stopPrivate: (): void => privates.stop(),
    /** Stops polling and waits for running polls. */
    close: (): Promise<void> => scheduler.close(),
  };
}

export type FollowRunner = ReturnType<typeof createFollow>;

/** For commands, which neither start nor end it. */
export type Follow = Omit<FollowRunner, 'start' | 'stopPrivate' | 'close'>;
