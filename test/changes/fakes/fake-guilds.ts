import { type Guilds } from '../../../src/guilds/guilds.js';
import { guildSettings, type GuildSettings } from '../../../src/domain/guild/guild-settings.js';

/** Settings and keys of guilds, in memory. */
export interface FakeGuilds extends Guilds {
  set(guildId: string, change: Partial<GuildSettings>): void;
  /** A different key is connected, at this time. */
  reconnect(guildId: string, at: number): void;
  /** The guilds that a start goes through. */
  known: string[];
  /** The time at which keys are connected. */
  now: number;
}

export function createFakeGuilds(): FakeGuilds {
  const settings = new Map<string, GuildSettings>();
  const since = new Map<string, number>();
  const keys = new Map<string, string>();
  const of = (guildId: string) => settings.get(guildId) ?? guildSettings.parse({});
  const keyInfo = (guildId: string) => ({
    lastFour: keys.get(guildId)?.slice(-4) ?? 'abcd',
    connectedAt: since.get(guildId) ?? 1,
    connectedBy: '1',
  });
  const guilds: FakeGuilds = {
    now: 2,
    known: [],
    set: (guildId, change) => void settings.set(guildId, { ...of(guildId), ...change }),
    reconnect: (guildId, at) => void since.set(guildId, at),
    settings: async (guildId) => of(guildId),
    keyInfo: async (guildId) => (keys.get(guildId) === '' ? null : keyInfo(guildId)),
    saveSettings: async (guildId, next) => void settings.set(guildId, next),
    async openKey(guildId) {
      const key = keys.get(guildId);
      return key === undefined ? null : { key, connectedAt: since.get(guildId) ?? 1 };
    },
    async saveKey(guildId, key) {
      keys.set(guildId, key);
      since.set(guildId, guilds.now);
      return keyInfo(guildId);
    },
    async forgetKey(guildId) {
      const had = keys.get(guildId) !== '';
      keys.set(guildId, '');
      return had;
    },
    connectedGuilds: async () => [...keys].flatMap(([id, key]) => (key === '' ? [] : [id])),
    async *knownGuilds() {
      yield* guilds.known;
    },
  };
  return guilds;
}
