import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src/clock.js';
import { createPoolApi } from '../../../src/pool/operations.js';
import type { ExchangeOptions } from '../../../src/pool/http.js';

export const KEY = 'k3y/f5mdqk-0000';
export const NOW = Date.parse('2026-11-28T09:00:00Z');

export interface Received {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export type Scripted =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | 'hang'
  | 'reset';

export type Script = (request: Received) => Scripted | Promise<Scripted>;

/** A pool that answers by `script`, and a client of it on a clock that the test moves. */
export async function poolThat(script: Script, options: Partial<ExchangeOptions> = {}) {
  const requests: Received[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const received = await receive(request);
    requests.push(received);
    send(response, await script(received));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has this address
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { requests, ...clientOf({ baseUrl, ...options }) };
}

export function clientOf(options: Partial<ExchangeOptions>) {
  let now = NOW;
  /** Milliseconds that reads paused before they tried again. */
  const pauses: number[] = [];
  /** `operation outcome` of each request. */
  const counted: string[] = [];
  const logged: unknown[] = [];
  const clock: Clock = {
    now: () => now,
    async sleep(ms) {
      pauses.push(ms);
      now += ms;
    },
    every: () => () => {},
  };
  const api = createPoolApi({
    baseUrl: '',
    authPrefix: '',
    timeoutMs: 5_000,
    ...options,
    clock,
    metrics: {
      poolRequests: { inc: ({ operation, outcome }) => counted.push(`${operation} ${outcome}`) },
      poolSeconds: { observe: () => {} },
    },
    log: { warn: (details) => logged.push(details) },
  });
  const advance = (ms: number) => (now += ms);
  return { api, pool: api.forKey(KEY), pauses, counted, logged, advance };
}

async function receive(request: IncomingMessage): Promise<Received> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { method = '', headers, url = '' } = request;
  const { pathname: path, searchParams } = new URL(url, 'http://pool');
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { method, url, path, query: Object.fromEntries(searchParams), headers, body };
}

function send(response: ServerResponse, scripted: Scripted): void {
  if (scripted === 'hang') return;
  if (scripted === 'reset') {
    response.socket?.destroy();
    return;
  }
  const { status = 200, json, text = JSON.stringify(json), headers = {} } = scripted;
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}
