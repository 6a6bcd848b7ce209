import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';

export type Listening = Awaited<ReturnType<typeof listen>>;

/** Serves on 127.0.0.1, on a free port if none is given. */
export async function listen(fetch: Parameters<typeof getRequestListener>[0], port = 0) {
  // The globals stay as they are: a test may run the bot in this process.
  const answer = getRequestListener(fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void answer(request, response));
  return {
    server,
    origin: await listenOn(server, port),
    stop: async (): Promise<void> => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Resolves to its address, such as `http://127.0.0.1:4010`. */
export async function listenOn(server: Server, port = 0): Promise<string> {
  // Longer than any pause: a client's next request should not meet a connection that is closing.
  server.keepAliveTimeout = 600_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not a TCP address');
  return `http://127.0.0.1:${address.port}`;
}
