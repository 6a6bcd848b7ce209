import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exchangeWithDiscord } from '../../../src/discord/rest/exchange-with-discord.js';

let server: Server;
let pool: Pool;
/** Requests not answered yet, by path. */
let open: Map<string, ServerResponse>;
let came: string[];

beforeEach(async () => {
  open = new Map();
  came = [];
  server = createServer((request, response) => {
    const path = request.url ?? '';
    came.push(path);
    open.set(path, response);
    request.resume();
    server.emit(path);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = Object(server.address());
  pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 });
});

afterEach(async () => {
  await pool.destroy();
  server.closeAllConnections();
  server.close();
});

const post = (path: string, ms = 5_000) =>
  exchangeWithDiscord(pool, { method: 'POST', path, headers: [], body: '{}' }, ms);

test('an answer in pieces is whole, with letters cut apart', async () => {
  const answer = post('/pieces');
  await once(server, '/pieces');
  const bytes = Buffer.from('{"name":"Ø"}');
  open.get('/pieces')?.writeHead(200).write(bytes.subarray(0, 10));
  await pause(50);
  open.get('/pieces')?.end(bytes.subarray(10));
  expect(await answer).toEqual({ status: 200, text: '{"name":"Ø"}' });
});

test('an answer that fills the memory is cut off', async () => {
  const answer = post('/huge');
  await once(server, '/huge');
  const response = open.get('/huge');
  response?.on('error', () => undefined);
  response?.writeHead(200).write(Buffer.alloc(17 * 1024 * 1024, ' '));
  await expect(answer).rejects.toMatchObject({ name: 'ResponseTooLong' });
});

test('what was given up while it waited for a connection never leaves', async () => {
  const first = post('/first');
  await once(server, '/first');
  await expect(post('/given-up', 50)).rejects.toMatchObject({ name: 'NotInTime' });
  open.get('/first')?.writeHead(204).end();
  expect(await first).toEqual({ status: 204, text: '' });
  const last = post('/last');
  await once(server, '/last');
  open.get('/last')?.writeHead(204).end();
  await last;
  expect(came).toEqual(['/first', '/last']);
});

test('an answer that begins and does not end is given up, and its connection with it', async () => {
  const answer = post('/begun', 200);
  await once(server, '/begun');
  const closed = once(open.get('/begun')?.socket ?? server, 'close');
  open.get('/begun')?.writeHead(200).write('{"half":');
  await expect(answer).rejects.toMatchObject({ name: 'NotInTime' });
  await closed;
});
