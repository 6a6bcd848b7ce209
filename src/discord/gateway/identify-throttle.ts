import { setTimeout as delay } from 'node:timers/promises';
import type { IIdentifyThrottler } from 'discord.js';
import type { Logger } from 'pino';
import type { Store } from '../../store/store.js';
import { backoff } from '../../domain/async/backoff.js';

export interface IdentifyThrottleParts {
  readonly store: Pick<Store, 'claim'>;
  /** `max_concurrency` from GET /gateway/bot: how many shards may identify at once. */
  readonly maxConcurrency: number;
  readonly log: Pick<Logger, 'warn'>;
  /** How long a turn is exclusive; 5.5 s unless set. */
  readonly turnMs?: number;
  /** Rejects when the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Discord's 5 s, plus a margin for processes whose connection to it is slower. */
const TURN_MS = 5_500;
const GAPS = { firstMs: 500, ceilingMs: 500 };

/**
 * Spaces the identifies of all processes that share the store: among shards whose ids have the same
 * remainder by `max_concurrency`, one per 5 s (gateway page, "Sharding"). A turn is a claim that
 * expires by itself, so a process that dies holds none.
 */
export function createIdentifyThrottle(parts: IdentifyThrottleParts): IIdentifyThrottler {
  const { store, maxConcurrency, log, turnMs = TURN_MS, pause = waitAtLeast } = parts;

  /** Doesn't throw, or discord.js would identify. Without the store nobody's turn is known. */
  async function take(bucket: number): Promise<boolean> {
    try {
      return await store.claim(`identify:${bucket}`, turnMs);
    } catch (error) {
      log.warn({ err: error }, 'no turn to identify: the store does not answer');
      return false;
    }
  }

  return {
    async waitForIdentify(shardId, signal) {
      const bucket = shardId % maxConcurrency;
      // Jittered, so that no process is always the last to look.
      while (!(await take(bucket))) await pause(backoff(1, GAPS), signal);
      signal.throwIfAborted();
    },
  };
}

/** For a process that holds all shards: nobody else needs to see its claims. */
export function createOwnTurns(): IdentifyThrottleParts['store'] {
  const takenUntil = new Map<string, number>();
  return {
    async claim(key, ttlMs = Infinity) {
      const now = performance.now();
      if ((takenUntil.get(key) ?? 0) > now) return false;
      takenUntil.set(key, now + ttlMs);
      return true;
    },
  };
}

async function waitAtLeast(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}
