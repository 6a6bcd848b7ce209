import { listen } from '../listen.js';
import { closeConnections, serveGateway } from './gateway.js';
import { createGuild, removeBot } from './guilds.js';
import { createRest } from './rest.js';
import { createWorld } from './state.js';
import type { LoopbackDiscord } from './types.js';

export interface DiscordOptions {
  /** Milliseconds since the epoch: for ids, the 3 s of a first response and the 15 min of a token. */
  readonly now?: () => number;
}

/** Starts a Discord on 127.0.0.1, on a free port. */
export async function startDiscord({
  now = Date.now,
}: DiscordOptions = {}): Promise<LoopbackDiscord> {
  const world = createWorld({ now, token: `loopback.${crypto.randomUUID()}` });
  const { server, origin, stop } = await listen(createRest(world).fetch);
  const gateway = serveGateway(world, server);
  world.origin = origin;

  return {
    apiUrl: `${world.origin}/api`,
    token: world.token,
    refusals: world.refusals,
    get commands() {
      return world.commands.get('global') ?? [];
    },
    addGuild: (about) => createGuild(world, about),
    onChange(listener) {
      world.listeners.add(listener);
      return () => void world.listeners.delete(listener);
    },
    closeGateway: (code) => closeConnections(world, code),
    removeBot: (guildId) => removeBot(world, guildId),
    async stop() {
      for (const socket of gateway.clients) socket.terminate();
      gateway.close();
      await stop();
    },
  };
}
