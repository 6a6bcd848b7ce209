import { dispatch } from './gateway.js';
import { guildPayload } from './payloads.js';
import { createPerson } from './people.js';
import { guildIdOf, guildOf, type Guild, type World } from './state.js';
import type { LoopbackChannel, Overwrite } from './types.js';

export function createGuild(
  world: World,
  { name, withoutBot = false }: { name: string; withoutBot?: boolean },
): Guild {
  const id = guildIdOf(world.guilds.size + 1);
  const add = (channelName: string, about?: Partial<NewChannel>) =>
    createChannel(world, { guildId: id, name: channelName, parent: null, overwrite: {}, ...about });
  const general = add('general');
  const guild: Guild = {
    id,
    name,
    general,
    bot: withoutBot ? 'commands' : 'inside',
    people: [],
    get channels() {
      return [...world.channels.values()].filter(({ guildId }) => guildId === id);
    },
    roles: [{ id, name: '@everyone', mentionable: false }],
    fault: null,
    deliversTwice: false,
    addChannel: (channelName, overwrite = {}) => add(channelName, { overwrite }),
    addThread: (threadName, parent) => add(threadName, { parent }),
    addRole(roleName, { mentionable = false } = {}) {
      const added = { id: world.nextId(), name: roleName, mentionable };
      guild.roles.push(added);
      return added;
    },
    addPerson(personName, { admin = false, roles = [] } = {}) {
      const who = { id: world.nextId(), name: personName, admin, roles: [...roles] };
      const person = createPerson(world, general, who);
      guild.people.push(person);
      return person;
    },
  };
  world.guilds.set(id, guild);
  if (!withoutBot) dispatch(world, id, { t: 'GUILD_CREATE', d: guildPayload(world, guild) });
  return guild;
}

/** The bot is told, and people can't use it any more. */
export function removeBot(world: World, guildId: string): void {
  guildOf(world, { guildId }).bot = 'removed';
  dispatch(world, guildId, { t: 'GUILD_DELETE', d: { id: guildId } });
}

type NewChannel = Pick<LoopbackChannel, 'guildId' | 'name' | 'parent' | 'overwrite'>;

function createChannel(world: World, about: NewChannel): LoopbackChannel {
  const id = world.nextId();
  const channel: LoopbackChannel & { overwrite: Overwrite } = {
    ...about,
    id,
    isThread: about.parent !== null,
    setPermissions(overwrite) {
      channel.overwrite = overwrite;
    },
    messages: (viewer) =>
      [...world.messages.values()].filter(
        ({ channel_id: channelId, privateTo }) =>
          channelId === id && (privateTo === null || privateTo === viewer?.id),
      ),
  };
  world.channels.set(id, channel);
  return channel;
}
