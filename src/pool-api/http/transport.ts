import { Axios, type AxiosAdapter } from 'axios';
import { buildConnector, Client, Pool, type Dispatcher } from 'undici';
import { MAX_KEPT } from '../../domain/errors/pool-errors.js';
import type { WriteGate } from './write-gate.js';
import { exchangeWithPool, type RawResponse } from './exchange-with-pool.js';
import { SECOND_MS } from '../../domain/time/units.js';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Path and query below the base URL, beginning with `/`. */
  readonly path: string;
  readonly authorization: string;
  readonly body?: unknown;
  readonly timeoutMs: number;
  /** For writes. */
  readonly gate?: WriteGate | undefined;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly maxBytes: number;
}

const CONNECTIONS = 64;
/** Below the usual idle time-out of load balancers (60 s). */
const KEEP_ALIVE_MS = 30 * SECOND_MS;
/** Node's own 16 KiB would lose a whole answer behind a few long cookies. */
const MAX_HEADER_BYTES = 256 * 1024;

/**
 * Axios over undici, at a third of the cost of axios's own adapter, without its defaults, none of
 * which matters here. It gets no key, so its errors hold none. Each write gets a new connection: on
 * a kept-alive one that the server is closing, nobody could say whether it had an effect. And only
 * a new one lets us ask, once connected, whether the request may still leave.
 */
export function createTransport(options: TransportOptions) {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const common = {
    connections: CONNECTIONS,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  const reads = new Pool(base.origin, { ...common, keepAliveTimeout: KEEP_ALIVE_MS });
  const writes = new Set<Client>();

  const http = new Axios({});
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': options.userAgent,
  };

  async function overNewConnection<Result>(
    gate: WriteGate | undefined,
    work: (writing: Client) => Promise<Result>,
  ): Promise<Result> {
    const { connections: _, ...limits } = common;
    const connect = gate === undefined ? connectNow : connectAndAsk(gate);
    const writing = new Client(base.origin, { ...limits, pipelining: 0, connect });
    writes.add(writing);
    try {
      return await work(writing);
    } finally {
      writes.delete(writing);
      void writing.destroy();
    }
  }

  return {
    /** @throws TransportFailure */
    async send(request: OutgoingRequest): Promise<RawResponse> {
      const { method, gate } = request;
      if (method === 'GET') return sendOver(reads, request);
      return overNewConnection(gate, (writing) => sendOver(writing, request));
    },
    async close(): Promise<void> {
      await Promise.all([reads, ...writes].map((each) => each.destroy()));
    },
  };

  async function sendOver(dispatcher: Dispatcher, request: OutgoingRequest): Promise<RawResponse> {
    const { method, path, body, timeoutMs } = request;
    const response = await http.request<RawResponse>({
      adapter: adapterFor(request, dispatcher),
      method,
      url: `${prefix}${path}`,
      timeout: timeoutMs,
      data: body === undefined ? undefined : JSON.stringify(body),
    });
    return response.data;
  }

  function adapterFor(
    { method, authorization, gate }: OutgoingRequest,
    dispatcher: Dispatcher,
  ): AxiosAdapter {
    const { maxBytes } = options;
    return async (config) => {
      const body: unknown = config.data;
      const json = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
      const request: Dispatcher.DispatchOptions = {
        method,
        path: config.url ?? '/',
        headers: { ...headers, authorization, ...json },
        body: typeof body === 'string' ? body : null,
      };
      const data = await exchangeWithPool(dispatcher, request, {
        timeoutMs: config.timeout ?? 0,
        maxBytes,
        keptBytes: method === 'GET' ? maxBytes : Math.min(maxBytes, MAX_KEPT),
        maySendFirstByte: () => gate?.maySendFirstByte() ?? true,
      });
      return { data, status: data.status, statusText: '', headers: {}, config };
    };
  }
}

export type Transport = ReturnType<typeof createTransport>;

const connectNow = buildConnector({});

/** Connects, asks, and only then hands over the connection. */
function connectAndAsk(gate: WriteGate): buildConnector.connector {
  return (options, callback) => {
    connectNow(options, (...connected) => void askThenPass(gate, connected, callback));
  };
}

async function askThenPass(
  gate: WriteGate,
  connected: Parameters<buildConnector.Callback>,
  pass: buildConnector.Callback,
): Promise<void> {
  const [error, socket] = connected;
  if (error !== null) return pass(...connected);
  const may = await gate.maySendOnceConnected();
  // A connection that has ended meanwhile reports nothing more. Bytes that came before any request
  // would be taken for the answer.
  if (may && !socket.destroyed && socket.readableLength === 0) return pass(null, socket);
  socket.destroy();
  pass(new Error('nothing was written'), null);
}

/** Whether an HTTP header can carry the key unchanged. */
export function fitsInHeader(value: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value);
}
