import { shardOf } from '../messages/snowflake-time.js';

/** Which guilds the bot is in, as far as this process's shards know. Ids only, no objects. */
export function createGuildMembership() {
  const byShard = new Map<number, Set<string>>();
  let shardCount = 1;
  return {
    /** READY lists all of a shard's guilds, whether they are available or not. */
    shardReady(
      [shardId, count]: readonly [id: number, count: number],
      guildIds: readonly string[],
    ): void {
      // With a different count, any guild may be on another shard.
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
    /** `unknown`: the guild's shard belongs to another process or isn't ready. */
    of(guildId: string): 'in' | 'out' | 'unknown' {
      if (!/^\d{17,20}$/.test(guildId)) return 'unknown';
      const guilds = byShard.get(shardOf(guildId, shardCount));
      if (guilds === undefined) return 'unknown';
      return guilds.has(guildId) ? 'in' : 'out';
    },
  };
}
