import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Listens on a free port of 127.0.0.1 and returns the address. */
export async function listen(server: Server): Promise<string> {
  // Longer than a round of the others, or a bot's next request meets a closed connection.
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not a TCP address');
  return `http://127.0.0.1:${address.port}`;
}

/** Carries out `work` at once, or in the middle of so many ms. */
export function late(ms: number, work: () => () => void): void {
  if (ms === 0) return work()();
  void sleep(ms / 2)
    .then(work)
    .then((answer) => sleep(ms / 2).then(answer));
}
