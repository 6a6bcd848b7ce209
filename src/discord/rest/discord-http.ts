import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { DiscordSilent } from '../../domain/errors/discord-errors.js';
import { codeOf } from '../../domain/errors/error-code.js';
import type { ReplyFile } from '../../domain/messages/reply.js';
import { rateLimitDelaySeconds } from './rate-limit-delay.js';
import { discordResponse } from './discord-response.js';
import { createGuildQueue } from '../throttling/guild-queue.js';
import { exchangeWithDiscord, type SentDiscordRequest } from './exchange-with-discord.js';
import { readJson } from '../../domain/json/read-json.js';
import { requestBody } from '../messages/request-body.js';
import { requestDone, type OnFinishedRequest } from './request-done.js';
import { SECOND_MS } from '../../domain/time/units.js';

export interface HttpRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** The part after the version: `/interactions/…`. Contains a token: never log it. */
  readonly path: string;
  /** The server that it is for. */
  readonly guildId?: string | undefined;
  /** Left out for methods without a body. */
  readonly json?: unknown;
  readonly files?: readonly ReplyFile[];
  /** Whether a response's body is one of success; null = a 204 without a body. */
  readonly isTaken: ((body: unknown) => boolean) | null;
  /** `Date.now()` after which no attempt starts and a running one is given up. */
  readonly until: number;
  /** Time limit of one attempt, ms. */
  readonly tryMs: number;
}

export interface HttpResponse {
  readonly status: number;
  /** Parsed JSON, or null if there was none. */
  readonly body: unknown;
  /** True if an earlier attempt of this request may have arrived. */
  readonly repeated: boolean;
}

const CONNECTIONS = 128;
/** Leaves some for other servers during a burst in one. */
const CONNECTIONS_OF_ONE_SERVER = 96;
const MAX_TRIES = 6;
const FIRST_WAIT_MS = 50;

type TryResult =
  | { readonly response: { readonly status: number; readonly body: unknown } }
  | { readonly failure: unknown };

interface DiscordHttpOptions {
  /** Discord's REST base URL, without the version, e.g. `https://discord.com/api`. */
  readonly apiUrl: string;
  /** The bot's own version, for the user agent. */
  readonly version: string;
  readonly onRequest?: OnFinishedRequest | undefined;
}

/**
 * Requests to Discord for interactions only: a connection pool beside discord.js's queue, which
 * counts interaction responses against the global limit; Discord doesn't.
 */
export function createDiscordHttp(options: DiscordHttpOptions) {
  const { apiUrl, version, onRequest } = options;
  const base = new URL(apiUrl);
  const prefix = `${base.pathname.replace(/\/+$/, '')}/v10`;
  const pool = new Pool(base.origin, {
    connections: CONNECTIONS,
    keepAliveTimeout: 30 * SECOND_MS,
    connect: { timeout: 2 * SECOND_MS },
    // Each attempt has its own, shorter time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const queue = createGuildQueue({ atOnce: CONNECTIONS_OF_ONE_SERVER });
  const userAgent = `DiscordBot (pitboss, ${version})`;

  function encode({ method, path, json, files }: HttpRequest): SentDiscordRequest {
    const { type, bytes } = requestBody(json, files);
    const headers = ['user-agent', userAgent];
    if (type !== null) headers.push('content-type', type);
    return { method, path: prefix + path, headers, body: bytes };
  }

  /** The time limit starts once a connection is available for it. */
  async function tryOnce(
    request: SentDiscordRequest,
    { tryMs, until }: HttpRequest,
  ): Promise<TryResult> {
    const ms = Math.min(tryMs, until - Date.now());
    if (ms <= 0) return { failure: new DiscordSilent('no time left') };
    const startedAt = performance.now();
    let answered: number | null = null;
    try {
      const { status, text } = await exchangeWithDiscord(pool, request, ms);
      answered = status;
      return { response: { status, body: text === '' ? null : readJson(text) } };
    } catch (failure) {
      return { failure };
    } finally {
      onRequest?.(requestDone('interactions', answered, startedAt));
    }
  }

  /** Retries until Discord itself took or refused it, other than by 429 or 5xx, or `until` passed. */
  async function send(request: HttpRequest): Promise<HttpResponse> {
    const sent = encode(request);
    let repeated = false;
    for (let count = 1; ; count++) {
      const tried = await queue.run(request.guildId ?? '', () => tryOnce(sent, request));
      if ('response' in tried && !isPassing(tried.response, request))
        return { ...tried.response, repeated };
      const refused = 'response' in tried && tried.response.status === 429;
      const wait = waitMs(tried, count);
      const hopeless = count >= MAX_TRIES || Date.now() + wait >= request.until;
      if (hopeless) throw new DiscordSilent(describe(tried));
      // A refused request took no effect; any other may have, without our hearing of it.
      repeated ||= !refused && !neverLeft(tried);
      await delay(wait);
    }
  }

  return {
    send,
    /** How many are waiting for a connection. */
    waiting: (): number => queue.waiting(),
    close: (): Promise<void> => pool.destroy(),
  };
}

export type DiscordHttp = ReturnType<typeof createDiscordHttp>;

/**
 * Whether to retry. Discord itself decides for good: its refusals have a code, its acceptances look
 * as documented. Anything else came from something in between.
 */
function isPassing(
  { status, body }: Pick<HttpResponse, 'status' | 'body'>,
  { isTaken }: HttpRequest,
): boolean {
  if (status === 429 || status >= 500) return true;
  if (status < 300) return isTaken === null ? status !== 204 : !isTaken(body);
  const { code } = discordResponse(body);
  return (status < 400 || [401, 403, 404].includes(status)) && code === undefined;
}

/** How long to wait before the next attempt, ms: what a 429 asks for, else a growing while. */
function waitMs(result: TryResult, count: number): number {
  if ('response' in result && result.response.status === 429) {
    return rateLimitDelaySeconds(discordResponse(result.response.body).retry_after) * SECOND_MS;
  }
  // Usually a kept-alive connection broke, and then a fresh one works at once.
  return count === 1 && 'failure' in result ? 0 : FIRST_WAIT_MS * 2 ** count;
}

const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function neverLeft(result: TryResult): boolean {
  return 'failure' in result && BEFORE_SENDING.has(codeOf(result.failure) ?? '');
}

function describe(result: TryResult): string {
  if ('response' in result) return `Discord answered ${result.response.status}`;
  const { failure } = result;
  const name = failure instanceof Error ? failure.name : 'no error';
  return `Discord did not answer: ${codeOf(failure) ?? name}`;
}
