/** Discord's epoch in Unix ms (docs, API Reference, "Snowflakes"). */
const DISCORD_EPOCH = 1_420_070_400_000;

/** When Discord created this id, by Discord's clock, in ms. */
export function snowflakeTime(id: string): number {
  return Number(timestampBits(id)) + DISCORD_EPOCH;
}

/** Every id that Discord created at `ms` or later is at least this. */
export function firstSnowflakeAt(ms: number): bigint {
  return BigInt(Math.max(0, Math.floor(ms - DISCORD_EPOCH))) << 22n;
}

/** The shard that a guild belongs to (docs, Gateway, "Sharding"). */
export function shardOf(guildId: string, shardCount: number): number {
  return Number(timestampBits(guildId) % BigInt(shardCount));
}

function timestampBits(id: string): bigint {
  return BigInt(id) >> 22n;
}
