import { z } from 'zod';
import { DURABILITY_RISKS } from '../domain/durability-risks.js';
import * as values from './config-values.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every variable. `describe` says what it is for, in docs/configuration.md. */
export const environment = z.object({
  DISCORD_TOKEN: values.token.describe(
    'The token of the application’s bot, from Discord’s developer portal. Keep it secret.',
  ),
  DISCORD_API_URL: values.discordUrl
    .default('https://discord.com/api')
    .describe('The base of Discord’s REST API, for a proxy between.'),
  DISCORD_GUILD_ID: values
    .snowflake('server')
    .optional()
    .describe(
      'Registers the commands in this server alone, where a change to them is seen at once. Not set: everywhere.',
    ),
  DISCORD_APPLICATION_PREVIOUS: values
    .snowflakes('application')
    .optional()
    .describe(
      'Moves the data from this application to the one of the token. Without it another application’s data is refused. Of several, what each of them posted counts. Needs the Message Content intent while it is set.',
    ),
  FORGET_MISSING_SERVERS: values
    .integer(1, 1_000_000)
    .optional()
    .describe(
      'Lets the data of so many missing servers be deleted, as the log has named. Not set: never more than a few at once.',
    ),
  POOL_API_URL: values.poolUrl.describe('The base of the pool’s API, before `/api`.'),
  POOL_API_AUTH_PREFIX: values.headerText
    .default('')
    .describe(
      'Stands before the key in the `authorization` header, such as `"Bearer "` (quoted in `.env`, to keep the space).',
    ),
  POOL_API_TIMEOUT_MS: values
    .integer(100, 60_000)
    .default(10_000)
    .describe('How long one request to the pool may take, in milliseconds.'),
  POOL_CONSOLE_URL: values.webUrl
    .optional()
    .describe(
      'Where people open the paths that the pool sends. Not set: cards have no such links.',
    ),
  MASTER_KEY: values.masterKey.describe(
    'Seals the API keys of all servers. Keep it secret, and a copy away from the data: without it no key can be opened.',
  ),
  MASTER_KEY_PREVIOUS: values.masterKey
    .optional()
    .describe(
      'The master key before this one, until `npm run rotate-key` has sealed everything with the new one.',
    ),
  DATA_DIR: values.folder
    .default('./data')
    .describe('The folder of the embedded store. Not used with `STORE_URL`.'),
  STORE_URL: values.storeUrl
    .optional()
    .describe(
      'A store that processes on several machines share, in place of `DATA_DIR`. Holds a password: keep it secret.',
    ),
  STORE_MAY_LOSE: values
    .someOf(DURABILITY_RISKS)
    .optional()
    .describe(
      'What the server of `STORE_URL` may lose of what it acknowledged. Said in the log, in `/setup check` and on each change. Not set: nothing, and a server that could is refused.',
    ),
  REDIS_URL: values.redisUrl.optional().describe('The older name of `STORE_URL`, for Redis.'),
  REDIS_MAY_LOSE: values
    .someOf(DURABILITY_RISKS)
    .optional()
    .describe('The older name of `STORE_MAY_LOSE`.'),
  SHARDS: values.shardList
    .optional()
    .describe('The gateway shards of this process; with `SHARD_COUNT`. Not set: all.'),
  SHARD_COUNT: values
    .integer(1, 16_384)
    .optional()
    .describe(
      'How many gateway shards there are over all processes; with `SHARDS`. Not set: as many as Discord advises.',
    ),
  INTERACTIONS_PORT: values
    .integer(1, 65_535)
    .optional()
    .describe(
      'The port to which Discord’s interactions come over HTTP, in place of the gateway ([Interactions over HTTP](http.md)); with `DISCORD_PUBLIC_KEY`, without `SHARDS`. Not set: they come over the gateway.',
    ),
  INTERACTIONS_HOST: values.hostName
    .default('127.0.0.1')
    .describe(
      'The address that port listens on: `0.0.0.0` where the load balancer is another machine.',
    ),
  DISCORD_PUBLIC_KEY: values.ed25519PublicKey
    .optional()
    .describe(
      'The application’s public key, from Discord’s developer portal; with `INTERACTIONS_PORT`. Not set: none.',
    ),
  HEALTH_PORT: values
    .integer(1, 65_535)
    .optional()
    .describe('The port of `/healthz`, `/readyz` and `/metrics`. Not set: none is opened.'),
  HEALTH_HOST: values.hostName
    .default('127.0.0.1')
    .describe(
      'The address that port listens on. Whoever reaches it can read the metrics: `0.0.0.0` is for a network of your own.',
    ),
  LOG_LEVEL: values
    .oneOf(LOG_LEVELS)
    .default('info')
    .describe('Lines of this level and of graver ones are logged.'),
  CHANGE_EXPIRY_MINUTES: values
    .integer(1, 1_440)
    .default(15)
    .describe(
      'After so many minutes an unconfirmed change expires, unless its server sets a time. Payment changes then have 24 hours, whatever stands here.',
    ),
  DAILY_SPREAD_SECONDS: values
    .integer(0, 3_600)
    .default(300)
    .describe('Within so many seconds after its time each server’s daily post has its turn.'),
  ALERT_ROUND_SECONDS: values
    .integer(0, 600)
    .default(60)
    .describe(
      'In so many seconds each server is looked at once for its alerts. 0: this process looks at none.',
    ),
});
