import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { LoopbackPerson } from './loopback-discord.js';
import type { DiscordState, ChannelRecord, GuildRecord } from './state/discord-state.js';
const EVERYONE =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.UseApplicationCommands;

export const everyonePermissions = EVERYONE;
export const botPermissions = EVERYONE | PermissionFlagsBits.MentionEveryone;

export function createGuild(
  world: DiscordState,
  options: { name: string; channels?: readonly string[]; joinedAt?: string },
): GuildRecord {
  const id = world.ids.nextGuild();
  const botRoleId = world.ids.next();
  const roles = new Map([
    [id, { id, name: '@everyone' }],
    [botRoleId, { id: botRoleId, name: world.bot.name }],
  ]);
  const people = new Map<string, LoopbackPerson>();
  const guild: GuildRecord = {
    id,
    name: options.name,
    channels: createChannels(world, id, options.channels ?? ['general']),
    people,
    roles,
    botRoleId,
    ownerId: world.ids.next(),
    fileBytes: FILE_BYTES,
    botInside: true,
    joinedAt: options.joinedAt,
    unavailable: false,
    addPerson({ name, roleIds = [], manageGuild = false }) {
      const person = { id: world.ids.next(), guildId: id, name, roleIds, manageGuild };
      people.set(person.id, person);
      world.people.set(person.id, person);
      return person;
    },
    addRole(name, mentionable = true) {
      const role = { id: world.ids.next(), name, mentionable };
      roles.set(role.id, role);
      return role;
    },
    removeRole: (roleId) => void roles.delete(roleId),
  };
  world.guilds.set(id, guild);
  for (const channel of guild.channels.values()) world.channels.set(channel.id, channel);
  return guild;
}

function createChannels(
  world: DiscordState,
  guildId: string,
  names: readonly string[],
): Map<string, ChannelRecord> {
  const records = names.map((name) => {
    return { id: world.ids.next(), name, guildId, missing: new Set<string>() };
  });
  return new Map(records.map((record) => [record.id, record]));
}

export function personPermissions(person: LoopbackPerson): bigint {
  return person.manageGuild ? EVERYONE | PermissionFlagsBits.ManageGuild : EVERYONE;
}

/** The bot's permissions in a channel, as Discord's bit field. */
export function botPermissionsIn(channel: ChannelRecord): bigint {
  return botPermissions & ~missingBits(channel);
}

export function missingBits(channel: ChannelRecord): bigint {
  let bits = 0n;
  for (const name of channel.missing) {
    if (!isPermission(name)) throw new Error(`Discord has no permission named ${name}`);
    bits |= PermissionFlagsBits[name];
  }
  return bits;
}

function isPermission(name: string): name is keyof typeof PermissionFlagsBits {
  return Object.hasOwn(PermissionFlagsBits, name);
}

export const FILE_BYTES = 10 * 1024 * 1024;
