import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { closeConnections, serveGateway } from './gateway.js';
import { createGuild, guildNamed, removeBot } from './guilds.js';
import { createRest } from './rest.js';
import { createWorld } from './state.js';
import type { LoopbackDiscord } from './types.js';

export interface DiscordOptions {
  /** Milliseconds since the epoch: for ids, the 3 s of a first response and the 15 min of a token. */
  readonly now?: () => number;
  readonly token?: string;
}

/** Starts a Discord on 127.0.0.1, on a free port. */
export async function startDiscord(options: DiscordOptions = {}): Promise<LoopbackDiscord> {
  const { now = Date.now, token = `loopback.${crypto.randomUUID()}` } = options;
  const world = createWorld({ now, token });
  // The globals stay as they are: a test may run the bot in this process.
  const answer = getRequestListener(createRest(world).fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void answer(request, response));
  const gateway = serveGateway(world, server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not a TCP address');
  world.origin = `http://127.0.0.1:${address.port}`;

  return {
    apiUrl: `${world.origin}/api`,
    token,
    applicationId: world.botId,
    refusals: world.refusals,
    get commands() {
      return world.commands.get('global') ?? [];
    },
    addGuild: (about) => createGuild(world, about),
    guild: (id) => guildNamed(world, id),
    onChange(listener) {
      world.listeners.add(listener);
      return () => void world.listeners.delete(listener);
    },
    closeGateway: (code) => closeConnections(world, code),
    removeBot: (guildId) => removeBot(world, guildId),
    async stop() {
      for (const socket of gateway.clients) socket.terminate();
      gateway.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
