/** Milliseconds from the Unix epoch to Discord's: docs, API Reference, "Snowflakes". */
const DISCORD_EPOCH = 1_420_070_400_000;

/** When Discord made this id, by its clock, in ms. */
export function snowflakeTime(id: string): number {
  return Number(timestampBits(id)) + DISCORD_EPOCH;
}

/** The shard of a guild: docs, Gateway, "Sharding". */
export function shardOf(guildId: string, shardCount: number): number {
  return Number(timestampBits(guildId) % BigInt(shardCount));
}

function timestampBits(id: string): bigint {
  return BigInt(id) >> 22n;
}
