import { GatewayCloseCodes, GatewayIntentBits } from 'discord-api-types/v10';
import { shardOf } from '../state/snowflake.js';
import { isRaw } from '../validation/raw.js';
import type { DiscordState } from '../state/discord-state.js';

const GUILDS_A_SHARD = 2_500;
const KNOWN_INTENTS = Object.values(GatewayIntentBits).reduce<number>(
  (sum, bit) => (typeof bit === 'number' ? sum | bit : sum),
  0,
);
/** Must be enabled in Discord's portal, and aren't for this bot. */
const PRIVILEGED =
  GatewayIntentBits.GuildMembers |
  GatewayIntentBits.GuildPresences |
  GatewayIntentBits.MessageContent;

export interface Identified {
  readonly intents: number;
  readonly shard: readonly [id: number, count: number];
}

/** What an IDENTIFY requests, or the code to close with. */
export function readIdentify(world: DiscordState, data: unknown): Identified | GatewayCloseCodes {
  if (!isRaw(data)) return GatewayCloseCodes.DecodeError;
  if (data['token'] !== world.bot.token) return GatewayCloseCodes.AuthenticationFailed;
  const { intents } = data;
  if (typeof intents !== 'number' || (intents & ~KNOWN_INTENTS) !== 0) {
    return GatewayCloseCodes.InvalidIntents;
  }
  if ((intents & PRIVILEGED) !== 0) return GatewayCloseCodes.DisallowedIntents;
  const shard = readShard(data['shard']);
  if (!shard) return GatewayCloseCodes.InvalidShard;
  return guildsOf(world, shard) > GUILDS_A_SHARD
    ? GatewayCloseCodes.ShardingRequired
    : { intents, shard };
}

function readShard(value: unknown): readonly [number, number] | null {
  if (value === undefined) return [0, 1];
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [id, count]: readonly unknown[] = value;
  if (!Number.isInteger(id) || !Number.isInteger(count)) return null;
  const pair = [Number(id), Number(count)] as const;
  return pair[0] >= 0 && pair[0] < pair[1] ? pair : null;
}

function guildsOf(world: DiscordState, shard: readonly [number, number]): number {
  let count = 0;
  for (const id of world.guilds.keys()) if (shardOf(id, shard[1]) === shard[0]) count += 1;
  return count;
}
