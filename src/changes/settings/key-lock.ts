import { setTimeout as wait } from 'node:timers/promises';
import { createKeyedQueue } from '../../domain/async/keyed-queue.js';
import { withClaim } from '../../domain/async/with-claim.js';
import { UserError } from '../../domain/errors/user-errors.js';
import type { SharedParts } from '../shared-parts.js';
import { keyBusyWords } from '../../views/setup/not-recorded.js';
import { toResult } from '../../domain/errors/result.js';
import { SECOND_MS } from '../../domain/time/units.js';

const TRIES = 40;
const GAP_MS = 50;
const RELEASED_AGAIN_MS = [SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS];

/**
 * A server's key is in the vault and its entry in the trail, and no single write covers both. So
 * both are written under one lock per server, over all processes.
 */
export function createKeyLock({ store, onError }: Pick<SharedParts, 'store' | 'onError'>) {
  const queue = createKeyedQueue();

  /** Null if somebody else holds the lock. */
  function under<Result>(guildId: string, tries: number, work: () => Promise<Result>) {
    return withClaim({ hold: holdWithin(tries), release }, `key-turn:${guildId}`, work);
  }

  const holdWithin = (tries: number) => async (key: string, ttlMs: number) => {
    for (let left = tries; ; left--) {
      const hold = await store.hold(key, ttlMs);
      if (hold !== null || left <= 1) return hold;
      await wait(GAP_MS);
    }
  };

  async function release(key: string, hold: string): Promise<void> {
    const released = await toResult(store.release(key, hold));
    if (!released.ok) void releaseLater(key, hold);
  }

  /** A store that was away for a moment must not keep the key locked for a minute. */
  async function releaseLater(key: string, hold: string): Promise<void> {
    for (const gap of RELEASED_AGAIN_MS) {
      await wait(gap, undefined, { ref: false });
      const released = await toResult(store.release(key, hold));
      if (released.ok) return;
      if (gap === RELEASED_AGAIN_MS.at(-1)) onError(`${key} stays claimed`, released.error);
    }
  }

  return {
    /** Waits at most two seconds for another process, then throws a UserError. */
    async take<Result>(guildId: string, work: () => Promise<Result>): Promise<Result> {
      const taken = await queue.run(guildId, () => under(guildId, TRIES, work));
      if (taken === null) throw new UserError(keyBusyWords);
      return taken.result;
    },
    /** False, without doing anything, while somebody has the lock. */
    async takeIfFree(guildId: string, work: () => Promise<void>): Promise<boolean> {
      if (queue.has(guildId)) return false;
      return (await queue.run(guildId, () => under(guildId, 1, work))) !== null;
    },
  };
}

export type KeyLock = ReturnType<typeof createKeyLock>;
