import { createHash } from 'node:crypto';
import type { DiscordState } from '../state/discord-state.js';
import { rateLimited } from './faults.js';
import { setBounded } from '../state/bounded.js';

const WINDOW_MS = 1_000;
const ROUTE_LIMIT = 50;
const BUCKETS_KEPT = 2_000;

interface Bucket {
  startedAt: number;
  used: number;
}

export interface RateLimits {
  /** The 429 of an exhausted limit, else null. */
  refuse(path: string): Response | null;
  /** Discord's headers for a route. */
  headers(method: string, path: string): Record<string, string>;
}

/**
 * Enforces the global limit; a limit per route only shows in the headers. Answers to interactions
 * count towards neither (topics page, "Rate Limits").
 */
export function createRateLimits(world: DiscordState): RateLimits {
  const everything: Bucket = { startedAt: 0, used: 0 };
  const routes = new Map<string, Bucket>();

  function use(bucket: Bucket): number {
    const now = performance.now();
    if (now - bucket.startedAt >= WINDOW_MS) Object.assign(bucket, { startedAt: now, used: 0 });
    bucket.used += 1;
    return bucket.used;
  }

  return {
    refuse(path) {
      if (path.startsWith('/interactions/') || path.startsWith('/webhooks/')) return null;
      if (use(everything) <= world.faults.requestsPerSecond) return null;
      const wait = WINDOW_MS - (performance.now() - everything.startedAt);
      return rateLimited(Math.max(wait, 1) / 1000, 'global');
    },
    headers(method, path) {
      const route = `${method} ${path.replace(/\/messages\/[^/]+/, '/messages/*')}`;
      const bucket = routes.get(route) ?? { startedAt: 0, used: 0 };
      setBounded(routes, [route, bucket], BUCKETS_KEPT);
      const used = use(bucket);
      const resetAfter = (WINDOW_MS - (performance.now() - bucket.startedAt)) / 1000;
      return {
        'x-ratelimit-bucket': createHash('md5').update(route).digest('hex'),
        'x-ratelimit-limit': String(ROUTE_LIMIT),
        // Never 0, because a route's limit is shown but not enforced.
        'x-ratelimit-remaining': String(Math.max(ROUTE_LIMIT - used, 1)),
        'x-ratelimit-reset': String(Date.now() / 1000 + resetAfter),
        'x-ratelimit-reset-after': String(resetAfter),
      };
    },
  };
}
