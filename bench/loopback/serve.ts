import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Listens on a free port of 127.0.0.1 and returns the address. */
export async function listen(server: Server): Promise<string> {
  // Longer than the others' turns, or a bot's next request meets a closed connection.
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not a TCP address');
  return `http://127.0.0.1:${address.port}`;
}

/** Does `work` in the middle of so many ms, and what it returns at their end. */
export function late(ms: number, work: () => () => void): void {
  if (ms === 0) return work()();
  const half = () => sleep(ms / 2);
  void half()
    .then(work)
    .then((answer) => half().then(answer));
}

export function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text += part));
    request.on('end', () => resolve(text));
  });
}
