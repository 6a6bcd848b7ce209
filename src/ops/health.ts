import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, type Registry } from 'prom-client';

export interface HealthOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** True once commands are answered: connected, and the store is reachable. */
  readonly ready: () => boolean | Promise<boolean>;
  readonly registry: Registry;
}

export interface Health {
  readonly port: number;
  close(): Promise<void>;
}

interface HealthResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/**
 * `/healthz` (the process answers), `/readyz` (commands are answered, else 503), `/metrics`.
 * Rejects if it can't listen on the port.
 */
export async function startHealth(options: HealthOptions): Promise<Health> {
  // Only here, because they cost something even if nobody reads them.
  collectDefaultMetrics({ register: options.registry });
  const server = createServer((request, response) => {
    void answer(request, options).then(
      (given) => send(response, given),
      // Hide the cause: anybody who reaches the port could read it.
      () => send(response, plain(500, 'failed')),
    );
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, options: HealthOptions): Promise<HealthResponse> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'GET only');
  switch (request.url?.split('?', 1)[0] ?? '') {
    case '/healthz':
      return plain(200, 'ok');
    case '/readyz':
      return (await isReady(options)) ? plain(200, 'ready') : plain(503, 'not ready');
    case '/metrics': {
      const { registry } = options;
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    }
    default:
      return plain(404, 'not found');
  }
}

async function isReady({ ready }: HealthOptions): Promise<boolean> {
  try {
    return await ready();
  } catch {
    return false;
  }
}

const plain = (status: number, text: string): HealthResponse => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${text}\n`,
});

function send(response: ServerResponse, { status, type, body }: HealthResponse): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}
