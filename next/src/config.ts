import { createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { FatalError } from './errors.js';

const QUOTED = /^(["'])[^]*\1$/;

/** Docker's `--env-file` keeps quotes, which dotenv files elsewhere do not. */
const unquoted = z
  .string()
  .refine(
    (value) => !QUOTED.test(value),
    'is in quotes: leave them out (docker --env-file keeps them)',
  );

const url = unquoted.pipe(z.url({ protocol: /^https?$/, error: 'is no http(s) address' }));
const port = unquoted.pipe(z.coerce.number<string>('is no port').int().min(0).max(65_535));
const required = (what: string) => z.string({ error: `is missing: ${what}` }).pipe(unquoted);

const shardList = unquoted.transform((value, context) => {
  const ranges = value.split(',').map((part) => /^(\d+)(?:-(\d+))?$/.exec(part.trim()));
  const shards = ranges.flatMap((range) => {
    const [from, to] = [Number(range?.[1]), Number(range?.[2] ?? range?.[1])];
    return range === null || to < from || to - from > 1_000
      ? [Number.NaN]
      : Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
  if (shards.some(Number.isNaN)) context.addIssue('is no list of shards such as 0-3 or 0,2');
  return shards;
});

/** Blank values count as unset. Names are those of `.env.example`. */
const environment = z
  .object({
    DISCORD_TOKEN: required('the bot token from Discord’s developer portal'),
    DISCORD_API_URL: url.default('https://discord.com/api'),
    DISCORD_GUILD_ID: unquoted.regex(/^\d{17,20}$/, 'is no server id').optional(),
    SHARDS: shardList.optional(),
    SHARD_COUNT: unquoted.pipe(z.coerce.number<string>().int().min(1)).optional(),
    POOL_API_URL: required('the base URL of the pool’s API, without /api').pipe(url),
    POOL_API_AUTH_PREFIX: unquoted.default(''),
    POOL_API_TIMEOUT_MS: unquoted
      .pipe(z.coerce.number<string>().int().min(100).max(60_000))
      .default(10_000),
    MASTER_KEY: required('32 bytes in base64')
      .refine((value) => Buffer.from(value, 'base64').length === 32, 'is not 32 bytes in base64')
      .transform((value) => createSecretKey(Buffer.from(value, 'base64'))),
    DATA_DIR: unquoted.default('./data'),
    STORE_URL: unquoted.regex(/^postgres(ql)?:\/\//, 'is no postgres:// address').optional(),
    HEALTH_PORT: port.optional(),
    HEALTH_HOST: unquoted.default('127.0.0.1'),
    LOG_LEVEL: unquoted
      .pipe(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']))
      .default('info'),
  })
  .refine((env) => (env.SHARDS === undefined) === (env.SHARD_COUNT === undefined), {
    path: ['SHARDS'],
    error: 'needs SHARD_COUNT, and SHARD_COUNT needs SHARDS',
  });

export interface Config {
  readonly discord: {
    readonly token: string;
    readonly apiUrl: string;
    /** Commands are registered in this server only. */
    readonly guildId: string | undefined;
    readonly shards: readonly number[] | undefined;
    readonly shardCount: number | undefined;
  };
  readonly pool: {
    readonly baseUrl: string;
    readonly authPrefix: string;
    readonly timeoutMs: number;
  };
  readonly masterKey: KeyObject;
  readonly store: { readonly dataDir: string; readonly url: string | undefined };
  readonly health: { readonly host: string; readonly port: number } | null;
  readonly logLevel: string;
}

/** @throws FatalError that names each variable that is wrong, and how */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(variables).filter(([, value]) => value?.trim());
  const parsed = environment.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new FatalError(`The environment is not right: ${problems.join('; ')}.`);
  }
  const env = parsed.data;
  return {
    discord: {
      token: env.DISCORD_TOKEN,
      apiUrl: env.DISCORD_API_URL,
      guildId: env.DISCORD_GUILD_ID,
      shards: env.SHARDS,
      shardCount: env.SHARD_COUNT,
    },
    pool: {
      baseUrl: env.POOL_API_URL,
      authPrefix: env.POOL_API_AUTH_PREFIX,
      timeoutMs: env.POOL_API_TIMEOUT_MS,
    },
    masterKey: env.MASTER_KEY,
    store: { dataDir: env.DATA_DIR, url: env.STORE_URL },
    health: env.HEALTH_PORT === undefined ? null : { host: env.HEALTH_HOST, port: env.HEALTH_PORT },
    logLevel: env.LOG_LEVEL,
  };
}
