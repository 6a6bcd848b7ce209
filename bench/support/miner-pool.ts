import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPool } from '../../sandbox/pool/server.js';
import { passOn } from './pass-on.js';

/**
 * The loopback pool as a process of its own, for `export.ts`: told how many miners and how many
 * milliseconds it is away. It keeps the pages it has made once, so that what is measured is who
 * reads them and not who writes them. Says its address and a key on the first line.
 */
const [miners = 100_000, latencyMs = 20] = process.argv.slice(2).map(Number);
const pool = await startPool();
const { key } = pool.addWorkspace({ miners });
const kept = new Map<string, Buffer>();

const server = createServer((incoming, response) => {
  void answer(incoming, response);
});

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = incoming.url ?? '/';
  const page = kept.get(path);
  const { status, body } =
    page === undefined ? await passOn(pool.url, incoming) : { status: 200, body: page };
  if (status === 200 && path.includes('/commander/miners')) kept.set(path, body);
  await sleep(latencyMs);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
  });
  response.end(body);
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, key })}\n`);
});
process.stdin.resume().on('close', () => process.exit());
