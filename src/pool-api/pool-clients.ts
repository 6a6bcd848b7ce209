import { systemClock, type Clock } from '../domain/time/clock.js';
import { warmUpSchemas } from './response-schemas.js';
import { createCalls, type Calls, type FinishedPoolRequest } from './calls.js';
import type { PoolClient } from './client.js';
import { readDirectory } from './lists/known-names.js';
import { uncutList } from './lists/require-list.js';
import { createOperations, subaccountsCall } from './operations.js';
import {
  createRateLimiter,
  DEFAULT_PACING,
  type RateLimiter,
  type Pacing,
} from './http/rate-limiter.js';
import { allPages } from './lists/all-pages.js';
import { createReadCache } from './http/read-cache.js';
import { redactKey, type Redact } from './http/redact.js';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './http/retry.js';
import { toRead, createPermittedReads, LEARNT_FOR_MS } from './lists/reads-by-permission.js';
import { createTransport } from './http/transport.js';
import { URL_NAMES_BOUND } from './lists/walk-bounds.js';
import { SECOND_MS, MINUTE_MS } from '../domain/time/units.js';

export interface PoolClientOptions {
  /** The API's {base_url}: `https://host[:port][/prefix]`. */
  readonly baseUrl: string;
  /** Prefix of the key in the `authorization` header. */
  readonly authPrefix: string;
  /** One request, from waiting for a connection to the last byte. */
  readonly timeoutMs: number;
  /** For `readAt` and the age of answers; waits use real time. */
  readonly clock?: Clock;
  readonly pacing?: Partial<Pacing>;
  readonly retryPolicy?: Partial<RetryPolicy>;
  readonly cacheMs?: number;
  readonly maxBytes?: number;
  readonly userAgent?: string;
  readonly onRequest?: (done: FinishedPoolRequest) => void;
}

interface CachedClient {
  readonly client: PoolClient;
  readonly redact: Redact;
  readonly rateLimiter: RateLimiter;
  usedAt: number;
}

const CACHE_MS = 5 * SECOND_MS;
const CACHED_CHARACTERS = 8_000_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** A key's client is dropped after this long without use. */
const UNUSED_MS = 10 * MINUTE_MS;

export function createPoolClients(options: PoolClientOptions) {
  const clock = options.clock ?? systemClock;
  const cache = createReadCache({
    ttlMs: options.cacheMs ?? CACHE_MS,
    clock,
    maxCharacters: CACHED_CHARACTERS,
  });
  const transport = createTransport({
    baseUrl: options.baseUrl,
    userAgent: options.userAgent ?? 'pitboss',
    maxBytes: options.maxBytes ?? MAX_BYTES,
  });
  const clients = new Map<string, CachedClient>();
  let keys = 0;
  void warmUpSchemas();

  function connect(key: string): CachedClient {
    const redact = redactKey(key);
    const rateLimiter = createRateLimiter({ ...DEFAULT_PACING, ...options.pacing });
    const retryPolicy = { ...DEFAULT_RETRY_POLICY, ...options.retryPolicy };
    const calls = createCalls(`${options.authPrefix}${key}`, redact, {
      transport,
      cache,
      rateLimiter,
      clock,
      retryPolicy,
      timeoutMs: options.timeoutMs,
      keyId: ++keys,
      onRequest: options.onRequest,
      onWrite: () => permitted.forget(),
    });
    const permittedOf = (each: Calls, learntForMs: number) =>
      createPermittedReads(each, {
        allNames: (deadline) => allNames(each, deadline),
        budgetMs: retryPolicy.budgetMs,
        learntForMs,
      });
    const permitted = permittedOf(calls, LEARNT_FOR_MS);
    const fresh = (): PoolClient => {
      const freshCalls = calls.fresh();
      return createOperations(freshCalls, permittedOf(freshCalls, 0), fresh);
    };
    const client = createOperations(calls, permitted, fresh);
    return { client, redact, rateLimiter, usedAt: performance.now() };
  }

  function dropUnused(): void {
    const since = performance.now() - UNUSED_MS;
    for (const [key, { rateLimiter, usedAt }] of clients) {
      if (usedAt < since && rateLimiter.isIdle()) clients.delete(key);
    }
  }

  function keptOf(key: string): CachedClient {
    const known = clients.get(key);
    if (known) {
      known.usedAt = performance.now();
      return known;
    }
    dropUnused();
    const kept = connect(key);
    clients.set(key, kept);
    return kept;
  }

  return {
    /** Clients of the same key share cache and rate limit. */
    withKey: (key: string): PoolClient => keptOf(key).client,
    /** Whether a text holds the key, in any spelling, or enough of its beginning to strike out. */
    holdsKey: (key: string, text: string): boolean => keptOf(key).redact.holds(text),
    /** The text with the key, or its beginning, struck out. */
    withoutKey(key: string, text: string): string {
      const { redact } = keptOf(key);
      return redact.holds(text) ? redact.text(text) : text;
    },
    /** How many reads are waiting for their turn, over all keys. */
    waiting(): number {
      let count = 0;
      for (const { rateLimiter } of clients.values()) count += rateLimiter.waiting();
      return count;
    },
    /** Aborts everything in progress. */
    async close(): Promise<void> {
      for (const { rateLimiter } of clients.values()) rateLimiter.close();
      await transport.close();
    },
  };
}

export type PoolClients = ReturnType<typeof createPoolClients>;

/** Empty if the pool gives no list. */
async function allNames(calls: Calls, deadline: number): Promise<string[]> {
  const pages = allPages(
    async (page) => toRead(await calls.read({ ...subaccountsCall(undefined, page), deadline })),
    { bound: URL_NAMES_BOUND },
  );
  return (await readDirectory(uncutList(pages))).names;
}
