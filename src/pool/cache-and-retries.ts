import PQueue from 'p-queue';
import type { z } from 'zod';
import type { Clock } from '../clock.js';
import { outcomeOf, readJson } from './answers.js';
import type { Answer, Call, Failure, Exchange } from './http.js';
import { PoolError } from './pool-error.js';
import type { Read } from './pool.js';
import { operationOf, type Outcome, type WriteRequest } from './writes.js';

const READS_AT_ONCE = 4;
const CACHE_MS = 5_000;
/** Larger answers (pages of a big fleet) are not kept: an export would hold all of them. */
const CACHED_CHARACTERS = 250_000;
/** Before the second and the third try. */
const PAUSES_MS = [300, 1_000];
const LONGEST_PAUSE_MS = 10_000;

export interface ClientParts {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly metrics: {
    readonly poolRequests: { inc(labels: { operation: string; outcome: string }): void };
    readonly poolSeconds: { observe(labels: { operation: string }, seconds: number): void };
  };
  readonly log: { warn(details: object, message: string): void };
}

/** What is undefined is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** One GET. The whole path decides the schema: equal ones share an answer. */
export interface Ask<Value> {
  readonly operation: string;
  readonly path: string;
  /** Ends the path: a currency, or an id. */
  readonly id?: string;
  readonly query?: Query;
  readonly schema: z.ZodType<Value>;
}

interface Got<Value> extends Read<Value> {
  readonly isLarge: boolean;
}

export type Client = ReturnType<typeof createClient>;

interface Kept<Value> {
  readonly got: Promise<Got<Value>>;
  /** Infinity while the request is under way. */
  until: number;
}

/** The exchanges of one key. */
export function createClient({ exchange, clock, metrics, log }: ClientParts) {
  const queue = new PQueue({ concurrency: READS_AT_ONCE });
  const cache = new Map<string, Kept<unknown>>();

  return {
    /** @throws PoolError */
    read<Value>(ask: Ask<Value>, fresh: boolean): Promise<Read<Value>> {
      const path = pathOf(ask);
      const kept = cache.get(path);
      if (!fresh && kept !== undefined && kept.until > clock.now()) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the path decides the schema
        return kept.got as Promise<Got<Value>>;
      }
      return readAndKeep(path, ask);
    },

    send: async (request: WriteRequest): Promise<Outcome> => {
      const operation = operationOf(request);
      const outcome = outcomeOf(await timed(operation, request));
      const { kind, status } = outcome;
      metrics.poolRequests.inc({ operation, outcome: kind });
      if (kind !== 'reported') log.warn({ operation, kind, status }, 'Pool write not reported');
      cache.clear();
      return outcome;
    },
  };

  function readAndKeep<Value>(path: string, ask: Ask<Value>): Promise<Got<Value>> {
    // In the order they were read, so the first one still fresh ends the loop.
    for (const [known, { until }] of cache) {
      if (until > clock.now()) break;
      cache.delete(known);
    }
    const got = queue.add(() => readWithRetries(path, ask));
    const kept: Kept<Value> = { until: Infinity, got };
    cache.set(path, kept);
    const forget = () => {
      if (cache.get(path) === kept) cache.delete(path);
    };
    got.then(
      ({ readAt, isLarge }) => (isLarge ? forget() : (kept.until = readAt + CACHE_MS)),
      forget,
    );
    return got;
  }

  async function readWithRetries<Value>(path: string, ask: Ask<Value>): Promise<Got<Value>> {
    const { operation } = ask;
    for (let tries = 0; ; tries++) {
      const answer = await timed(operation, { method: 'GET', path });
      const result = readAnswer(ask, answer, clock.now());
      const outcome = result instanceof PoolError ? result.kind : 'ok';
      metrics.poolRequests.inc({ operation, outcome });
      if (!(result instanceof PoolError)) return result;
      const pause = isTransient(answer) ? pauseBefore(tries, result.details.retryAfter) : null;
      if (pause === null) {
        const { status, cause } = result.details;
        log.warn({ operation, kind: result.kind, status, cause }, 'Pool read failed');
        throw result;
      }
      await clock.sleep(pause);
    }
  }

  async function timed(operation: string, call: Call): Promise<Answer | Failure> {
    const startedAt = clock.now();
    const answer = await exchange(call);
    metrics.poolSeconds.observe({ operation }, (clock.now() - startedAt) / 1_000);
    return answer;
  }
}

function pathOf({ path, id, query = {} }: Ask<unknown>): string {
  const whole = id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.append(name, String(value));
  return parameters.size === 0 ? whole : `${whole}?${parameters.toString()}`;
}

function readAnswer<Value>(ask: Ask<Value>, answer: Answer | Failure, now: number) {
  const read = readJson(answer, now);
  if (read instanceof PoolError) return read;
  const parsed = ask.schema.safeParse(read.json);
  if (!parsed.success) return new PoolError('unreadable', { status: read.status });
  const isLarge = read.text.length > CACHED_CHARACTERS;
  return { value: parsed.data, readAt: now, refused: [], isLarge };
}

/** A time-out is not repeated: the person has waited long enough. */
function isTransient(answer: Answer | Failure): boolean {
  if ('failure' in answer) return answer.failure === 'no-connection' || answer.failure === 'broken';
  return answer.status === 429 || answer.status >= 500;
}

/** Milliseconds; null if there is no further try, or the pool wants a longer pause. */
function pauseBefore(tries: number, retryAfter = 0): number | null {
  const pause = PAUSES_MS[tries];
  const asked = retryAfter * 1_000;
  return pause === undefined || asked > LONGEST_PAUSE_MS ? null : Math.max(pause, asked);
}
