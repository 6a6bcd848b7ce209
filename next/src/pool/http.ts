import { AxiosError, create, isAxiosError, type AxiosAdapter } from 'axios';
import { Agent, request, type Dispatcher } from 'undici';
import { parseJson } from './json.js';

const MAX_BYTES = 32 * 1024 * 1024;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below `/api`, with the query. */
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  /** The key is struck out. */
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly json: unknown;
  /** Seconds that the pool asks us to wait. */
  readonly retryAfter: number | undefined;
}

/** `no-connection`: nothing was sent. `no-answer`: not in time. `too-large`: over 32 MB. */
export interface Failure {
  readonly failure: 'no-connection' | 'no-answer' | 'broken' | 'too-large';
  /** Such as ECONNRESET; nothing of the request. */
  readonly code: string;
}

export interface HttpOptions {
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

export type Http = (call: Call) => Promise<Answer | Failure>;

/** One exchange with the pool, never repeated. Never throws: errors of axios hold the key. */
export function createHttp({ baseUrl, authPrefix, timeoutMs }: HttpOptions): Http {
  const http = create({
    adapter: overUndici(new Agent({ connect: { timeout: timeoutMs }, maxResponseSize: MAX_BYTES })),
    baseURL: `${baseUrl.replace(/\/+$/, '')}/api`,
    headers: { accept: 'application/json', 'user-agent': 'Pitboss' },
    timeout: timeoutMs,
    maxRedirects: 0,
    proxy: false,
    responseType: 'text',
    validateStatus: null,
  });
  return async ({ method, path, key, body }) => {
    try {
      const { status, headers, data } = await http.request<string>({
        method,
        url: path,
        headers: {
          authorization: `${authPrefix}${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { data: JSON.stringify(body) }),
      });
      // Some JSON writers escape slashes.
      const text = data.replaceAll(key, '•••').replaceAll(key.replaceAll('/', '\\/'), '•••');
      const seconds = Number(headers['retry-after'] ?? Number.NaN);
      return { status, text, json: parseJson(text), retryAfter: seconds || undefined };
    } catch (error) {
      const code = isAxiosError(error) ? (error.code ?? '') : '';
      return { failure: FAILURES[code] ?? 'broken', code };
    }
  };
}

const METHODS: Readonly<Record<string, Dispatcher.HttpMethod>> = {
  get: 'GET',
  post: 'POST',
  patch: 'PATCH',
};

/** Axios's own adapter takes three times as long for a small answer. */
function overUndici(dispatcher: Agent): AxiosAdapter {
  return async (config) => {
    const { baseURL = '', url = '', method = '', timeout = 0, headers, data } = config;
    try {
      const response = await request(`${baseURL}${url}`, {
        dispatcher,
        method: METHODS[method] ?? 'GET',
        headers: headers.toJSON(),
        body: data,
        headersTimeout: timeout,
        bodyTimeout: timeout,
      });
      const text = await response.body.text();
      return {
        data: text,
        status: response.statusCode,
        statusText: '',
        headers: response.headers,
        config,
      };
    } catch (error) {
      throw AxiosError.from(error, undefined, config);
    }
  };
}
