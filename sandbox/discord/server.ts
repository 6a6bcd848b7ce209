import type { APIApplicationCommand } from 'discord-api-types/v10';
import { listen } from '../listen.js';
import { closeConnections, serveGateway } from './gateway.js';
import { createGuild, removeBot } from './guilds.js';
import { createRest } from './rest.js';
import { createWorld, type World } from './state.js';
import type { LoopbackGuild } from './types.js';

/**
 * A Discord on a free port of 127.0.0.1: REST and gateway as discord.js uses them, and people who use
 * the bot. Its clock gives milliseconds since the epoch: for ids, the 3 s of a first response and the
 * 15 min of a token.
 */
export async function startDiscord({ now = Date.now }: Partial<Pick<World, 'now'>> = {}) {
  const world = createWorld({ now, token: `loopback.${crypto.randomUUID()}` });
  const { server, origin, stop } = await listen(createRest(world).fetch);
  const gateway = serveGateway(world, server);
  world.origin = origin;

  return {
    /** For the bot's `DISCORD_API_URL` and `DISCORD_TOKEN`. */
    apiUrl: `${origin}/api`,
    token: world.token,
    /** Payloads of the bot that Discord would refuse, each with the reason. Tests expect none. */
    refusals: world.refusals,
    /** The global commands as the bot registered them. */
    get commands(): readonly APIApplicationCommand[] {
      return world.commands.get('global') ?? [];
    },
    /** A server with the bot in it (unless `withoutBot`) and a channel #general. */
    addGuild: (about: { name: string; withoutBot?: boolean }): LoopbackGuild =>
      createGuild(world, about),
    /** Calls it after each change that somebody could see: a message, an edit, a form. */
    onChange(listener: () => void) {
      world.listeners.add(listener);
      return () => void world.listeners.delete(listener);
    },
    /** Closes the gateway connections with this code, such as 4004, or without warning. */
    closeGateway: (code?: number) => closeConnections(world, code),
    /** Discord tells the bot that it was removed from the server. */
    removeBot: (guildId: string) => removeBot(world, guildId),
    async stop(): Promise<void> {
      for (const socket of gateway.clients) socket.terminate();
      gateway.close();
      await stop();
    },
  };
}
