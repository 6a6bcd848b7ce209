import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayOpcodes } from 'discord-api-types/v10';
import { isReachable } from './endpoint/endpoint.js';
import type { Gateway } from './gateway/gateway.js';
import { createGuild } from './guilds.js';
import { suppressEmbeds } from './messages/messages.js';
import type { LoopbackDiscord } from './loopback-discord.js';
import { guildCreatePayload } from './payloads/guild.js';
import { createActor, type ActorParts } from './people/actor.js';
import { until } from './people/outcome.js';
import type { DiscordState, GuildRecord } from './state/discord-state.js';

const READY_MS = 15_000;

/** What tests and pages use directly; the rest is behind HTTP and the gateway. */
export function createFacade(
  world: DiscordState,
  gateway: Gateway,
): Omit<LoopbackDiscord, 'apiUrl' | 'close'> {
  const stage: ActorParts = { world, gateway, opened: new WeakMap() };
  return {
    token: world.bot.token,
    applicationId: world.applicationId,
    botId: world.bot.id,
    guilds: world.guilds,
    refusals: world.refusals.items,
    requests: world.requests.items,
    connections: gateway.counts,
    faults: world.faults,
    endpoint: world.endpoint,
    replaceApplication({ readsContent }) {
      world.readsContent = readsContent;
      const token = randomBytes(24).toString('base64url');
      world.applicationId = world.ids.next();
      world.bot = { ...world.bot, id: world.applicationId, token };
      world.commands.replace(null, []);
      return { token, applicationId: world.applicationId };
    },
    addGuild(options) {
      const guild = createGuild(world, options);
      gateway.dispatch(guild.id, 'GUILD_CREATE', guildCreatePayload(world, guild));
      return guild;
    },
    deleteChannel(channelId) {
      const channel = world.channels.get(channelId);
      if (!channel) throw new Error(`There is no channel ${channelId}`);
      world.channels.delete(channelId);
      world.guilds.get(channel.guildId)?.channels.delete(channelId);
    },
    deleteMessage: (messageId) => world.messages.remove(messageId),
    suppressEmbeds(messageId) {
      const message = world.messages.get(messageId);
      if (!message) throw new Error(`There is no message ${messageId}`);
      suppressEmbeds(world, message);
    },
    removeBot(guildId) {
      const guild = guildOf(world, guildId);
      guild.botInside = false;
      world.commands.replace(guildId, []);
      gateway.dispatch(guildId, 'GUILD_DELETE', { id: guildId });
    },
    returnBot(guildId) {
      const guild = guildOf(world, guildId);
      guild.botInside = true;
      gateway.dispatch(guildId, 'GUILD_CREATE', guildCreatePayload(world, guild));
    },
    setUnavailable(guildId, unavailable) {
      const guild = guildOf(world, guildId);
      guild.unavailable = unavailable;
      if (unavailable)
        gateway.dispatch(guildId, 'GUILD_DELETE', { id: guildId, unavailable: true });
      else gateway.dispatch(guildId, 'GUILD_CREATE', guildCreatePayload(world, guild));
    },
    async ready(timeoutMs = READY_MS) {
      if (world.endpoint.addresses.length > 0) return readyOverHttp(world, timeoutMs);
      const isReady = () => allShardsConnected(gateway) && !world.commands.empty();
      if (await until(world, isReady, timeoutMs)) return;
      throw new Error(
        gateway.connected().length > 0
          ? 'The bot is connected but has registered no commands'
          : 'No bot has connected',
      );
    },
    commands: (guildId) =>
      guildId === undefined ? world.commands.list(null) : world.commands.visibleIn(guildId),
    as: (person, channelId) => createActor(stage, person, channelId),
    messages: (channelId) => world.messages.list(channelId),
    closeGateway: (code) => gateway.closeAll(code),
    muteGateway: () => gateway.muteAll(),
    sendFrame: (frame) => gateway.frameAll(frame),
    askToReconnect: () => gateway.sendAll({ op: GatewayOpcodes.Reconnect, d: null }),
    invalidateSessions(resumable) {
      gateway.sendAll({ op: GatewayOpcodes.InvalidSession, d: resumable });
      if (!resumable) for (const session of gateway.all()) gateway.forget(session);
    },
    onChange: (listener) => world.changes.on(listener),
  };
}

async function readyOverHttp(world: DiscordState, timeoutMs: number): Promise<void> {
  const lastMoment = performance.now() + timeoutMs;
  while (world.commands.empty() || !(await isReachable(world))) {
    if (performance.now() > lastMoment) throw new Error('The bot takes no interactions over HTTP');
    await sleep(20);
  }
}

function guildOf(world: DiscordState, guildId: string): GuildRecord {
  const guild = world.guilds.get(guildId);
  if (!guild) throw new Error(`There is no guild ${guildId}`);
  return guild;
}

function allShardsConnected(gateway: Gateway): boolean {
  const connected = gateway.connected();
  const count = connected[0]?.shard[1] ?? 1;
  return new Set(connected.map((session) => session.shard[0])).size === count;
}
