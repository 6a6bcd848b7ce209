import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  InteractionResponseType,
  InteractionType,
  type APIInteraction,
} from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { isRecord } from '../../domain/json/is-record.js';
import { readJson } from '../../domain/json/read-json.js';
import { oneResponse, type OneResponse } from './one-response.js';
import { readBody } from './read-body.js';
import { signedOf, type SignatureCheck } from './signature.js';
import { SECOND_MS } from '../../domain/time/units.js';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly check: SignatureCheck;
  /** Called for every signed request except PINGs. Always gives the response in the end. */
  readonly onInteraction: (arrival: HttpArrival) => Promise<void>;
  readonly log: Pick<Logger, 'debug'>;
  /** What may come any number of times. */
  readonly onError: (what: string, error: unknown) => void;
}

export interface HttpArrival {
  readonly interaction: APIInteraction;
  /** `Date.now()` when its first bytes had arrived. */
  readonly receivedAt: number;
  readonly answer: OneResponse;
}

const PATH = '/interactions';
/** Far more than Discord sends. */
const MAX_BYTES = 1024 * 1024;
/** For the whole request, including headers. Discord itself waits 3 s. */
const SENT_WITHIN_MS = 5 * SECOND_MS;
/** Above the 60 s after which most balancers drop a connection, so that they close it first. */
const KEPT_MS = 75 * SECOND_MS;
/** Each may hold a body: half a gigabyte at worst. */
const CONNECTIONS = 512;

/** Rejects if it can't listen on the port. */
export async function serve(options: ServeOptions): Promise<Server> {
  const server = createServer(
    {
      requestTimeout: SENT_WITHIN_MS,
      connectionsCheckingInterval: SECOND_MS,
      keepAliveTimeout: KEPT_MS,
    },
    (request, response) => void answerSafely(request, response, options),
  );
  server.maxConnections = CONNECTIONS;
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return server;
}

async function answerSafely(
  request: IncomingMessage,
  response: ServerResponse,
  options: ServeOptions,
): Promise<void> {
  const answer = oneResponse(response);
  try {
    const refused = await take(request, answer, options);
    if (refused === null) return;
    // The rest of the body isn't worth reading, and the next request couldn't be told from it.
    response.setHeader('connection', 'close');
    if (refused === 405) response.setHeader('allow', 'POST');
    await answer.give(refused);
  } catch (error) {
    // The sender disconnected midway, or it is a bug; we don't know whether it was signed.
    options.log.debug({ err: error }, 'an HTTP request could not be answered');
    await answer.give(500);
  } finally {
    request.resume();
  }
}

/** The status of a refusal; null once answered. Parses nothing before verifying the signature. */
async function take(
  request: IncomingMessage,
  answer: OneResponse,
  { check, onInteraction, onError }: ServeOptions,
): Promise<number | null> {
  const receivedAt = Date.now();
  if (request.url?.split('?', 1)[0] !== PATH) return 404;
  if (request.method !== 'POST') return 405;
  const signed = signedOf(request.headers);
  if (signed === null) return 401;
  const body = await readBody(request, MAX_BYTES);
  if (body === null) return 413;
  const verdict = check(signed, body);
  if (verdict === 'old')
    onError(
      'refused: Discord signed a request at another time. Is the clock of this machine right?',
      new Error('too old, or from the future'),
    );
  if (verdict !== 'good') return 401;
  const interaction = readJson(body.toString('utf8'));
  if (!isInteraction(interaction)) {
    onError(
      'Discord signed something that is no interaction',
      new Error('no object with an id, a token and a type'),
    );
    return 400;
  }
  if (interaction.type === InteractionType.Ping) {
    await answer.give(200, { type: InteractionResponseType.Pong });
    return null;
  }
  await onInteraction({ interaction, receivedAt, answer });
  return null;
}

/**
 * Without an id and a token nobody could answer it, but a PING is answered here. The router
 * validates the rest, as it does for the gateway.
 */
function isInteraction(value: unknown): value is APIInteraction {
  if (!isRecord(value)) return false;
  const { id, token, type } = value;
  if (type === InteractionType.Ping) return true;
  return typeof type === 'number' && typeof id === 'string' && typeof token === 'string';
}
