/** Discord's epoch: the first millisecond of 2015, UTC. */
const EPOCH = 1_420_070_400_000;
/** Keeps ids at 18 digits or more, like Discord's today, even under a test's clock. */
const EARLIEST = Date.UTC(2020, 0, 1);
/** Guild ids count whole milliseconds from here, so that they spread over shards. */
const GUILDS_FROM = Date.UTC(2019, 0, 1);

export interface Snowflakes {
  /** Unique and increasing. */
  next(): string;
  /** Unique; consecutive ones belong to consecutive shards. */
  nextGuild(): string;
}

export function createSnowflakes(now: () => number): Snowflakes {
  let last = 0n;
  let guilds = 0;
  return {
    next() {
      const at = BigInt(Math.max(now(), EARLIEST) - EPOCH) << 22n;
      last = at > last ? at : last + 1n;
      return last.toString();
    },
    nextGuild() {
      guilds += 1;
      return (BigInt(GUILDS_FROM + guilds - EPOCH) << 22n).toString();
    },
  };
}

/** The shard that gets a guild's events (Discord's gateway page, "Sharding"). */
export function shardOf(guildId: string, shardCount: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(shardCount));
}
