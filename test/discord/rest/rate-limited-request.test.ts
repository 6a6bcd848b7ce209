import { createServer } from 'node:http';
import { REST } from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { createGatewayClient } from '../../../src/discord/gateway/gateway-client.js';
import { rateLimitedRequest } from '../../../src/discord/rest/rate-limited-request.js';
import { createLog } from '../../../src/ops/log.js';

let close: (() => void) | undefined;
afterEach(() => close?.());

/** Answers 429 for `ms` from its first request on, then 200. */
async function limitedFor(ms: number, body: string, headers: Record<string, string> = {}) {
  let since: number | undefined;
  let asked = 0;
  const server = createServer((_request, response) => {
    since ??= Date.now();
    asked += 1;
    const isLimited = Date.now() - since < ms;
    response.writeHead(isLimited ? 429 : 200, {
      'content-type': 'application/json',
      ...(isLimited ? headers : {}),
    });
    response.end(isLimited ? body : '{}');
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  close = () => void server.close();
  const { port } = Object(server.address());
  const api = `http://127.0.0.1:${port}`;
  const rest = new REST({ api, version: '10', makeRequest: rateLimitedRequest() }).setToken(
    'token',
  );
  return { api, rest, asked: () => asked };
}

test.each([
  ['the body alone says when', '{"retry_after":0.4}', {}],
  ['the header says when', '{}', { 'retry-after': '1' }],
  ['nothing says when', 'limited by what stands between', {}],
  ['the header says at once', '{"retry_after":0.4}', { 'retry-after': '0' }],
])('a 429 is waited for: %s', async (_what, body, headers) => {
  const { rest, asked } = await limitedFor(350, body, headers);
  await rest.get('/gateway/bot');
  expect(asked()).toBe(2);
});

test('a 429 is waited for where somebody listens to the answers', async () => {
  const { rest, asked } = await limitedFor(350, '{"retry_after":0.4}', { 'retry-after': '1' });
  const heard: number[] = [];
  rest.on('response', (_request, { status }) => heard.push(status));
  await rest.post('/channels/1/messages');
  expect(heard).toEqual([429, 200]);
  expect(asked()).toBe(2);
});

/** Answers with an endless body, in pieces of this many bytes. */
async function endless(bytes: number, everyMs: number, timeout: number) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(Buffer.alloc(bytes, ' ')), everyMs);
    response.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = Object(server.address());
  const api = `http://127.0.0.1:${port}`;
  const options = {
    api,
    version: '10',
    timeout,
    retries: 1,
    makeRequest: rateLimitedRequest(),
  };
  return { rest: new REST(options).setToken('token'), asked: () => asked };
}

test('an answer that trickles without an end is given up in the time of a request', async () => {
  const { rest, asked } = await endless(1, 20, 300);
  await expect(rest.get('/channels/1')).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked()).toBe(2);
});

test('an answer that fills the memory is cut off', async () => {
  const { rest } = await endless(1024 * 1024, 1, 15_000);
  await expect(rest.get('/channels/1')).rejects.toMatchObject({ name: 'ResponseTooLong' });
});

test('a wait longer than a timer can be is cut', async () => {
  const headers = { 'retry-after': '3000000' };
  const limited = rateLimitedRequest(async () => new Response('{}', { status: 429, headers }));
  expect((await limited('', {})).headers.get('retry-after')).toBe('3600');
});

const unused = () => undefined;

test('the gateway’s own requests heed it too', async () => {
  const { api, asked } = await limitedFor(350, '{"retry_after":0.4}');
  const client = createGatewayClient({
    apiUrl: api,
    token: 'token',
    signal: new AbortController().signal,
    store: { claim: async () => true },
    log: createLog('fatal'),
    onReady: unused,
    onDispatch: unused,
    onGivenUp: unused,
    onUnauthorized: unused,
  });
  client.rest.setToken('token');
  await client.rest.get('/gateway/bot');
  expect(asked()).toBe(2);
  await client.destroy();
});
