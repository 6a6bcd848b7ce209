import { systemClock, type Clock } from '../domain/time/clock.js';
import { warmUpSchemas } from './response-schemas.js';
import { createCalls, type Calls, type RequestDone } from './calls.js';
import type { PoolClient } from './client.js';
import { namesIn } from './lists/directory.js';
import { uncutList } from './lists/require-list.js';
import { createOperations, subaccountsCall } from './operations.js';
import {
  createRateLimiter,
  DEFAULT_PACING,
  type RateLimiter,
  type Pacing,
} from './http/rate-limiter.js';
import { allPages } from './lists/pages.js';
import { createReadCache } from './http/read-cache.js';
import { DEFAULT_PATIENCE, type RetryPolicy } from './http/retry.js';
import { toRead, createSubaccountScope, LEARNT_FOR_MS } from './lists/subaccount-scope.js';
import { createTransport } from './http/transport.js';
import { FILLING_IN } from './lists/walk-bounds.js';

export interface PoolClientOptions {
  /** The API's {base_url}: `https://host[:port][/prefix]`. */
  readonly baseUrl: string;
  /** Put before the key in the `authorization` header, as it stands. */
  readonly authPrefix: string;
  /** One request, from the wait for a connection to the last byte. */
  readonly timeoutMs: number;
  /** For `readAt` and the age of answers; waits are real. */
  readonly clock?: Clock;
  readonly pacing?: Partial<Pacing>;
  readonly patience?: Partial<RetryPolicy>;
  /** How long an answer is repeated. */
  readonly cacheMs?: number;
  /** Of one answer. */
  readonly maxBytes?: number;
  readonly userAgent?: string;
  /** Told of each request that was tried. */
  readonly onRequest?: (done: RequestDone) => void;
}

export interface PoolClients {
  /** The same key shares answers and pace. */
  withKey(key: string): PoolClient;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

interface Kept {
  readonly client: PoolClient;
  readonly pace: RateLimiter;
  usedAt: number;
}

const CACHE_MS = 5_000;
const CACHED_CHARACTERS = 8_000_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** A key that nobody has used for this long is let go. */
const UNUSED_MS = 600_000;

export function createPoolClients(options: PoolClientOptions): PoolClients {
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
  const clients = new Map<string, Kept>();
  let keys = 0;
  warmUpSchemas();

  function connect(key: string): Kept {
    const pace = createRateLimiter({ ...DEFAULT_PACING, ...options.pacing });
    const patience = { ...DEFAULT_PATIENCE, ...options.patience };
    const calls = createCalls(`${options.authPrefix}${key}`, key, {
      transport,
      cache,
      pace,
      clock,
      patience,
      timeoutMs: options.timeoutMs,
      keyId: ++keys,
      onRequest: options.onRequest,
      onWrite: () => scoped.forget(),
    });
    const scopedOf = (each: Calls, learntForMs: number) =>
      createSubaccountScope(each, {
        allNames: (deadline) => allNames(each, deadline),
        budgetMs: patience.budgetMs,
        learntForMs,
      });
    const scoped = scopedOf(calls, LEARNT_FOR_MS);
    const fresh = (): PoolClient => {
      const freshCalls = calls.fresh();
      return createOperations(freshCalls, scopedOf(freshCalls, 0), fresh);
    };
    const client = createOperations(calls, scoped, fresh);
    return { client, pace, usedAt: performance.now() };
  }

  function letGo(): void {
    const longAgo = performance.now() - UNUSED_MS;
    for (const [key, { pace, usedAt }] of clients) {
      if (usedAt < longAgo && pace.isIdle()) clients.delete(key);
    }
  }

  return {
    withKey(key) {
      const known = clients.get(key);
      if (known) {
        known.usedAt = performance.now();
        return known.client;
      }
      letGo();
      const kept = connect(key);
      clients.set(key, kept);
      return kept.client;
    },
    async close() {
      for (const { pace } of clients.values()) pace.close();
      await transport.close();
    },
  };
}

/** Where the pool gives no list there are none to fill in, and its refusal stands. */
function allNames(calls: Calls, deadline: number): Promise<string[]> {
  const pages = allPages(
    async (page) => toRead(await calls.read({ ...subaccountsCall(undefined, page), deadline })),
    { bound: FILLING_IN },
  );
  return namesIn(uncutList(pages));
}
