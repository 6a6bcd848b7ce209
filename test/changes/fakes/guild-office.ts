import { guildSettings, type GuildSettings, type Guilds } from '../../../src/guilds/guilds.js';

/** Settings and keys of guilds, in memory. */
export interface GuildOffice extends Guilds {
  set(guildId: string, change: Partial<GuildSettings>): void;
  /** Another key is connected, at this time. */
  reconnect(guildId: string, at: number): void;
}

export function createGuildOffice(): GuildOffice {
  const settings = new Map<string, GuildSettings>();
  const since = new Map<string, number>();
  const of = (guildId: string) => settings.get(guildId) ?? guildSettings.parse({});
  const unused = () => Promise.reject(new Error('not in this fake'));
  return {
    set: (guildId, change) => void settings.set(guildId, { ...of(guildId), ...change }),
    reconnect: (guildId, at) => void since.set(guildId, at),
    settings: async (guildId) => of(guildId),
    keyInfo: async (guildId) => ({
      lastFour: 'abcd',
      connectedAt: since.get(guildId) ?? 1,
      connectedBy: '1',
    }),
    update: unused,
    openKey: unused,
    saveKey: unused,
    disconnect: unused,
    async *knownGuilds() {},
  };
}
