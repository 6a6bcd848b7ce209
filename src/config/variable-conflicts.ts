import { environment } from './environment.js';

/** Faults between variables that are right each by itself, in words for the operator. */

/** The variables that are set, by name. */
export type EnvironmentVariables = Readonly<Record<string, string>>;

export type VariableConflicts = (variables: EnvironmentVariables) => string[];

const masterKeyPair = environment.pick({ MASTER_KEY: true, MASTER_KEY_PREVIOUS: true });
const shardPair = environment.pick({ SHARDS: true, SHARD_COUNT: true });
const storePair = environment.pick({ STORE_URL: true, REDIS_URL: true });

export function masterKeyFaults(variables: EnvironmentVariables): string[] {
  const { data } = masterKeyPair.safeParse(variables);
  if (data?.MASTER_KEY_PREVIOUS?.equals(data.MASTER_KEY) !== true) return [];
  return ['MASTER_KEY_PREVIOUS is the same key as MASTER_KEY. Accepted: the key before it.'];
}

/** `REDIS_URL` is the older name. */
export function storeFaults(variables: EnvironmentVariables): string[] {
  const { data } = storePair.safeParse(variables);
  const isTwo = data?.STORE_URL !== undefined && data.REDIS_URL !== undefined;
  if (!isTwo || data.STORE_URL === data.REDIS_URL) return [];
  return ['STORE_URL and REDIS_URL name two stores. Accepted: one of them.'];
}

export function shardFaults(variables: EnvironmentVariables): string[] {
  const { data } = shardPair.safeParse(variables);
  if (data === undefined) return [];
  const { SHARDS: ids, SHARD_COUNT: count } = data;
  if (ids === undefined && count === undefined) return [];
  if (ids === undefined) return ['SHARDS is not set, but SHARD_COUNT is. Accepted: both or none.'];
  if (count === undefined)
    return ['SHARD_COUNT is not set, but SHARDS is. Accepted: both or none.'];
  if (ids.every((id) => id < count)) return [];
  return [`SHARDS names a shard that is not below SHARD_COUNT. Accepted: 0 to ${count - 1}.`];
}

/** Discord delivers an application's interactions over the gateway or over HTTP, never both. */
export function doorFaults(variables: EnvironmentVariables): string[] {
  const {
    INTERACTIONS_PORT: port,
    DISCORD_PUBLIC_KEY: key,
    SHARDS: ids,
    SHARD_COUNT: count,
  } = variables;
  const faults: string[] = [];
  if (port !== undefined && key === undefined)
    faults.push('DISCORD_PUBLIC_KEY is not set, but INTERACTIONS_PORT is. Accepted: both or none.');
  if (port === undefined && key !== undefined)
    faults.push('INTERACTIONS_PORT is not set, but DISCORD_PUBLIC_KEY is. Accepted: both or none.');
  const shards = [ids && 'SHARDS', count && 'SHARD_COUNT'].filter(Boolean);
  if (port !== undefined && shards.length > 0)
    faults.push(
      `${shards.join(' and ')} set beside INTERACTIONS_PORT: over HTTP there are no shards. ` +
        'Accepted: one way or the other.',
    );
  return faults;
}
