import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.js';
import { createFaults } from './faults.js';
import type { Deviation, LoopbackPool } from './loopback-pool.js';
import { createRequestLog } from './request-log.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** Listens on 127.0.0.1, on a free port unless one is given. */
export async function startPool(options: { port?: number } = {}): Promise<LoopbackPool> {
  const workspaces = new Map<string, Workspace>();
  const revoked = new Set<string>();
  const deviations = new Set<Deviation>();
  const faults = createFaults();
  const log = createRequestLog();
  const app = createApp({
    deviations,
    faults,
    log,
    workspaceOf: (key) => (revoked.has(key) ? undefined : workspaces.get(key)),
  });

  const server = createAdaptorServer({ fetch: app.fetch });
  if (!(server instanceof Server)) throw new Error('The adaptor made no HTTP/1 server');
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The pool has no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    addWorkspace(wanted) {
      const key = `lpk_${randomBytes(24).toString('hex')}`;
      const workspace = createWorkspace({ seed: workspaces.size + 1, ...wanted });
      workspaces.set(key, workspace);
      return { key, workspace };
    },
    workspaceOf(key) {
      const workspace = workspaces.get(key);
      if (!workspace) throw new RangeError('No workspace has this key');
      return workspace;
    },
    revoke(key) {
      revoked.add(key);
    },
    requests: log.requests,
    deviations,
    faults,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
