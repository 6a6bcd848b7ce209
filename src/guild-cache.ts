import type { Clock } from './clock.js';

interface Kept {
  readonly value: Promise<unknown>;
  readonly at: number;
}

/** What was read for each server, by a name; for `lastingMs` at most, if another process may write too. */
export function createGuildCache(clock: Clock, lastingMs: number) {
  const servers = new Map<string, Map<string, Kept>>();

  return {
    get: <Value>(guildId: string, name: string, read: () => Promise<Value>): Promise<Value> => {
      const server = servers.get(guildId) ?? new Map<string, Kept>();
      servers.set(guildId, server);
      const kept = server.get(name);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name says what it is
      if (kept && clock.now() - kept.at < lastingMs) return kept.value as Promise<Value>;
      const value = read();
      server.set(name, { value, at: clock.now() });
      value.catch(() => server.delete(name));
      return value;
    },
    /** After the commit, so that what a read found before it is dropped too. */
    drop: (guildId: string): void => void servers.delete(guildId),
  };
}
