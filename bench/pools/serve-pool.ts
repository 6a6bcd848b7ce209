import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { proxyRequest } from './proxy.js';

export interface BenchPool {
  /** The pool behind, which answers if `pageFor` returns nothing. */
  readonly behind: string;
  readonly pageFor: (request: IncomingMessage, url: URL) => Buffer | string | undefined;
  /** Called with each successful answer of the pool behind. */
  readonly onAnswer?: (path: string, body: Buffer) => void;
  readonly latencyMs?: number;
}

/** Serves until standard input ends; prints its URL, along with `said`, on the first line. */
export function servePool(pool: BenchPool, said: object): void {
  async function answer(request: IncomingMessage) {
    const path = request.url ?? '/';
    const page = pool.pageFor(request, new URL(path, pool.behind));
    if (page !== undefined) return { status: 200, body: Buffer.from(page) };
    const answered = await proxyRequest(pool.behind, request);
    if (answered.status === 200) pool.onAnswer?.(path, answered.body);
    return answered;
  }

  const server = createServer((request, response) => {
    void (async () => {
      const { status, body } = await answer(request);
      if (pool.latencyMs !== undefined) await sleep(pool.latencyMs);
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': body.length,
      });
      response.end(body);
    })();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const { port } = Object(server.address());
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, ...said })}\n`);
  });
  process.stdin.resume().on('close', () => process.exit());
}
