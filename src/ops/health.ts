import { once } from 'node:events';
import { createServer } from 'node:http';
import { FatalError, reasonOf } from '../errors.js';
import type { Metrics } from './metrics.js';

export type Health = Awaited<ReturnType<typeof startHealth>>;

interface HealthOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly metrics: Metrics;
  /** Null, or why the process cannot serve now, in words. */
  isReady(): string | null;
  isLeader(): boolean;
}

/** `/healthz`: the process is alive; `/readyz`: it can serve; `/metrics`. @throws FatalError */
export async function startHealth(options: HealthOptions) {
  const { host, port, metrics } = options;

  async function answer(path = ''): Promise<readonly [status: number, text: string]> {
    if (path === '/healthz') return [200, 'ok\n'];
    const reason = options.isReady();
    if (path === '/readyz') return reason === null ? [200, 'ready\n'] : [503, `${reason}\n`];
    if (path !== '/metrics') return [404, 'not found\n'];
    metrics.ready.set(reason === null ? 1 : 0);
    metrics.leader.set(options.isLeader() ? 1 : 0);
    return [200, await metrics.registry.metrics()];
  }

  const server = createServer((request, response) => {
    void answer(request.url?.split('?')[0]).then(([status, text]) =>
      response.writeHead(status, { 'content-type': metrics.registry.contentType }).end(text),
    );
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    const sentence = `The health server cannot listen on ${host}:${port}: ${reasonOf(cause)}.`;
    throw new FatalError(sentence, { cause });
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
    },
  };
}
