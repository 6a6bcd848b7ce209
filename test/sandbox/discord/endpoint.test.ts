import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useScene } from './bot.js';

const scene = useScene();
const REPLY = JSON.stringify({ type: 4, data: { content: 'Here' } });

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
beforeEach(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  scene.discord.endpoint.addresses.push(`http://127.0.0.1:${port}/`);
  await scene.send('PUT', `/applications/${scene.discord.applicationId}/commands`, [
    { name: 'summary', description: 'Summary' },
  ]);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const summary = () => scene.discord.as(scene.person, scene.channelId).command('summary');
const posts = () => scene.discord.endpoint.posts.map(({ status, answered }) => [status, answered]);

test('each POST is signed over its timestamp and body', async () => {
  const { publicKey } = scene.discord.endpoint;
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  const verified: boolean[] = [];
  answer = (request, response) =>
    void text(request).then((body) => {
      const { 'x-signature-timestamp': time, 'x-signature-ed25519': signature } = request.headers;
      const signed = Buffer.from(String(time) + body);
      verified.push(verify(null, signed, key, Buffer.from(String(signature), 'hex')));
      return response.end(REPLY);
    });
  await summary();
  expect(verified).toEqual([true]);
});

test('a first response may be the body, and once there is one no other is taken', async () => {
  answer = (_request, response) => response.end(REPLY);
  const outcome = await summary();
  expect(outcome.message?.content).toBe('Here');
  expect(posts()).toEqual([[200, true]]);
  expect(scene.discord.refusals).toEqual([]);
});

test('or come to the callback, and then the body has none', async () => {
  answer = (request, response) =>
    void text(request)
      .then((body) => {
        const { id = '', token = '' }: Record<string, string> = JSON.parse(body);
        return scene.send('POST', `/interactions/${id}/${token}/callback`, JSON.parse(REPLY));
      })
      .then(() => response.writeHead(202).end());
  const outcome = await summary();
  expect((await outcome.settled()).content).toBe('Here');
  await expect.poll(posts, { timeout: 15_000 }).toEqual([[202, false]]);
});

test('a body that Discord would not take is a refusal, and no answer', async () => {
  answer = (_request, response) => response.end(JSON.stringify({ type: 4, data: {} }));
  expect(await summary()).toMatchObject({ failed: true, message: null });
  expect(scene.discord.refusals.join()).toContain('HTTP answer: ');
});

test('a 401 is remembered, and the person sees no answer', async () => {
  answer = (_request, response) => response.writeHead(401).end();
  expect(await summary()).toMatchObject({ failed: true, message: null });
  expect(posts()).toEqual([[401, false]]);
});

test('an answer after three seconds is none', async () => {
  answer = (_request, response) => void setTimeout(() => response.end(REPLY), 4_000);
  expect(await summary()).toMatchObject({ failed: true, message: null });
  await expect.poll(posts, { timeout: 15_000 }).toEqual([[0, false]]);
});

test('PINGs are answered at every address, or the bot is not ready', async () => {
  answer = (_request, response) => response.end(JSON.stringify({ type: 1 }));
  await scene.discord.ready();
  answer = (_request, response) => response.writeHead(401).end();
  await expect(scene.discord.ready(100)).rejects.toThrow('takes no interactions over HTTP');
});
