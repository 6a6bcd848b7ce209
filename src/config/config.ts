import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import { environment } from './environment.js';
import {
  doorFaults,
  masterKeyFaults,
  shardFaults,
  storeFaults,
  type VariableConflicts,
  type EnvironmentVariables,
} from './variable-conflicts.js';
import { SECOND_MS, MINUTE_MS } from '../domain/time/units.js';

export type Config = ReturnType<typeof readConfig>;
export type StoreConfig = ReturnType<typeof storeConfig>;
export type MasterKeyConfig = ReturnType<typeof masterKeyConfig>;

/** Every fault of the environment, in words for the operator. Holds no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const list = faults.map((fault) => `  - ${fault}`).join('\n');
    super(
      `Pitboss cannot start with this environment:\n${list}\n.env.example describes every variable.`,
    );
    this.faults = faults;
  }
}

/** Names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

const storage = environment.pick({
  DATA_DIR: true,
  STORE_URL: true,
  STORE_MAY_LOSE: true,
  REDIS_URL: true,
  REDIS_MAY_LOSE: true,
});

const rotation = storage.extend({
  MASTER_KEY: environment.shape.MASTER_KEY,
  MASTER_KEY_PREVIOUS: environment.shape.MASTER_KEY_PREVIOUS.unwrap(),
});

const invitation = environment.pick({ DISCORD_TOKEN: true, DISCORD_GUILD_ID: true });

/**
 * Reads the environment and `.env`; URLs have no trailing slash. Throws `ConfigError`, which names
 * every fault.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const read = parse(environment, env, [masterKeyFaults, shardFaults, doorFaults, storeFaults]);
  return {
    discord: {
      token: read.DISCORD_TOKEN,
      apiUrl: read.DISCORD_API_URL,
      guildId: read.DISCORD_GUILD_ID,
    },
    /** The applications that the data belonged to before it moved to the token's. */
    previousApplicationIds: read.DISCORD_APPLICATION_PREVIOUS ?? [],
    /** How many servers that are missing at once may be forgotten. */
    forgetMissingServers: read.FORGET_MISSING_SERVERS,
    pool: {
      apiUrl: read.POOL_API_URL,
      authPrefix: read.POOL_API_AUTH_PREFIX,
      timeoutMs: read.POOL_API_TIMEOUT_MS,
      consoleUrl: read.POOL_CONSOLE_URL,
    },
    masterKeys: masterKeyConfig(read),
    store: storeConfig(read),
    shards:
      read.SHARDS && read.SHARD_COUNT ? { ids: read.SHARDS, count: read.SHARD_COUNT } : undefined,
    /** Interactions come over HTTP, and no gateway is opened. */
    interactions:
      read.INTERACTIONS_PORT && read.DISCORD_PUBLIC_KEY
        ? {
            host: read.INTERACTIONS_HOST,
            port: read.INTERACTIONS_PORT,
            publicKey: read.DISCORD_PUBLIC_KEY,
          }
        : undefined,
    health: read.HEALTH_PORT ? { host: read.HEALTH_HOST, port: read.HEALTH_PORT } : undefined,
    logLevel: read.LOG_LEVEL,
    changeExpiryMs: read.CHANGE_EXPIRY_MINUTES * MINUTE_MS,
    /** How long after its time a daily post may go out. */
    dailySpreadMs: read.DAILY_SPREAD_SECONDS * SECOND_MS,
    /** In this time each server is checked once for its alerts; 0 = this process watches none. */
    alertRoundMs: read.ALERT_ROUND_SECONDS * SECOND_MS,
  };
}

/** For `npm run rotate-key`. */
export function readRotationConfig(env: NodeJS.ProcessEnv = process.env) {
  const read = parse(rotation, env, [masterKeyFaults, storeFaults]);
  return {
    masterKeys: masterKeyConfig(read),
    store: storeConfig(read),
  };
}

/** For `npm run invite`. A bot's token begins with its application's id, in base64. */
export function readInviteConfig(env: NodeJS.ProcessEnv = process.env) {
  const read = parse(invitation, env, []);
  const [head = ''] = read.DISCORD_TOKEN.split('.');
  const applicationId = Buffer.from(head, 'base64').toString();
  if (!environment.shape.DISCORD_GUILD_ID.safeParse(applicationId).success)
    throw new ConfigError([
      'DISCORD_TOKEN does not begin with an application’s id, as a bot’s does.',
    ]);
  return { applicationId, guildId: read.DISCORD_GUILD_ID };
}

/** For `npm run verify-audit`. */
export function readStoreConfig(env: NodeJS.ProcessEnv = process.env) {
  return storeConfig(parse(storage, env, [storeFaults]));
}

/** One that the operator named on a command line. */
export function readVariable(
  name: string,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  return env[name];
}

function storeConfig(read: z.output<typeof storage>) {
  return {
    /** Absolute. */
    dataDir: resolve(read.DATA_DIR),
    /**
     * For a shared store on Postgres or Redis; undefined = the embedded one. May hold a password, so
     * never print it.
     */
    url: read.STORE_URL ?? read.REDIS_URL,
    /** What its server may lose after acknowledging it. */
    mayLose: read.STORE_MAY_LOSE ?? read.REDIS_MAY_LOSE,
  };
}

function masterKeyConfig(
  read: Pick<z.output<typeof environment>, 'MASTER_KEY' | 'MASTER_KEY_PREVIOUS'>,
) {
  return { masterKey: read.MASTER_KEY, previousMasterKey: read.MASTER_KEY_PREVIOUS };
}

/** `conflicts`: those between variables, which zod checks only once the rest is right. */
function parse<Schema extends z.ZodObject>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
  conflicts: readonly VariableConflicts[],
): z.output<Schema> {
  const texts = given(env);
  const result = schema.safeParse(texts);
  const faults = result.success ? [] : result.error.issues.map(inWords);
  const across = conflicts.flatMap((faultsOf) => faultsOf(texts));
  if (result.success && across.length === 0) return result.data;
  throw new ConfigError([...faults, ...across]);
}

function inWords(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} ${issue.message}`;
}

/** An empty variable counts as not set. Spaces matter only in the prefix. */
function given(env: NodeJS.ProcessEnv): EnvironmentVariables {
  if (env === process.env) {
    loadEnvFile();
    dropBlank(env);
  }
  const texts: Record<string, string> = {};
  for (const [name, raw] of Object.entries(env)) {
    const text = name === 'POOL_API_AUTH_PREFIX' ? raw : raw?.trim();
    if (text) texts[name] = text;
  }
  return texts;
}

/** Libraries look at some of them too: discord.js takes an empty SHARD_COUNT for zero shards. */
function dropBlank(env: NodeJS.ProcessEnv): void {
  for (const name of VARIABLES) if (env[name]?.trim() === '') delete env[name];
}

/** The names that `.env` sets, if it is there, and those of the process's own environment. */
export function namesGiven(): {
  readonly file: readonly string[];
  readonly own: readonly string[];
} {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  return { file: Object.keys(file), own: Object.keys(process.env) };
}

/** The process's own environment takes precedence over the file. */
function loadEnvFile(): void {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault';
    throw new ConfigError([`.env cannot be read (${reason}).`]);
  }
}
