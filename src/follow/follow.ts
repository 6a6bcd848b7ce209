import { randomBytes } from 'node:crypto';
import type { APIEmbed } from 'discord-api-types/v10';
import PQueue from 'p-queue';
import type { PostedMessage } from '../domain/messages/reply.js';
import type { Store } from '../store/store.js';
import { pauseAfter, UNPOSTED_MS, type FollowRecord } from './follow-record.js';
import { createFollowStore } from './follow-store.js';
import type { PollParts } from './poll.js';
import { createPollScheduler } from './poll-scheduler.js';
import { createPrivateFollows, type PrivateFollow } from './private-follows.js';

/** At once, in one guild. */
export const MOST_FOLLOWED = 10;

/** Messages that are edited while a fleet action runs, also after a restart. */
export interface Follow {
  /** The id stands in the message's stop button, so it is made before the message is posted. */
  newId(): string;
  /**
   * Before the message is posted, so that its button is never ahead of the store. False, and
   * nothing has begun, when its guild has `MOST_FOLLOWED` under way.
   */
  begin(request: FollowRequest): Promise<boolean>;
  /** For a message that one person sees: counted, not kept. Null when there is no room. */
  beginPrivately(guildId: string): Promise<PrivateFollow | null>;
  /** The message stands: from here on it is kept up. */
  posted(id: string, place: PostedMessage): Promise<void>;
  /** Undefined when it is over, or was never this guild's. */
  find(guildId: string, id: string): Promise<FollowRecord | undefined>;
  /** The message then says so with the figures of a last look. False when it was over already. */
  stop(following: FollowRecord, byUserId: string): Promise<boolean>;
  /** With the key they end: each message says so, as far as it can still be edited. */
  forget(guildId: string): Promise<void>;
}

export interface FollowRequest {
  readonly id: string;
  readonly guildId: string;
  readonly actionId: string;
  readonly requesterId: string;
  readonly until: number;
  /** The figures as they stand on the message. */
  readonly embed: APIEmbed;
}

export interface FollowRunner extends Follow {
  /** Takes up what other lives of this process, and other processes, have left. */
  start(): void;
  /** Lets each follow on a message that one person sees say that it ends. Before the drain. */
  stopPrivate(): void;
  /** Looks no more and lets running looks end. */
  close(): Promise<void>;
}

export type FollowParts = Omit<PollParts, 'followings'> & {
  readonly store: Pick<Store, 'namespace' | 'compareAndSet'>;
};

export function createFollow({ store, ...parts }: FollowParts): FollowRunner {
  const followings = createFollowStore(store);
  const looks = createPollScheduler({ ...parts, followings });
  const privates = createPrivateFollows();
  // One after the other: counted both before either has begun, two would take the last place.
  // A guild's commands all come to the one process that holds its shard.
  const beginning = new PQueue({ concurrency: 1 });

  /** A look that runs meanwhile writes too; against it this wins within a try or two. */
  async function change(id: string, changed: () => Partial<FollowRecord>): Promise<boolean> {
    const next = await followings.change(id, changed);
    if (next !== null) looks.plan(id, next.nextLookAt);
    return next !== null;
  }

  async function hasRoom(guildId: string): Promise<boolean> {
    const all = await followings.all();
    const kept = all.filter((each) => each.guildId === guildId).length;
    return kept + privates.used(guildId) < MOST_FOLLOWED;
  }

  async function begin(request: FollowRequest): Promise<boolean> {
    if (!(await hasRoom(request.guildId))) return false;
    const now = parts.clock.now();
    const nextLookAt = now + UNPOSTED_MS;
    await followings.add({ ...request, startedAt: now, shownAt: now, nextLookAt });
    looks.plan(request.id, nextLookAt);
    return true;
  }

  return {
    newId: () => randomBytes(12).toString('base64url'),
    begin: (request) => beginning.add(() => begin(request)),
    beginPrivately: (guildId) =>
      beginning.add(async () => ((await hasRoom(guildId)) ? privates.enter(guildId) : null)),
    async posted(id, place) {
      await change(id, () => ({ place, nextLookAt: parts.clock.now() + pauseAfter(0) }));
    },
    async find(guildId, id) {
      const found = await followings.get(id);
      return found?.guildId === guildId ? found : undefined;
    },
    stop: ({ id }, stoppedBy) => change(id, () => ({ stoppedBy, nextLookAt: parts.clock.now() })),
    async forget(guildId) {
      privates.forget(guildId);
      for (const each of await followings.all()) {
        if (each.guildId !== guildId) continue;
        const now = parts.clock.now();
        await change(each.id, () => ({ isDisconnected: true, until: now, nextLookAt: now }));
      }
    },
    start: () => looks.start(),
    stopPrivate: () => privates.stop(),
    close: () => looks.close(),
  };
}
