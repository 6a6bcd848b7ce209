import {
  Client,
  Events,
  GatewayCloseCodes,
  GatewayIntentBits,
  type IShardingStrategy,
  type WebSocketOptions,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Store } from '../../store/store.js';
import { filterDispatches, type GatewayEvents, type ShardManager } from './dispatch-filter.js';
import { createGatewayInformation } from './gateway-information.js';
import { rateLimitedRequest } from '../rest/rate-limited-request.js';
import { createIdentifyThrottle, createOwnTurns } from './identify-throttle.js';
import { surviving401 } from './token-survives-401.js';
import { persist, type OnGatewayEvent } from './reconnecting-shards.js';

/** How long the gateway waits, in real time; each has its own default. */
export interface GatewayWaits {
  /** As in `createConnectionPace`. */
  readonly firstGapMs?: number;
  /** As in `createIdentifyThrottle`. */
  readonly turnMs?: number;
}

export interface GatewayClientOptions extends GatewayEvents {
  readonly token: string;
  /** Discord's REST base URL, without the version. */
  readonly apiUrl: string;
  /** Which shards, of how many, this process holds; if left out, as many as Discord recommends. */
  readonly shards?: { readonly ids: readonly number[]; readonly count: number };
  /** Shared with the processes that hold the other shards, to take turns identifying. */
  readonly store: Pick<Store, 'claim'>;
  readonly log: Logger;
  /** A shard was closed with a code after which reconnecting is useless. */
  readonly onGivenUp: (reason: string) => void;
  /** Something answered 401; it isn't known yet what that means. */
  readonly onUnauthorized: () => void;
  /** For metrics. */
  readonly onGatewayEvent?: OnGatewayEvent;
  /** Stops all attempts. */
  readonly signal: AbortSignal;
  readonly waits?: GatewayWaits;
}

/** discord.js, reduced to keeping the connection. */
export function createGatewayClient(options: GatewayClientOptions): Client {
  const { shards, log } = options;
  const client = new Client({
    // Only guilds coming and going: interactions need no intent.
    intents: [GatewayIntentBits.Guilds],
    allowedMentions: { parse: [] },
    waitGuildTimeout: 0,
    rest: { api: options.apiUrl, makeRequest: rateLimitedRequest() },
    shards: shards === undefined ? 'auto' : [...shards.ids],
    ...(shards === undefined ? {} : { shardCount: shards.count }),
    ws: {
      buildStrategy: (manager) => buildStrategy(manager, options),
      buildIdentifyThrottler: throttlerOf(options),
    },
  });
  surviving401(client.rest, options.token);
  // Without a listener, an error event would end the process.
  client.on(Events.Error, (error) => log.warn({ err: error }, 'gateway error'));
  client.on(Events.ShardError, (error, shard) => log.warn({ err: error, shard }, 'shard error'));
  client.on(Events.ShardReconnecting, (shard) => {
    // The previous connection's heartbeat would make the next one look silent.
    const state = client.ws.shards.get(shard);
    if (state !== undefined) state.lastPingTimestamp = -1;
    options.onGatewayEvent?.('connection-lost');
    // A process that stops leaves its connections for good.
    if (!options.signal.aborted) log.info({ shard }, 'shard reconnecting');
  });
  client.on(Events.ShardResume, (shard, replayed) =>
    log.info({ shard, replayed }, 'shard resumed'),
  );
  client.on(Events.Warn, (message) => log.warn({ message }, 'gateway warning'));
  // Emitted only for close codes after which discord.js gives up the shard.
  client.on(Events.ShardDisconnect, ({ code }, shard) => {
    const name = GatewayCloseCodes[code] ?? 'unknown code';
    options.onGivenUp(`the gateway closed shard ${shard} with ${code} (${name})`);
  });
  return client;
}

function buildStrategy(manager: ShardManager, options: GatewayClientOptions): IShardingStrategy {
  const information = createGatewayInformation({
    ...options,
    rest: manager.options.rest,
    shards: options.shards?.ids.length ?? null,
  });
  const strategy = filterDispatches(manager, options);
  return persist({ ...options, ...options.waits, manager, strategy, information });
}

function throttlerOf({
  shards,
  store,
  log,
  waits,
}: GatewayClientOptions): NonNullable<WebSocketOptions['buildIdentifyThrottler']> {
  // A process with all shards needs no store to space its identifies.
  const turns = shards === undefined ? createOwnTurns() : store;
  return async (manager) => {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation();
    const maxConcurrency = limit.max_concurrency;
    return createIdentifyThrottle({ ...waits, store: turns, log, maxConcurrency });
  };
}
