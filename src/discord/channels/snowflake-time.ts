/** Milliseconds from the Unix epoch to Discord's: docs, API Reference, "Snowflakes". */
const DISCORD_EPOCH = 1_420_070_400_000;

/** When Discord made this id, by its clock, in ms. */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + DISCORD_EPOCH;
}
