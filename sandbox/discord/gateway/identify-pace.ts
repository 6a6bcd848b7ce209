import type { DiscordState } from '../state/discord-state.js';
import type { Identified } from './identify.js';

const ONE_IN_MS = 5_000;

/** Of shards whose ids have the same remainder by `max_concurrency`, one may identify per 5 s. */
export interface IdentifyPace {
  /** False, and recorded as a refusal, if it comes too early. */
  allows(identified: Identified): boolean;
}

export function createIdentifyPace({ sessionStart, refusals, now }: DiscordState): IdentifyPace {
  const last = new Map<number, number>();
  return {
    allows({ shard: [id] }) {
      if (!sessionStart.isEnforced) return true;
      const bucket = id % sessionStart.maxConcurrency;
      const since = now() - (last.get(bucket) ?? -Infinity);
      if (since < ONE_IN_MS) {
        refusals.push(`IDENTIFY of shard ${id} ${since} ms after another`);
        return false;
      }
      last.set(bucket, now());
      return true;
    },
  };
}
