import {
  ApplicationFlags,
  ChannelType,
  OverwriteType,
  type APIApplication,
  type APIGuildMember,
  type APIRole,
  type APITextChannel,
  type RoleFlags,
} from 'discord-api-types/v10';
import { botPermissions, everyonePermissions, missingBits } from '../guilds.js';
import type { DiscordState, ChannelRecord, GuildRecord } from '../state/discord-state.js';
import { userPayload } from './message.js';
import { PLAIN_GUILD } from './plain-guild.js';

/** Bit enums have no member for zero, hence the casts. */
const NO_FLAGS: number = 0;
const JOINED = '2026-01-01T00:00:00.000000+00:00';

export function channelPayload(world: DiscordState, channel: ChannelRecord): APITextChannel {
  const deny = missingBits(channel);
  return {
    id: channel.id,
    type: ChannelType.GuildText,
    guild_id: channel.guildId,
    name: channel.name,
    position: 0,
    parent_id: null,
    topic: null,
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: null,
    permission_overwrites:
      deny === 0n
        ? []
        : [{ id: world.bot.id, type: OverwriteType.Member, allow: '0', deny: String(deny) }],
  };
}

export function rolePayloads(guild: GuildRecord): APIRole[] {
  return [...guild.roles.values()].map((role, position) => ({
    id: role.id,
    name: role.name,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    position,
    permissions: rolePermissions(guild, role.id),
    managed: role.id === guild.botRoleId,
    mentionable: role.mentionable ?? true,
    flags: NO_FLAGS as RoleFlags,
  }));
}

function rolePermissions(guild: GuildRecord, roleId: string): string {
  if (roleId === guild.id) return String(everyonePermissions);
  return roleId === guild.botRoleId ? String(botPermissions) : '0';
}

export function memberPayload(
  world: DiscordState,
  guild: GuildRecord,
  userId: string,
): APIGuildMember {
  const roles = userId === world.bot.id ? [guild.botRoleId] : guild.people.get(userId)?.roleIds;
  return {
    user: userPayload(world, userId),
    nick: null,
    avatar: null,
    banner: null,
    roles: [...(roles ?? [])],
    joined_at: JOINED,
    deaf: false,
    mute: false,
    flags: NO_FLAGS,
  };
}

/** GET /guilds/{id}: the fields that a bot may rely on. */
export function guildPayload(guild: GuildRecord): Record<string, unknown> {
  return {
    id: guild.id,
    name: guild.name,
    ...PLAIN_GUILD,
    owner_id: guild.ownerId,
    roles: rolePayloads(guild),
  };
}

/** GUILD_CREATE, for a guild that became known or reachable. */
export function guildCreatePayload(
  world: DiscordState,
  guild: GuildRecord,
): Record<string, unknown> {
  return {
    ...guildPayload(guild),
    joined_at: guild.joinedAt ?? JOINED,
    large: false,
    member_count: guild.people.size + 1,
    voice_states: [],
    members: [memberPayload(world, guild, world.bot.id)],
    channels: [...guild.channels.values()].map((channel) => channelPayload(world, channel)),
    threads: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

export function applicationPayload(world: DiscordState): Partial<APIApplication> {
  return {
    id: world.applicationId,
    name: world.bot.name,
    icon: null,
    description: '',
    bot_public: false,
    bot_require_code_grant: false,
    bot: userPayload(world, world.bot.id),
    verify_key: world.endpoint.publicKey,
    interactions_endpoint_url: world.endpoint.addresses[0] ?? null,
    flags: world.readsContent ? ApplicationFlags.GatewayMessageContentLimited : NO_FLAGS,
    approximate_guild_count: world.guilds.size,
  };
}
