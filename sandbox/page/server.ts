import { createAdaptorServer } from '@hono/node-server';
import { createApp, type AppParts } from './app.js';

export interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

const portsTried = 20;

/**
 * Serves the page on 127.0.0.1.
 * @param port the first port to try; if taken, the next free one above is used. 0 = any.
 */
export async function startPageServer(parts: AppParts, port: number): Promise<PageServer> {
  const server = createAdaptorServer({
    fetch: createApp(parts).fetch,
    // A test may run other clients in this process.
    overrideGlobalObjects: false,
  });
  const bound = await listenFrom(server, port);
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Open pages keep their event stream open.
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

type Server = ReturnType<typeof createAdaptorServer>;

async function listenFrom(server: Server, first: number): Promise<number> {
  const ports = first === 0 ? [0] : Array.from({ length: portsTried }, (_, index) => first + index);
  for (const port of ports) {
    if (!(await listen(server, port))) continue;
    const address = server.address();
    if (address !== null && typeof address === 'object') return address.port;
  }
  throw new Error(`No free port from ${first} to ${first + portsTried - 1}`);
}

function listen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    server.once('error', onError);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', onError);
      resolve(true);
    });
  });
}
