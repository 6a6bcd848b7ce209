import { createServer } from 'node:http';
import { REST } from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { heedingLimits } from '../../src/discord/heeding-limits.js';

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
  const rest = new REST({
    api: `http://127.0.0.1:${port}`,
    version: '10',
    makeRequest: heedingLimits(),
  }).setToken('token');
  return { rest, asked: () => asked };
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
