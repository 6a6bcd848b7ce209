import { create, type AxiosAdapter } from 'axios';
import { buildConnector, Client, Pool, type Dispatcher } from 'undici';
import type { BeforeLeaving } from './before-leaving.js';
import { exchange, type Answer } from './exchange.js';

export interface Transport {
  /** @throws TransportFailure */
  send(request: Outgoing): Promise<Answer>;
  close(): Promise<void>;
}

export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Path and query under the base URL, beginning with `/`. */
  readonly path: string;
  readonly authorization: string;
  readonly body?: unknown;
  readonly timeoutMs: number;
  /** Of a write. */
  readonly before?: BeforeLeaving | undefined;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly maxBytes: number;
}

/** Connections to one pool; enough for many guilds at once, few enough to stay polite. */
const CONNECTIONS = 64;
/** Of a write's answer: far more than a record, little enough to read, keep and show at once. */
const KEPT_OF_A_WRITE = 256 * 1024;
/** Shorter than the idle time-outs usual in load balancers (60 s). */
const KEEP_ALIVE_MS = 30_000;

/**
 * Axios over a thin adapter to undici, which costs a third of axios's own. Reads share
 * kept-alive connections. A write gets a new connection each time: on a kept one it can cross
 * the server's closing it, and then nobody could say whether it had an effect; and only so can it
 * be asked, once connected, whether it may still leave.
 */
export function createTransport(options: TransportOptions): Transport {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const common = { connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0 };
  const reads = new Pool(base.origin, { ...common, keepAliveTimeout: KEEP_ALIVE_MS });
  const writes = new Set<Client>();

  const http = create({
    proxy: false,
    maxRedirects: 0,
    maxContentLength: options.maxBytes,
    transformRequest: [],
    transformResponse: [],
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': options.userAgent,
    },
  });

  async function overNewConnection<Result>(
    before: BeforeLeaving | undefined,
    work: (writing: Client) => Promise<Result>,
  ): Promise<Result> {
    const { connections: _, ...limits } = common;
    const connect = before === undefined ? connectNow : connectAndAsk(before);
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
    async send(request) {
      const { method, before } = request;
      if (method === 'GET') return sendOver(reads, request);
      return overNewConnection(before, (writing) => sendOver(writing, request));
    },
    async close() {
      await Promise.all([reads, ...writes].map((each) => each.destroy()));
    },
  };

  async function sendOver(dispatcher: Dispatcher, request: Outgoing): Promise<Answer> {
    const { method, path, authorization, body, timeoutMs, before } = request;
    const response = await http.request<Answer>({
      adapter: adapterOver(dispatcher, before),
      method,
      url: `${prefix}${path}`,
      timeout: timeoutMs,
      headers: {
        authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      data: body === undefined ? undefined : JSON.stringify(body),
    });
    return response.data;
  }
}

const connectNow = buildConnector({});

/** Connects, asks, and only then hands the connection over to be written to. */
function connectAndAsk(before: BeforeLeaving): buildConnector.connector {
  return (options, callback) => {
    connectNow(options, (...connected) => void askThenPass(before, connected, callback));
  };
}

async function askThenPass(
  before: BeforeLeaving,
  connected: Parameters<buildConnector.Callback>,
  pass: buildConnector.Callback,
): Promise<void> {
  const [error, socket] = connected;
  if (error !== null) return pass(...connected);
  const may = await before.mayLeave();
  // A connection that ended meanwhile tells of its end no more.
  if (may && !socket.destroyed) return pass(null, socket);
  socket.destroy();
  pass(new Error('nothing was written'), null);
}

function adapterOver(dispatcher: Dispatcher, before: BeforeLeaving | undefined): AxiosAdapter {
  return async (config) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `send` names no other method
    const method = String(config.method).toUpperCase() as Outgoing['method'];
    const body: unknown = config.data;
    const request: Dispatcher.DispatchOptions = {
      method,
      path: config.url ?? '/',
      headers: Object.fromEntries(
        Object.entries(config.headers.toJSON()).map(([name, value]) => [name, String(value)]),
      ),
      body: typeof body === 'string' ? body : null,
    };
    const maxBytes = config.maxContentLength ?? 0;
    const limits = {
      timeoutMs: config.timeout ?? 0,
      maxBytes,
      keptBytes: method === 'GET' ? maxBytes : Math.min(maxBytes, KEPT_OF_A_WRITE),
      isInTime: () => before?.isInTime() ?? true,
    };
    const data = await exchange(dispatcher, request, limits);
    return { data, status: data.status, statusText: '', headers: {}, config };
  };
}

/** A key that no HTTP header can carry unchanged. */
export function fitsInHeader(value: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value);
}
