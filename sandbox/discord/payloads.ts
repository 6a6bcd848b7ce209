import { ChannelType, OverwriteType, type APIUser } from 'discord-api-types/v10';
import { bitsOf, EVERYONE_MAY, permissionsIn, type Interaction, type World } from './state.js';
import type { LoopbackChannel, LoopbackGuild, Person, ShownMessage } from './types.js';

/** What Discord's API shows of things, as far as a bot like ours reads it. */

const JOINED = '2026-01-01T00:00:00.000000+00:00';

export function userPayload(world: World, person: Person | null): APIUser {
  const name = person?.name ?? 'Pitboss';
  return {
    id: person?.id ?? world.botId,
    username: name.toLowerCase(),
    discriminator: person ? '0' : '0001',
    global_name: person ? name : null,
    avatar: null,
    bot: person === null,
  };
}

export function memberPayload(world: World, person: Person | null) {
  const user = userPayload(world, person);
  return { user, roles: person?.roles ?? [], joined_at: JOINED, flags: 0 };
}

export function channelPayload({ id, name, guildId, parent, overwrite }: LoopbackChannel) {
  const common = { id, guild_id: guildId, name, parent_id: parent?.id ?? null };
  if (parent) {
    const thread_metadata = { archived: false, archive_timestamp: JOINED, locked: false };
    return { ...common, type: ChannelType.PublicThread, thread_metadata };
  }
  const deny = `${bitsOf(overwrite.deny)}`;
  const permission_overwrites = [{ id: guildId, type: OverwriteType.Role, allow: '0', deny }];
  return { ...common, type: ChannelType.GuildText, permission_overwrites };
}

export function rolePayloads({ id: everyone, roles }: LoopbackGuild) {
  return roles.map((role, position) => ({
    ...role,
    position,
    permissions: role.id === everyone ? String(EVERYONE_MAY) : '0',
    color: 0,
  }));
}

/** What GUILD_CREATE carries. */
export function guildPayload(world: World, guild: LoopbackGuild) {
  const [channels, threads] = [false, true].map((isThread) =>
    guild.channels.filter((channel) => channel.isThread === isThread).map(channelPayload),
  );
  return {
    id: guild.id,
    name: guild.name,
    // No user: the owner would be above all permissions.
    owner_id: guild.id,
    roles: rolePayloads(guild),
    system_channel_id: guild.general.id,
    joined_at: JOINED,
    member_count: guild.people.length + 1,
    members: [memberPayload(world, null)],
    channels,
    threads,
  };
}

/** What INTERACTION_CREATE carries. */
export function interactionPayload(world: World, interaction: Interaction, data: object) {
  const { id, token, type, person, channel, sourceId } = interaction;
  const source = world.messages.get(sourceId ?? '');
  const permissions = String(permissionsIn(channel, person));
  return {
    id,
    token,
    type,
    data,
    application_id: world.botId,
    guild_id: channel.guildId,
    channel_id: channel.id,
    channel: { ...channelPayload(channel), permissions },
    member: { ...memberPayload(world, person), permissions },
    app_permissions: String(permissionsIn(channel)),
    entitlements: [],
    authorizing_integration_owners: { 0: channel.guildId },
    context: 0,
    attachment_size_limit: 10 * 1024 * 1024,
    ...(source && { message: messagePayload(source) }),
  };
}

export function messagePayload(message: ShownMessage) {
  // What else the double knows.
  return { ...message, privateTo: undefined, contents: undefined };
}
