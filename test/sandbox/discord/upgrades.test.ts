import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { useScene } from './bot.js';

const scene = useScene();

function connect(): WebSocket {
  const url = scene.discord.apiUrl.replace('http', 'ws').replace(/\/api$/, '/gateway');
  const socket = new WebSocket(url);
  socket.on('error', () => undefined);
  return socket;
}

/** The first thing the gateway sends, or how it refuses or breaks off. */
function firstOf(socket: WebSocket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('message', (bytes: Buffer) => resolve(`op ${JSON.parse(bytes.toString()).op}`));
    socket.once('unexpected-response', (_, { statusCode }) => resolve(`status ${statusCode}`));
    socket.once('error', () => resolve('broken off'));
  });
}

test('upgrades are refused while told so, the next ones as told for each', async () => {
  const { faults, connections } = scene.discord;
  faults.upgrades = 503;
  faults.nextUpgrades = [520, null, 'reset'];
  const seen: string[] = [];
  for (let count = 0; count < 4; count++) {
    const socket = connect();
    seen.push(await firstOf(socket));
    socket.terminate();
  }
  expect(seen).toEqual(['status 520', 'op 10', 'broken off', 'status 503']);
  faults.upgrades = null;
  const last = connect();
  expect(await firstOf(last)).toBe('op 10');
  await expect.poll(() => ({ ...connections })).toMatchObject({ upgrades: 5, open: 1, live: 0 });
  last.terminate();
  await expect.poll(() => connections.open).toBe(0);
});

test('a connection can be opened that leads to no session', async () => {
  const { faults, connections } = scene.discord;
  faults.nextUpgrades = ['close-after-hello', 'invalid-session'];
  const closed = connect();
  await once(closed, 'close');
  const socket = connect();
  await once(socket, 'message');
  socket.send(JSON.stringify({ op: 2, d: {} }));
  expect(await firstOf(socket)).toBe('op 9');
  expect({ ...connections }).toMatchObject({ identifies: 1, live: 0 });
  socket.terminate();
});
