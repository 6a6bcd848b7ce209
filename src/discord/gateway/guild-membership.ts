import { shardOf } from '../channels/snowflake-time.js';

/** In which guilds the bot is, as far as this process's shards can tell. Ids alone, no objects. */
export function createGuildMembership() {
  const byShard = new Map<number, Set<string>>();
  let shardCount = 1;
  return {
    /** READY lists all guilds of a shard, whether their servers are up or not. */
    shardReady(
      [shardId, count]: readonly [id: number, count: number],
      guildIds: readonly string[],
    ): void {
      // With another count every guild may be on another shard.
      if (count !== shardCount) byShard.clear();
      shardCount = count;
      byShard.set(shardId, new Set(guildIds));
    },
    joined(shardId: number, guildId: string): void {
      byShard.get(shardId)?.add(guildId);
    },
    left(shardId: number, guildId: string): void {
      byShard.get(shardId)?.delete(guildId);
    },
    /** `unknown`: the guild belongs to a shard that another process holds, or that is not ready. */
    of(guildId: string): 'in' | 'out' | 'unknown' {
      if (!/^\d{17,20}$/.test(guildId)) return 'unknown';
      const guilds = byShard.get(shardOf(guildId, shardCount));
      if (guilds === undefined) return 'unknown';
      return guilds.has(guildId) ? 'in' : 'out';
    },
  };
}
