import { dispatch } from './gateway.js';
import { wholeGuildPayload } from './payloads.js';
import { createPerson } from './people.js';
import {
  guildIdOf,
  permissionBits,
  type ChannelRecord,
  type GuildRecord,
  type World,
} from './state.js';

export function createGuild(
  world: World,
  { name, withoutBot = false }: { name: string; withoutBot?: boolean },
): GuildRecord {
  const id = guildIdOf(world.guilds.size + 1);
  const botRoleId = world.nextId();
  const general = createChannel(world, { guildId: id, name: 'general', parent: null });
  const guild: GuildRecord = {
    id,
    name,
    general,
    bot: withoutBot ? 'commands' : 'inside',
    botRoleId,
    people: [],
    channels: [general],
    roles: [
      { id, name: '@everyone', mentionable: false },
      { id: botRoleId, name: 'Pitboss', mentionable: false },
    ],
    fault: null,
    deliversTwice: false,
    addChannel(channelName, options = {}) {
      const channel = createChannel(world, { guildId: id, name: channelName, parent: null });
      channel.setPermissions(options);
      guild.channels.push(channel);
      return channel;
    },
    addThread(threadName, parent) {
      const found = guild.channels.find((each) => each.id === parent.id);
      if (!found) throw new Error(`#${parent.name} is not in ${name}`);
      const thread = createChannel(world, { guildId: id, name: threadName, parent: found });
      guild.channels.push(thread);
      return thread;
    },
    addRole(roleName, { mentionable = false } = {}) {
      const added = { id: world.nextId(), name: roleName, mentionable };
      guild.roles.push(added);
      return added;
    },
    addPerson(personName, { admin = false, roles = [] } = {}) {
      const who = { id: world.nextId(), name: personName, admin, held: { roles: [...roles] } };
      const person = createPerson(world, general, who);
      guild.people.push(person);
      return person;
    },
  };
  world.guilds.set(id, guild);
  if (guild.bot === 'inside') {
    dispatch(world, id, { t: 'GUILD_CREATE', d: wholeGuildPayload(world, guild) });
  }
  return guild;
}

/** The bot is told, and people can't use it any more. */
export function removeBot(world: World, guildId: string): void {
  const guild = guildNamed(world, guildId);
  guild.bot = 'removed';
  dispatch(world, guildId, { t: 'GUILD_DELETE', d: { id: guildId } });
}

export function guildNamed(world: World, id: string): GuildRecord {
  const guild = world.guilds.get(id);
  if (!guild) throw new Error(`There is no server ${id}`);
  return guild;
}

function createChannel(
  world: World,
  about: { guildId: string; name: string; parent: ChannelRecord | null },
): ChannelRecord {
  const channel: ChannelRecord = {
    ...about,
    id: world.nextId(),
    isThread: about.parent !== null,
    allow: 0n,
    deny: 0n,
    messages: (viewer) =>
      [...world.messages.values()].filter(
        ({ channel_id: channelId, privateTo }) =>
          channelId === channel.id && (privateTo === null || privateTo === viewer?.id),
      ),
    setPermissions({ deny = [], allow = [] }) {
      channel.deny = permissionBits(deny);
      channel.allow = permissionBits(allow);
    },
  };
  world.channels.set(channel.id, channel);
  return channel;
}
