import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { createFacade } from './facade.js';
import { createGateway } from './gateway/gateway.js';
import type { LoopbackDiscord } from './loopback-discord.js';
import { createRestApp } from './rest/app.js';
import { createDiscordState } from './state/discord-state.js';

/** How long `close` waits for pending answers; those hanging by a fault take all of it. */
const DRAIN_MS = 200;

export interface LoopbackOptions {
  /** Random unless set. */
  readonly token?: string;
  /** Milliseconds since 1970; governs the 3 s, the 15 min and the ids. */
  readonly now?: () => number;
  readonly heartbeatMs?: number;
  /**
   * How many shards may identify at once; one that comes too early is refused. Unset = none is.
   */
  readonly maxConcurrency?: number;
  /** The bot's user has the id of its application, as since 2016. Unset = another, as before. */
  readonly hasOneId?: boolean;
  /** The application has the Message Content intent. */
  readonly readsContent?: boolean;
}

/** Starts a Discord on 127.0.0.1. */
export async function startLoopbackDiscord(
  options: LoopbackOptions = {},
): Promise<LoopbackDiscord> {
  const token = options.token ?? randomBytes(24).toString('base64url');
  const { now = Date.now, maxConcurrency, hasOneId = false, readsContent = false } = options;
  const world = createDiscordState({ now, token, maxConcurrency, hasOneId, readsContent });
  const gateway = createGateway(world, { heartbeatMs: options.heartbeatMs ?? 41_250 });
  const app = createRestApp({ world, gateway });
  // Leaves the globals alone, because a test runs the bot's own client in this process.
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void answer(request, response));
  const answering = openAnswers(server);
  server.on('upgrade', (request, socket, head) => {
    if (!request.url?.startsWith('/gateway')) return socket.destroy();
    return gateway.upgrade(request, socket, head);
  });
  const port = await listen(server);
  world.address.origin = `http://127.0.0.1:${port}`;
  return {
    ...createFacade(world, gateway),
    apiUrl: `http://127.0.0.1:${port}/api`,
    async close() {
      gateway.drop();
      const closed = once(server, 'close');
      server.close();
      await drain(answering);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Pending answers: a client whose request succeeded must also hear of it. */
function openAnswers(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}

async function drain(answering: ReadonlySet<ServerResponse>): Promise<void> {
  const until = performance.now() + DRAIN_MS;
  while (answering.size > 0 && performance.now() < until) await sleep(5);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not a TCP address');
  return address.port;
}
