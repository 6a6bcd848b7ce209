import type { Clock } from '../domain/time/clock.js';
import { PoolBusy, PoolError, PoolKeyRefused, PoolTimeout } from '../domain/errors/pool-errors.js';
import type { Shape } from './response-schemas.js';
import { errorForTransport, errorForStatus, type FailedCall } from './http/error-mapping.js';
import type { WriteGate } from './http/write-gate.js';
import { TurnTimeout, type RateLimiter } from './http/rate-limiter.js';
import type { CachedAnswer, ReadCache } from './http/read-cache.js';
import { withRetries, type RetryPolicy } from './http/retry.js';
import type { Redact } from './http/redact.js';
import { fitsInHeader, type OutgoingRequest, type Transport } from './http/transport.js';
import type { WriteRequest } from './write-requests.js';
import { checkAnswer } from './check-answer.js';

export interface ReadCall<Value> {
  /** The client's method, for errors. */
  readonly operation: string;
  /** Including its query. */
  readonly path: string;
  readonly shape: Shape<Value>;
  /** In `performance.now()`; that of the larger read that this is part of. */
  readonly deadline?: number;
  /** A decision rests on it, so its answer must be read whole or not at all. */
  readonly mustBeWhole?: boolean;
}

export type WriteCall<Value> = WriteRequest &
  Omit<ReadCall<Value>, 'deadline' | 'mustBeWhole'> & {
    readonly gate: WriteGate | undefined;
  };

/** Calls with one key. Throw only `PoolError`. */
export interface Calls {
  read<Value>(call: ReadCall<Value>): Promise<CachedAnswer<Value>>;
  /** Sent once, whatever happens; invalidates everything read before. */
  write<Value>(call: WriteCall<Value>): Promise<Value>;
  /** The same, without the cache. */
  fresh(): Calls;
}

export interface CallsParts {
  readonly transport: Transport;
  readonly cache: ReadCache;
  readonly rateLimiter: RateLimiter;
  readonly retryPolicy: RetryPolicy;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Identifies this key's part of the shared cache; not the key itself. */
  readonly keyId: number;
  readonly onWrite: () => void;
  /** Called for each request, including retries. */
  readonly onRequest?: ((done: FinishedPoolRequest) => void) | undefined;
}

export interface FinishedPoolRequest {
  /** The client's method. */
  readonly operation: string;
  /** `ok`, or the name of the error. */
  readonly result: string;
  readonly ms: number;
}

export function createCalls(authorization: string, redact: Redact, parts: CallsParts): Calls {
  const { transport, cache, rateLimiter, retryPolicy, clock } = parts;
  /** Part of each cache key, so that a read from before a write is never reused after it. */
  let cacheGeneration = 0;

  function forget(): void {
    cacheGeneration++;
    parts.onWrite();
  }

  async function sendCounted<Value>(
    call: ReadCall<Value>,
    outgoing: Omit<OutgoingRequest, 'authorization' | 'path'>,
  ): Promise<CachedAnswer<Value>> {
    const startedAt = performance.now();
    let result = 'ok';
    try {
      return await sendAndParse(call, outgoing);
    } catch (error) {
      if (error instanceof Error) result = error.name;
      throw error;
    } finally {
      parts.onRequest?.({ operation: call.operation, result, ms: performance.now() - startedAt });
    }
  }

  async function sendAndParse<Value>(
    call: ReadCall<Value>,
    outgoing: Omit<OutgoingRequest, 'authorization' | 'path'>,
  ): Promise<CachedAnswer<Value>> {
    const failed: FailedCall = {
      operation: call.operation,
      isWrite: outgoing.method !== 'GET',
      redact,
      now: clock.now(),
    };
    if (!fitsInHeader(authorization)) {
      throw new PoolKeyRefused({ operation: call.operation, outcome: 'not-sent' });
    }
    const answer = await transport
      .send({ ...outgoing, path: call.path, authorization })
      .catch((error: unknown): never => {
        throw errorForTransport(error, failed);
      });
    if (answer.status < 200 || answer.status >= 300) throw errorForStatus(answer, failed);
    return {
      value: await checkAnswer(answer, call, failed),
      readAt: clock.now(),
      characters: answer.text.length,
    };
  }

  async function readInTurn<Value>(
    call: ReadCall<Value>,
    deadline: number,
  ): Promise<CachedAnswer<Value>> {
    try {
      return await rateLimiter.turn(async () => {
        const startedAt = performance.now();
        const timeoutMs = Math.min(parts.timeoutMs, Math.max(1, deadline - startedAt));
        try {
          const answer = await sendCounted(call, { method: 'GET', timeoutMs });
          rateLimiter.onSuccess();
          return answer;
        } catch (error) {
          if (error instanceof PoolBusy) rateLimiter.onRateLimited(startedAt, error.retryAfterMs);
          throw error;
        }
      }, deadline);
    } catch (error) {
      throw error instanceof TurnTimeout ? notSentError(call.operation, error) : error;
    }
  }

  function readWithRetries<Value>(call: ReadCall<Value>): Promise<CachedAnswer<Value>> {
    const deadline = call.deadline ?? performance.now() + retryPolicy.budgetMs;
    return withRetries(() => readInTurn(call, deadline), retryPolicy, {
      deadline,
      busyMs: () => rateLimiter.busyMs(),
    });
  }

  const calls: Calls = {
    read: (call) =>
      cache.read(`${parts.keyId}/${cacheGeneration}${call.path}`, () => readWithRetries(call)),
    async write(call) {
      forget();
      try {
        const { method, body, gate } = call;
        const { timeoutMs } = parts;
        return (await sendCounted(call, { method, body, timeoutMs, gate })).value;
      } finally {
        forget();
      }
    },
    fresh: () => ({ ...calls, read: (call) => readWithRetries({ ...call, mustBeWhole: true }) }),
  };
  return calls;
}

function notSentError(operation: string, { busyMs, askedMs }: TurnTimeout): PoolError {
  const failure = { operation, outcome: 'not-sent' as const };
  return busyMs > 0 && busyMs < Infinity
    ? new PoolBusy(failure, askedMs)
    : new PoolTimeout(failure);
}
