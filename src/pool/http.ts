import { Axios, type AxiosAdapter } from 'axios';
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

/** One exchange with the pool under a key, never repeated. Never throws. */
export function createExchange(options: ExchangeOptions): (key: string) => Exchange {
  const { baseUrl, authPrefix, timeoutMs } = options;
  const { origin, pathname } = new URL(baseUrl);
  const connections = new Pool(origin, {
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_BYTES,
  });
  const baseURL = `${pathname.replace(/\/+$/, '')}/api`;
  return (key) => {
    // As PHP writes it in JSON.
    const escaped = key.replaceAll('/', String.raw`\/`);
    const adapter = over(connections, { ...HEADERS, authorization: `${authPrefix}${key}` });
    // `create` would merge axios's own defaults into each request: two thirds of what axios takes.
    const http = new Axios({ adapter, baseURL, validateStatus: null });
    return async ({ method, path, body }) => {
      try {
        const request = { method, url: path, data: body };
        const { status, headers, data } = await http.request<string>(request);
        const text = data.replaceAll(key, '•••').replaceAll(escaped, '•••');
        const retryAfter = String(headers['retry-after'] ?? '');
        return { status, text, json: parseJson(text), retryAfter };
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        return { failure: FAILURES[code] ?? 'broken', code };
      }
    };
  };
}

const HEADERS = { accept: 'application/json', 'user-agent': 'Pitboss' };
const METHODS: Record<string, Dispatcher.HttpMethod> = { get: 'GET', post: 'POST', patch: 'PATCH' };

/**
 * Axios's own adapter takes three times as long for a small answer. Headers pass axios by: it copies
 * and checks them several times for each request.
 */
function over(connections: Pool, sent: Readonly<Record<string, string>>): AxiosAdapter {
  return async (config) => {
    const { baseURL = '', url = '', method = '', data: body } = config;
    const response = await connections.request({
      path: `${baseURL}${url}`,
      method: METHODS[method] ?? 'GET',
      headers: body ? { ...sent, 'content-type': 'application/json' } : sent,
      body: body && JSON.stringify(body),
    });
    const headers = { 'retry-after': response.headers['retry-after'] };
    const data = await response.body.text();
    return { status: response.statusCode, statusText: '', headers, data, config };
  };
}
