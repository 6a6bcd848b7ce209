import { randomBytes } from 'node:crypto';
import PQueue from 'p-queue';
import type { PostedMessage } from '../domain/messages/reply.js';
import type { Store } from '../store/store.js';
import { pauseAfter, UNPOSTED_MS, type FollowRecord } from './follow-record.js';
import { createFollowStore } from './follow-store.js';
import type { PollParts } from './poll.js';
import { createPollScheduler } from './poll-scheduler.js';
import { createPrivateFollows, type PrivateFollow } from './private-follows.js';

/** At once, in one guild. */
export const MAX_FOLLOWED = 10;

/** Messages that are edited while a fleet action runs, even after a restart. */
export interface Follow {
  /** Made before the message is posted, because its stop button holds it. */
  newId(): string;
  /**
   * Call it before the message is posted, so that its button is never ahead of the store. False
   * when the guild already has `MAX_FOLLOWED`.
   */
  begin(request: FollowRequest): Promise<boolean>;
  /** For a message that one person sees. Null when the guild already has `MAX_FOLLOWED`. */
  beginPrivately(guildId: string): Promise<PrivateFollow | null>;
  /** The message is posted; from here on it is updated. */
  posted(id: string, place: PostedMessage): Promise<void>;
  /** Undefined when it is over, or was never this guild's. */
  find(guildId: string, id: string): Promise<FollowRecord | undefined>;
  /** A last poll then edits the message. False when it was over already. */
  stop(record: FollowRecord, byUserId: string): Promise<boolean>;
  /** Ends all of a guild, whose key was deleted: each message says so. */
  forget(guildId: string): Promise<void>;
}

export type FollowRequest = Pick<
  FollowRecord,
  'id' | 'guildId' | 'actionId' | 'requesterId' | 'until' | 'figures'
>;

export interface FollowRunner extends Follow {
  /** Takes up what earlier and other processes left behind. */
  start(): void;
  /** Ends each follow on a message that one person sees. Before the drain. */
  stopPrivate(): void;
  /** Polls no more and waits for running polls. */
  close(): Promise<void>;
}

export type FollowParts = Omit<PollParts, 'follows'> & {
  readonly store: Pick<Store, 'namespace' | 'compareAndSet'>;
};

export function createFollow({ store, ...parts }: FollowParts): FollowRunner {
  const follows = createFollowStore(store);
  const scheduler = createPollScheduler({ ...parts, follows });
  const privates = createPrivateFollows();
  // One at a time, so that two don't both take the last place of a guild, whose commands all
  // come to the process that holds its shard.
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
    newId: () => randomBytes(12).toString('base64url'),
    begin: (request) => beginning.add(() => begin(request)),
    beginPrivately: (guildId) =>
      beginning.add(async () => ((await hasRoom(guildId)) ? privates.enter(guildId) : null)),
    async posted(id, place) {
      await change(id, () => ({ place, nextPollAt: parts.clock.now() + pauseAfter(0) }));
    },
    async find(guildId, id) {
      const found = await follows.get(id);
      return found?.guildId === guildId ? found : undefined;
    },
    stop: ({ id }, stoppedBy) => change(id, () => ({ stoppedBy, nextPollAt: parts.clock.now() })),
    async forget(guildId) {
      privates.forget(guildId);
      for (const each of await follows.all()) {
        if (each.guildId !== guildId) continue;
        const now = parts.clock.now();
        await change(each.id, () => ({ isDisconnected: true, until: now, nextPollAt: now }));
      }
    },
    start: () => scheduler.start(),
    stopPrivate: () => privates.stop(),
    close: () => scheduler.close(),
  };
}
