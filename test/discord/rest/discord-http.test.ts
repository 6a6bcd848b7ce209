import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiscordHttp, type DiscordHttp } from '../../../src/discord/rest/discord-http.js';

/** Long enough for this thread to be busy by then. */
const ANSWERS_AFTER_MS = 150;

/** On its own thread, so that it answers while this one is busy. Counts its requests. */
const SERVER = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const answer = () => response.writeHead(200).end(JSON.stringify({ id: '1', asked }));
    request.resume().on('end', () => setTimeout(answer, ${ANSWERS_AFTER_MS}));
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

let worker: Worker;
let http: DiscordHttp;
beforeEach(async () => {
  worker = new Worker(SERVER, { eval: true });
  const [port] = await once(worker, 'message');
  http = createDiscordHttp({ apiUrl: `http://127.0.0.1:${port}/api`, version: '0.0.0' });
});
afterEach(async () => {
  await http.close();
  await worker.terminate();
});

const request = (tryMs: number) =>
  ({
    method: 'POST',
    path: '/interactions/1/secret/callback',
    json: {},
    isTaken: () => true,
    until: Date.now() + 30_000,
    tryMs,
  }) as const;

function keepThisThreadBusy(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('an answer that came while this thread was busy is not taken for lost', async () => {
  await http.send(request(5_000));
  const sent = http.send(request(300));
  // Long enough for the request to have left.
  await pause(50);
  // After this code come the timers, and then whatever has arrived.
  await new Promise(setImmediate);
  keepThisThreadBusy(600);
  expect(await sent).toEqual({ status: 200, body: { id: '1', asked: 2 }, repeated: false });
});
