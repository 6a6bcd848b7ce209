import { AxiosError, create, isAxiosError, type AxiosAdapter } from 'axios';
import { Pool, type Dispatcher } from 'undici';
import { parseJson } from './json.js';

const MAX_BYTES = 32 * 1024 * 1024;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below `/api`, with the query. */
  readonly path: string;
  readonly body?: object;
}

export interface Answer {
  readonly status: number;
  /** The key is struck out. */
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly json: unknown;
  /** The header, or an empty text. */
  readonly retryAfter: string;
}

/** `no-connection`: nothing was sent. `no-answer`: not in time. `too-large`: over 32 MB. */
export interface Failure {
  readonly failure: 'no-connection' | 'no-answer' | 'broken' | 'too-large';
  /** Such as ECONNRESET; nothing of the request. */
  readonly code: string;
}

export interface ExchangeOptions {
  /** Without `/api`, such as `https://pool.example`. */
  readonly baseUrl: string;
  /** Stands before the key in the `authorization` header: `''` or, say, `'Bearer '`. */
  readonly authPrefix: string;
  readonly timeoutMs: number;
}

const FAILURES: Readonly<Record<string, Failure['failure']>> = {
  ECONNREFUSED: 'no-connection',
  ENOTFOUND: 'no-connection',
  EAI_AGAIN: 'no-connection',
  UND_ERR_CONNECT_TIMEOUT: 'no-connection',
  UND_ERR_HEADERS_TIMEOUT: 'no-answer',
  UND_ERR_BODY_TIMEOUT: 'no-answer',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too-large',
};

export type Exchange = (call: Call) => Promise<Answer | Failure>;

/**
 * One exchange with the pool under a key, never repeated. Never throws: errors of axios hold the key.
 */
export function createExchange(options: ExchangeOptions): (key: string) => Exchange {
  const { baseUrl, authPrefix, timeoutMs } = options;
  const { origin, pathname } = new URL(baseUrl);
  const connections = { connect: { timeout: timeoutMs }, maxResponseSize: MAX_BYTES };
  const http = create({
    adapter: over(new Pool(origin, connections)),
    baseURL: `${pathname.replace(/\/+$/, '')}/api`,
    headers: { accept: 'application/json', 'user-agent': 'Pitboss' },
    timeout: timeoutMs,
    transformResponse: [],
    validateStatus: null,
  });
  return (key) => {
    const authorization = `${authPrefix}${key}`;
    return async ({ method, path, body }) => {
      const request = { method, url: path, headers: { authorization }, data: body };
      try {
        const { status, headers, data } = await http.request<string>(request);
        const text = data.replaceAll(key, '•••');
        const retryAfter = String(headers['retry-after'] ?? '');
        return { status, text, json: parseJson(text), retryAfter };
      } catch (error) {
        const code = isAxiosError(error) ? (error.code ?? '') : '';
        return { failure: FAILURES[code] ?? 'broken', code };
      }
    };
  };
}

const METHODS: Readonly<Record<string, Dispatcher.HttpMethod>> = {
  get: 'GET',
  post: 'POST',
  patch: 'PATCH',
};

/** Axios's own adapter takes three times as long for a small answer. */
function over(connections: Pool): AxiosAdapter {
  return async (config) => {
    const { baseURL = '', url = '', method = '', timeout = 0, headers, data: body } = config;
    try {
      const response = await connections.request({
        path: `${baseURL}${url}`,
        method: METHODS[method] ?? 'GET',
        headers: headers.toJSON(),
        body,
        headersTimeout: timeout,
        bodyTimeout: timeout,
      });
      const { statusCode: status, headers: received } = response;
      const data = await response.body.text();
      return { status, statusText: '', headers: received, data, config };
    } catch (error) {
      throw AxiosError.from(error, undefined, config);
    }
  };
}
