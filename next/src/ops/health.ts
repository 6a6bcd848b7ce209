import { createServer } from 'node:http';
import { FatalError } from '../errors.js';
import type { Metrics } from './metrics.js';

export interface Health {
  readonly port: number;
  stop(): Promise<void>;
}

interface HealthOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly metrics: Metrics;
  /** Null, or why the process cannot serve now, in words. */
  isReady(): string | null;
  isLeader(): boolean;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly type?: string;
}

/** `/healthz`: the process is alive; `/readyz`: it can serve; `/metrics`. @throws FatalError */
export async function startHealth(options: HealthOptions): Promise<Health> {
  const { host, port, metrics } = options;

  async function answer(path: string | undefined): Promise<Answer> {
    if (path === '/healthz') return { status: 200, text: 'ok\n' };
    const reason = options.isReady();
    if (path === '/readyz')
      return reason === null
        ? { status: 200, text: 'ready\n' }
        : { status: 503, text: `${reason}\n` };
    if (path !== '/metrics') return { status: 404, text: 'not found\n' };
    metrics.ready.set(reason === null ? 1 : 0);
    metrics.leader.set(options.isLeader() ? 1 : 0);
    const text = await metrics.registry.metrics();
    return { status: 200, text, type: metrics.registry.contentType };
  }

  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    void answer(path).then(({ status, text, type = 'text/plain; charset=utf-8' }) =>
      response.writeHead(status, { 'content-type': type }).end(text),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new FatalError(`The health server cannot listen on ${host}:${port}: ${error.message}.`, {
          cause: error,
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
