import { createSecretKey } from 'node:crypto';
import { z } from 'zod';
import { FatalError } from './errors.js';

const url = z.url({ protocol: /^https?$/, error: 'is not an http(s) address' });
const masterKey = z
  .string()
  .refine((value) => Buffer.from(value, 'base64').length === 32, 'is not 32 bytes in base64')
  .transform((value) => createSecretKey(Buffer.from(value, 'base64')));
const matching = (pattern: RegExp, what: string) => z.string().regex(pattern, `is not ${what}`);
const botToken = matching(/^[\w.-]+$/, 'a bot token');
const required = (what: string) => z.string({ error: `is missing: ${what}` });

function wholeNumber(least: number, most: number) {
  const error = `is not a whole number from ${least} to ${most}`;
  return z.coerce.number<string>({ error }).int(error).min(least, error).max(most, error);
}

/** Names are those of `.env.example`. */
const environment = z.object({
  DISCORD_TOKEN: required('the bot token from Discord’s developer portal').pipe(botToken),
  DISCORD_API_URL: url.default('https://discord.com/api'),
  DISCORD_GUILD_ID: matching(/^\d{17,20}$/, 'a server id').optional(),
  // These two are used by discord.js, which reads them itself.
  SHARDS: matching(/^(\d+|\[\d+(,\d+)*\])$/, 'a list of shards such as [0,1]').optional(),
  SHARD_COUNT: wholeNumber(1, 10_000).optional(),
  POOL_API_URL: required('the base URL of the pool’s API, without /api').pipe(url),
  POOL_API_AUTH_PREFIX: matching(/^[\w=:-]*$/, 'one word such as Bearer')
    .default('')
    // A scheme such as Bearer needs the space that `.env` files lose.
    .transform((prefix) => prefix.replace(/[a-z\d]$/i, '$& ')),
  POOL_API_TIMEOUT_MS: wholeNumber(100, 60_000).default(10_000),
  MASTER_KEY: required('32 bytes in base64').pipe(masterKey),
  NEW_MASTER_KEY: masterKey.optional(),
  DATA_DIR: z.string().default('./data'),
  STORE_URL: matching(/^postgres(ql)?:\/\//, 'a postgres:// address').optional(),
  HEALTH_PORT: wholeNumber(0, 65_535).optional(),
  HEALTH_HOST: z.string().default('127.0.0.1'),
  HEARTBEAT_URL: url.optional(),
  ALERT_WEBHOOK_URL: url.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export const VARIABLES: readonly string[] = Object.keys(environment.shape);

export type Config = ReturnType<typeof readConfig>;

/** @throws FatalError that names each variable that is wrong, and how */
export function readConfig(variables: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(variables).map(([name, value = '']) => [name, withoutQuotes(value)]);
  const parsed = environment.safeParse(Object.fromEntries(given.filter(([, value]) => value)));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new FatalError(`The environment is not right: ${problems.join('; ')}.`);
  }
  const env = parsed.data;
  return {
    discord: {
      token: env.DISCORD_TOKEN,
      apiUrl: env.DISCORD_API_URL,
      /** Commands are registered in this server only. */
      guildId: env.DISCORD_GUILD_ID,
    },
    pool: {
      baseUrl: env.POOL_API_URL,
      authPrefix: env.POOL_API_AUTH_PREFIX,
      timeoutMs: env.POOL_API_TIMEOUT_MS,
    },
    masterKey: env.MASTER_KEY,
    /** What `admin rotate-key` encrypts with from then on. */
    newMasterKey: env.NEW_MASTER_KEY,
    store: { dataDir: env.DATA_DIR, storeUrl: env.STORE_URL },
    health: env.HEALTH_PORT === undefined ? null : { host: env.HEALTH_HOST, port: env.HEALTH_PORT },
    webhooks: { heartbeat: env.HEARTBEAT_URL, alerts: env.ALERT_WEBHOOK_URL },
    logLevel: env.LOG_LEVEL,
  };
}

/** Docker's `--env-file` keeps quotes and the CR of a file from Windows. Blank counts as unset. */
export function withoutQuotes(value: string): string {
  const [, , quoted] = /^(["'])([^]*)\1$/.exec(value.trim()) ?? [];
  return (quoted ?? value).trim();
}
