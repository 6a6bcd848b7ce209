import { ChannelType, OverwriteType, type APIMessage, type APIUser } from 'discord-api-types/v10';
import {
  EVERYONE_MAY,
  permissionsIn,
  type ChannelRecord,
  type GuildRecord,
  type Interaction,
  type PersonRecord,
  type StoredMessage,
  type World,
} from './state.js';

/** Records as Discord's API shows them. */

const JOINED = '2026-01-01T00:00:00.000000+00:00';

export function userPayload(world: World, person: PersonRecord | null): APIUser {
  const name = person?.name ?? 'Pitboss';
  return {
    id: person?.id ?? world.botId,
    username: name.toLowerCase(),
    discriminator: person ? '0' : '0001',
    global_name: person ? name : null,
    avatar: null,
    ...(person ? {} : { bot: true }),
  };
}

export function memberPayload(world: World, guild: GuildRecord, person: PersonRecord | null) {
  return {
    user: userPayload(world, person),
    roles: person ? [...person.roles] : [guild.botRoleId],
    joined_at: JOINED,
    deaf: false,
    mute: false,
    flags: 0,
  };
}

export function channelPayload(channel: ChannelRecord) {
  const { id, name, guildId, parent, allow, deny } = channel;
  const common = { id, guild_id: guildId, name, last_message_id: null, rate_limit_per_user: 0 };
  if (parent) {
    return {
      ...common,
      type: ChannelType.PublicThread,
      parent_id: parent.id,
      message_count: 0,
      member_count: 1,
      thread_metadata: {
        archived: false,
        auto_archive_duration: 1_440,
        archive_timestamp: JOINED,
        locked: false,
      },
    };
  }
  const overwrite = { id: guildId, type: OverwriteType.Role, allow: `${allow}`, deny: `${deny}` };
  return {
    ...common,
    type: ChannelType.GuildText,
    parent_id: null,
    position: 0,
    topic: null,
    nsfw: false,
    permission_overwrites: allow === 0n && deny === 0n ? [] : [overwrite],
  };
}

export function rolePayloads(guild: GuildRecord) {
  return guild.roles.map(({ id, name, mentionable }, position) => ({
    id,
    name,
    mentionable,
    position,
    permissions: [guild.id, guild.botRoleId].includes(id) ? String(EVERYONE_MAY) : '0',
    managed: id === guild.botRoleId,
    hoist: false,
    color: 0,
    flags: 0,
  }));
}

export function guildPayload(guild: GuildRecord) {
  return {
    id: guild.id,
    name: guild.name,
    // No user: the owner would be above all permissions.
    owner_id: guild.id,
    roles: rolePayloads(guild),
    system_channel_id: guild.general.id,
    icon: null,
    features: [],
    emojis: [],
    stickers: [],
    preferred_locale: 'en-US',
    nsfw_level: 0,
    premium_tier: 0,
    verification_level: 0,
  };
}

/** What GUILD_CREATE carries. */
export function wholeGuildPayload(world: World, guild: GuildRecord) {
  const channels = guild.channels.filter(({ isThread }) => !isThread);
  const threads = guild.channels.filter(({ isThread }) => isThread);
  return {
    ...guildPayload(guild),
    joined_at: JOINED,
    large: false,
    member_count: guild.people.length + 1,
    members: [memberPayload(world, guild, null)],
    channels: channels.map(channelPayload),
    threads: threads.map(channelPayload),
    voice_states: [],
    presences: [],
  };
}

export function messagePayload(message: StoredMessage): APIMessage {
  const { privateTo: _, contents: __, files: ___, ...payload } = message;
  return payload;
}

/** What INTERACTION_CREATE carries. */
export function interactionPayload(world: World, interaction: Interaction, data: object) {
  const { id, token, type, person, channel, sourceId } = interaction;
  const guild = world.guilds.get(person.guildId);
  if (!guild) throw new Error('The person is in no server');
  const source = sourceId === null ? undefined : world.messages.get(sourceId);
  const permissions = String(permissionsIn(channel, person));
  return {
    id,
    token,
    type,
    data,
    version: 1,
    application_id: world.botId,
    guild_id: guild.id,
    guild: { id: guild.id, locale: 'en-US', features: [] },
    channel_id: channel.id,
    channel: { ...channelPayload(channel), permissions },
    member: { ...memberPayload(world, guild, person), permissions },
    app_permissions: String(permissionsIn(channel)),
    locale: 'en-US',
    guild_locale: 'en-US',
    entitlements: [],
    authorizing_integration_owners: { 0: guild.id },
    context: 0,
    attachment_size_limit: 10 * 1024 * 1024,
    ...(source ? { message: messagePayload(source) } : {}),
  };
}
