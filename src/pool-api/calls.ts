import type { Clock } from '../domain/clock.js';
import { PoolBusy, PoolError, PoolKeyRefused, PoolTimeout } from '../domain/errors.js';
import { isRecord } from '../domain/is-record.js';
import { saysFailed, saysRequestFailed } from '../domain/says-failed.js';
import { settle } from '../domain/settle.js';
import { isOfShape, readAnswer, type Shape } from './answers.js';
import type { BeforeLeaving } from './before-leaving.js';
import type { Answer } from './exchange.js';
import { breakdown, refusal, saidFailure, unreadable, type FailedCall } from './failures.js';
import { namesPrototype, parseJson, readUnambiguous } from './lossless-json.js';
import { TurnTimeout, type Pace } from './pace.js';
import type { Cached, ReadCache } from './read-cache.js';
import { tryAgain, type Patience } from './retry.js';
import { strikeOut } from './secrets.js';
import { fitsInHeader, type Outgoing, type Transport } from './transport.js';
import type { WriteRequest } from './writes.js';

export interface ReadCall<Value> {
  /** The client's method, for errors. */
  readonly operation: string;
  /** With its query. */
  readonly path: string;
  readonly shape: Shape<Value>;
  /** `performance.now()`; for a read that is part of a larger one. */
  readonly deadline?: number;
  /** Something is decided on it: what it says must be read whole, or not at all. */
  readonly mustBeWhole?: boolean;
}

export type WriteCall<Value> = WriteRequest &
  Omit<ReadCall<Value>, 'deadline' | 'mustBeWhole'> & {
    readonly before: BeforeLeaving | undefined;
  };

/** The two ways to call the pool with one key. Both throw a `PoolError` and nothing else. */
export interface Calls {
  read<Value>(call: ReadCall<Value>): Promise<Cached<Value>>;
  /** Sent once, whatever happens; afterwards nothing read before it is repeated. */
  write<Value>(call: WriteCall<Value>): Promise<Value>;
  /** The same, whose reads never repeat an earlier answer. */
  fresh(): Calls;
}

export interface CallsParts {
  readonly transport: Transport;
  readonly cache: ReadCache;
  readonly pace: Pace;
  readonly patience: Patience;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Tells this key's answers apart in the shared cache; not the key itself. */
  readonly keyId: number;
  readonly onWrite: () => void;
  /** Told of each request that was tried, retries too. */
  readonly onRequest?: ((done: RequestDone) => void) | undefined;
}

export interface RequestDone {
  /** The client's method. */
  readonly operation: string;
  /** `ok`, or the name of the error. */
  readonly result: string;
  readonly ms: number;
}

export function createCalls(authorization: string, key: string, parts: CallsParts): Calls {
  const { transport, cache, pace, patience, clock } = parts;
  const strike = strikeOut(key);
  /** Part of each name in the cache, so that no read from before a write outlives it. */
  let era = 0;

  function forget(): void {
    era++;
    parts.onWrite();
  }

  /** One request, counted. */
  async function perform<Value>(
    call: ReadCall<Value>,
    outgoing: Omit<Outgoing, 'authorization' | 'path'>,
  ): Promise<Cached<Value>> {
    const startedAt = performance.now();
    const outcome = await settle(send(call, outgoing));
    const failure = outcome.ok || !(outcome.error instanceof Error) ? null : outcome.error.name;
    parts.onRequest?.({
      operation: call.operation,
      result: failure ?? 'ok',
      ms: performance.now() - startedAt,
    });
    if (outcome.ok) return outcome.value;
    throw outcome.error;
  }

  async function send<Value>(
    call: ReadCall<Value>,
    outgoing: Omit<Outgoing, 'authorization' | 'path'>,
  ): Promise<Cached<Value>> {
    const failed: FailedCall = {
      operation: call.operation,
      isWrite: outgoing.method !== 'GET',
      strike,
      now: clock.now(),
    };
    if (!fitsInHeader(authorization)) {
      throw new PoolKeyRefused({ operation: call.operation, outcome: 'not-sent' });
    }
    const answer = await transport
      .send({ ...outgoing, path: call.path, authorization })
      .catch((error: unknown): never => {
        throw breakdown(error, failed);
      });
    if (answer.status < 200 || answer.status >= 300) throw refusal(answer, failed);
    return {
      value: await parse(answer, call, failed),
      readAt: clock.now(),
      characters: answer.text.length,
    };
  }

  async function readOnce<Value>(call: ReadCall<Value>, deadline: number): Promise<Cached<Value>> {
    try {
      return await pace.turn(async () => {
        const startedAt = performance.now();
        const timeoutMs = Math.min(parts.timeoutMs, Math.max(1, deadline - startedAt));
        try {
          const answer = await perform(call, { method: 'GET', timeoutMs });
          pace.speedUp();
          return answer;
        } catch (error) {
          if (error instanceof PoolBusy) pace.slowDown(startedAt, error.retryAfterMs);
          throw error;
        }
      }, deadline);
    } catch (error) {
      throw error instanceof TurnTimeout ? neverSent(call.operation, error) : error;
    }
  }

  function ask<Value>(call: ReadCall<Value>): Promise<Cached<Value>> {
    const deadline = call.deadline ?? performance.now() + patience.budgetMs;
    return tryAgain(() => readOnce(call, deadline), patience, {
      deadline,
      busyMs: () => pace.busyMs(),
    });
  }

  const calls: Calls = {
    read: (call) => cache.read(`${parts.keyId}/${era}${call.path}`, () => ask(call)),
    async write(call) {
      forget();
      try {
        const { method, body, before } = call;
        const { timeoutMs } = parts;
        return (await perform(call, { method, body, timeoutMs, before })).value;
      } finally {
        forget();
      }
    },
    fresh: () => ({ ...calls, read: (call) => ask({ ...call, mustBeWhole: true }) }),
  };
  return calls;
}

async function parse<Value>(
  answer: Answer,
  { shape, mustBeWhole = false }: Pick<ReadCall<Value>, 'shape' | 'mustBeWhole'>,
  failed: FailedCall,
): Promise<Value> {
  if (answer.cut !== undefined) throw unreadable(answer, failed);
  try {
    const body = parseBody(answer, failed);
    if (mustBeWhole && namesPrototype(answer.text)) throw unreadable(answer, failed);
    // Of a read, a record says of itself what a field like `status` means.
    if (
      isRecord(body) &&
      (failed.isWrite ? saysRequestFailed(body) : saysFailed(body) && !isOfShape(body, shape))
    ) {
      throw saidFailure(body, answer.status, failed);
    }
    return await readAnswer(body, shape);
  } catch (error) {
    throw error instanceof PoolError ? error : unreadable(answer, failed);
  }
}

/** Some servers echo what they are sent, and what is read here is shown, kept and logged. */
function parseBody({ text }: Answer, { strike, isWrite }: FailedCall): unknown {
  const body = strike.value(isWrite ? readUnambiguous(text) : parseJson(text), text);
  if (isDeeperThan(DEEPEST_READ, body)) throw new RangeError('nested too deeply');
  return body;
}

/** Answers are written again as JSON, as rows, and shown, by functions that call themselves. */
const DEEPEST_READ = 100;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

function neverSent(operation: string, { busyMs, askedMs }: TurnTimeout): PoolError {
  const failure = { operation, outcome: 'not-sent' as const };
  return busyMs > 0 && busyMs < Infinity
    ? new PoolBusy(failure, askedMs)
    : new PoolTimeout(failure);
}
