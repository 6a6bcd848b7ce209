import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';

export interface Listening {
  readonly server: Server;
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Serves on 127.0.0.1, on a free port if none is given. */
export async function listen(
  fetch: Parameters<typeof getRequestListener>[0],
  port = 0,
): Promise<Listening> {
  // The globals stay as they are: a test may run the bot in this process.
  const answer = getRequestListener(fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not a TCP address');
  return {
    server,
    origin: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
