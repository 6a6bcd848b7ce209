import { ChannelType } from 'discord-api-types/v10';
import { channelPayload, rolePayloads } from '../payloads/guild.js';
import type { DiscordState, GuildRecord } from '../state/discord-state.js';

/** Checks picked ids, and collects what they refer to. */
export interface Resolver {
  /** The same id; undefined if it can't be picked. */
  channel(id: string, types?: readonly number[]): string | undefined;
  role(id: string): string | undefined;
  /** An interaction's `resolved`; undefined if nothing was picked. */
  resolved(): Record<string, unknown> | undefined;
}

export function createResolver(world: DiscordState, guild: GuildRecord): Resolver {
  const found: Record<string, Record<string, unknown>> = {};
  const add = (kind: string, id: string, value: unknown) => {
    found[kind] = { ...found[kind], [id]: value };
    return id;
  };
  return {
    channel(id, types) {
      const channel = guild.channels.get(id);
      if (!channel || (types && !types.includes(ChannelType.GuildText))) return undefined;
      const { name, type, parent_id } = channelPayload(world, channel);
      const partial = { id, name, type, parent_id, permissions: '0' };
      return add('channels', id, partial);
    },
    role(id) {
      const role = rolePayloads(guild).find((each) => each.id === id);
      return role && add('roles', id, role);
    },
    resolved: () => (Object.keys(found).length > 0 ? found : undefined),
  };
}
