import {
  Client,
  Events,
  GatewayCloseCodes,
  GatewayIntentBits,
  type WebSocketOptions,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Store } from '../store/store.js';
import { gateDispatches, type GatewayEvents } from './dispatch-gate.js';
import { describeError } from './failure-report.js';
import { heedingLimits } from './heeding-limits.js';
import { createIdentifyThrottle } from './identify-throttle.js';

export interface GatewayClientOptions extends GatewayEvents {
  /** Discord's REST base without version. */
  readonly apiUrl: string;
  /** Which shards of how many this process holds; left out, as many as Discord asks for. */
  readonly shards?: { readonly ids: readonly number[]; readonly count: number };
  /** Shared by the processes that hold the other shards: they take turns to identify. */
  readonly store: Pick<Store, 'claim'>;
  readonly log: Logger;
  /** A shard was closed with a code after which no reconnecting helps. */
  readonly onGivenUp: (reason: string) => void;
}

/** discord.js, reduced to keeping the connection. */
export function createGatewayClient(options: GatewayClientOptions): Client {
  const { shards, log } = options;
  const client = new Client({
    // Nothing but the coming and going of guilds: interactions need no intent.
    intents: [GatewayIntentBits.Guilds],
    allowedMentions: { parse: [] },
    waitGuildTimeout: 0,
    rest: { api: options.apiUrl, makeRequest: heedingLimits() },
    shards: shards === undefined ? 'auto' : [...shards.ids],
    ...(shards === undefined ? {} : { shardCount: shards.count }),
    ws: {
      buildStrategy: (manager) => gateDispatches(manager, options),
      // One process with all shards needs no store to space its identifies.
      ...(shards === undefined ? {} : { buildIdentifyThrottler: sharedThrottler(options) }),
    },
  });
  // Without a listener an error event would end the process.
  client.on(Events.Error, (error) => log.warn({ err: describeError(error) }, 'gateway error'));
  client.on(Events.ShardError, (error, shard) =>
    log.warn({ err: describeError(error), shard }, 'shard error'),
  );
  client.on(Events.ShardReconnecting, (shard) => log.info({ shard }, 'shard reconnecting'));
  client.on(Events.ShardResume, (shard, replayed) =>
    log.info({ shard, replayed }, 'shard resumed'),
  );
  client.on(Events.Warn, (message) => log.warn({ message }, 'gateway warning'));
  // Emitted only for close codes after which discord.js gives the shard up.
  client.on(Events.ShardDisconnect, ({ code }, shard) => {
    const name = GatewayCloseCodes[code] ?? 'unknown code';
    options.onGivenUp(`the gateway closed shard ${shard} with ${code} (${name})`);
  });
  return client;
}

function sharedThrottler({
  store,
  log,
}: GatewayClientOptions): NonNullable<WebSocketOptions['buildIdentifyThrottler']> {
  return async (manager) => {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation();
    return createIdentifyThrottle({ store, log, maxConcurrency: limit.max_concurrency });
  };
}
