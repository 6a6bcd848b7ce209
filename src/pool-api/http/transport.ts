import { create, type AxiosAdapter } from 'axios';
import { Pool, type Dispatcher } from 'undici';
import { exchange, type RawResponse } from './exchange.js';

export interface Transport {
  /** @throws TransportFailure */
  send(request: OutgoingRequest): Promise<RawResponse>;
  close(): Promise<void>;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Path and query under the base URL, beginning with `/`. */
  readonly path: string;
  readonly authorization: string;
  readonly body?: unknown;
  readonly timeoutMs: number;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly maxBytes: number;
}

const CONNECTIONS = 64;
/** What is kept of a write's answer: far more than a record needs. */
const KEPT_OF_A_WRITE = 256 * 1024;
/** Below the usual idle time-out of load balancers (60 s). */
const KEEP_ALIVE_MS = 30_000;

/**
 * Axios over undici, which costs a third of axios's own adapter. Each write gets a new connection:
 * on a kept-alive one the server may be closing, nobody could say whether it had an effect.
 */
export function createTransport(options: TransportOptions): Transport {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const common = { connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0 };
  const reads = new Pool(base.origin, { ...common, keepAliveTimeout: KEEP_ALIVE_MS });
  const writes = new Pool(base.origin, { ...common, pipelining: 0 });

  const http = create({
    adapter: adapterOver((method) => (method === 'GET' ? reads : writes)),
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

  return {
    async send({ method, path, authorization, body, timeoutMs }) {
      const response = await http.request<RawResponse>({
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
    },
    async close() {
      await Promise.all([reads.destroy(), writes.destroy()]);
    },
  };
}

function adapterOver(dispatcherFor: (method: Dispatcher.HttpMethod) => Dispatcher): AxiosAdapter {
  return async (config) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `send` names no other method
    const method = String(config.method).toUpperCase() as OutgoingRequest['method'];
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
    const data = await exchange(dispatcherFor(method), request, {
      timeoutMs: config.timeout ?? 0,
      maxBytes,
      keptBytes: method === 'GET' ? maxBytes : Math.min(maxBytes, KEPT_OF_A_WRITE),
    });
    return { data, status: data.status, statusText: '', headers: {}, config };
  };
}

/** Whether an HTTP header can carry the key unchanged. */
export function fitsInHeader(value: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value);
}
