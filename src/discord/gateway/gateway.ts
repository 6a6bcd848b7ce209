import type { BotIdentity } from '../bot-identity.js';
import {
  GatewayDispatchEvents,
  Status,
  type APIInteraction,
  type GatewayDispatchPayload,
  type GatewayReadyDispatchData,
  type WebSocketShard,
} from 'discord.js';
import { settlesWithin } from '../../domain/async/timeout.js';
import { createGatewayClient, type GatewayClientOptions } from './gateway-client.js';
import { createGuildMembership } from './guild-membership.js';
import { availableGuildOf, type AvailableGuild } from './available-guild.js';
import { SECOND_MS } from '../../domain/time/units.js';

export interface GatewayOptions extends Pick<
  GatewayClientOptions,
  'token' | 'apiUrl' | 'shards' | 'store' | 'log' | 'onUnauthorized' | 'onGatewayEvent' | 'waits'
> {
  /** Called at each READY, before anything else from that shard. */
  readonly onApplication: (applicationId: string) => void;
  readonly onInteraction: (interaction: APIInteraction) => void;
  /** The bot joined the guild, or was already in it at a start. */
  readonly onGuildAvailable: (guild: AvailableGuild) => void;
  /** The bot was removed or the guild deleted; not called when the guild is merely unavailable. */
  readonly onGuildRemoved: (guildId: string) => void;
  /** Discord refuses the bot as configured, so trying again is useless. */
  readonly onFatal: (reason: string) => void;
}

export interface ShardHealth {
  readonly id: number;
  /** discord.js's word: `Ready`, `Connecting`, `Resuming`, `Disconnected`, … */
  readonly status: string;
  /** Time since the last acknowledged heartbeat was sent; null before the first. */
  readonly heartbeatAgeMs: number | null;
}

const DESTROY_WITHIN_MS = 5 * SECOND_MS;

/**
 * Connects and stays connected until `stop`, with a single discord.js client throughout: a client
 * whose login failed would keep connecting beside its replacement.
 */
export function openGateway(options: GatewayOptions) {
  const { log } = options;
  const stopped = new AbortController();
  let onConnected: (identity: BotIdentity) => void = () => undefined;
  const connected = new Promise<BotIdentity>((resolve) => (onConnected = resolve));
  const presence = createGuildMembership();

  function fail(reason: string): void {
    if (stopped.signal.aborted) return;
    stopped.abort();
    log.fatal({ reason }, 'Discord refuses the bot');
    options.onFatal(reason);
  }

  function onReady(data: GatewayReadyDispatchData, shardId: number): void {
    options.onApplication(data.application.id);
    presence.shardReady(
      data.shard ?? [shardId, 1],
      data.guilds.map(({ id }) => id),
    );
    onConnected({ applicationId: data.application.id, userId: data.user.id });
  }

  function onDispatch(payload: GatewayDispatchPayload, shardId: number): void {
    if (payload.t === GatewayDispatchEvents.InteractionCreate) options.onInteraction(payload.d);
    else if (payload.t === GatewayDispatchEvents.GuildCreate) {
      presence.joined(shardId, payload.d.id);
      options.onGuildAvailable(availableGuildOf(payload.d.id, payload.d));
    } else if (payload.t === GatewayDispatchEvents.GuildDelete && payload.d.unavailable !== true) {
      presence.left(shardId, payload.d.id);
      options.onGuildRemoved(payload.d.id);
    }
  }

  const client = createGatewayClient({
    ...options,
    onReady,
    onDispatch,
    onGivenUp: fail,
    signal: stopped.signal,
  });

  async function untilComplete(): Promise<void> {
    try {
      await client.login(options.token);
    } catch (error) {
      // Whatever Discord or the network can cause has been retried before it gets here.
      log.error({ err: error }, 'the gateway client has failed');
      fail('the gateway client has failed');
      await new Promise(() => undefined);
    }
  }

  return {
    /** Resolves with the application's id once a shard is connected; tries until then. */
    connected,
    /** Resolves once every shard of this process has been connected. */
    complete: untilComplete(),
    presence,
    shards: (): readonly ShardHealth[] => [...client.ws.shards.values()].map(shardHealth),
    async stop(): Promise<void> {
      stopped.abort();
      await settlesWithin(DESTROY_WITHIN_MS, client.destroy());
    },
  };
}

export type Gateway = ReturnType<typeof openGateway>;

function shardHealth({ id, status, lastPingTimestamp }: WebSocketShard): ShardHealth {
  const heartbeatAgeMs = lastPingTimestamp > 0 ? Date.now() - lastPingTimestamp : null;
  return { id, status: Status[status], heartbeatAgeMs };
}
