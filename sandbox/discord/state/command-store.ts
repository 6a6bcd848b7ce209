import type { APIApplicationCommand } from 'discord-api-types/v10';

/** Registered commands, both global and per guild. */
export interface CommandStore {
  list(guildId: string | null): readonly APIApplicationCommand[];
  replace(guildId: string | null, commands: readonly APIApplicationCommand[]): void;
  /** What a member sees in a guild; a guild's own command hides the global one of that name. */
  visibleIn(guildId: string): readonly APIApplicationCommand[];
  empty(): boolean;
}

export function createCommandStore(): CommandStore {
  const byScope = new Map<string, readonly APIApplicationCommand[]>();
  const list = (guildId: string | null) => byScope.get(guildId ?? 'global') ?? [];
  return {
    list,
    replace(guildId, commands) {
      byScope.set(guildId ?? 'global', commands);
    },
    visibleIn: (guildId) => [...list(guildId), ...list(null)],
    empty: () => [...byScope.values()].every((commands) => commands.length === 0),
  };
}
