import type {
  LoopbackDiscord,
  LoopbackGuild,
  LoopbackPerson,
} from '../discord/loopback-discord.js';
import type { GuildView, PlaygroundView } from './protocol.js';

/** The playground's two servers, each with five people to speak as. */
export interface PlaygroundWorld {
  /** Its key is connected before anybody looks. */
  readonly connected: Cast;
  /** Has no key: a newcomer's view. */
  readonly fresh: Cast;
  readonly person: (id: string) => LoopbackPerson | undefined;
  view(): Omit<PlaygroundView, 'clock'>;
}

export interface Cast {
  readonly guild: LoopbackGuild;
  readonly managerRole: { id: string; name: string };
  readonly admin: LoopbackPerson;
}

const topics: Record<string, string> = {
  'pool-ops': 'Hashrate, miners and fleet actions',
  treasury: 'Revenue, balances and payment settings',
  audit: 'Every change, step by step',
};

const roleColors: Record<string, string> = { 'Pool manager': '#e67e22', Viewer: '#3498db' };

const parts = [
  { name: 'Vera', part: 'Viewer', color: '#3498db' },
  { name: 'Marek', part: 'Manager', color: '#e67e22' },
  { name: 'Sofia', part: 'Second manager', color: '#e91e63' },
  { name: 'Adam', part: 'Admin', color: '#2ecc71' },
  { name: 'Ada', part: 'Second admin', color: '#9b59b6' },
] as const;

/** Fills a loopback Discord with the playground's servers, channels, roles and people. */
export function createPlaygroundWorld(discord: LoopbackDiscord): PlaygroundWorld {
  const casts = ['Northwind Mining', 'Fresh server'].map((name) => castGuild(discord, name));
  const [connected, fresh] = casts;
  if (!connected || !fresh) throw new Error('The world needs two servers');
  return {
    connected,
    fresh,
    person(id) {
      return casts.map(({ guild }) => guild.people.get(id)).find((person) => person !== undefined);
    },
    view: () => ({
      botName: 'Pitboss',
      guilds: casts.map(({ guild }) => viewGuild(discord, guild)),
    }),
  };
}

function castGuild(discord: LoopbackDiscord, name: string): Cast {
  const guild = discord.addGuild({ name, channels: Object.keys(topics) });
  const viewerRole = guild.addRole('Viewer');
  const managerRole = guild.addRole('Pool manager');
  guild.addPerson({ name: 'Vera', roleIds: [viewerRole.id] });
  guild.addPerson({ name: 'Marek', roleIds: [managerRole.id] });
  guild.addPerson({ name: 'Sofia', roleIds: [managerRole.id] });
  const admin = guild.addPerson({ name: 'Adam', manageGuild: true });
  guild.addPerson({ name: 'Ada', manageGuild: true });
  return { guild, managerRole, admin };
}

function viewGuild(discord: LoopbackDiscord, guild: LoopbackGuild): GuildView {
  return {
    id: guild.id,
    name: guild.name,
    channels: [...guild.channels.values()].map(({ id, name }) => ({
      id,
      name,
      topic: topics[name] ?? '',
    })),
    roles: [...guild.roles.values()].map(({ id, name }) => ({
      id,
      name,
      color: roleColors[name] ?? '#99aab5',
    })),
    people: [...guild.people.values()].flatMap(({ id, name, roleIds }) => {
      const known = parts.find((part) => part.name === name);
      return known
        ? [{ id, name, part: known.part, color: known.color, roleIds: [...roleIds] }]
        : [];
    }),
    commands: [...discord.commands(guild.id)],
  };
}
