import { startPool } from '../../sandbox/pool/server.js';
import { servePool } from './serve-pool.js';

/**
 * The loopback pool as its own process, for `rows/export.ts`, with this many miners and
 * milliseconds of latency. Keeps each page it has made, so that only the reader is measured.
 */
const [miners = 100_000, latencyMs = 20] = process.argv.slice(2).map(Number);
const pool = await startPool();
const { key } = pool.addWorkspace({ miners });
const pages = new Map<string, Buffer>();

servePool(
  {
    behind: pool.url,
    pageFor: ({ url }) => pages.get(url ?? '/'),
    onAnswer(path, body) {
      if (path.includes('/commander/miners')) pages.set(path, body);
    },
    latencyMs,
  },
  { key },
);
