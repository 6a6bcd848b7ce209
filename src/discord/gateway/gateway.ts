import {
  GatewayDispatchEvents,
  Status,
  type APIInteraction,
  type GatewayDispatchPayload,
  type GatewayReadyDispatchData,
  type WebSocketShard,
} from 'discord.js';
import { settlesWithin } from '../../domain/async/timeout.js';
import { describeError } from '../error-reply.js';
import { createGatewayClient, type GatewayClientOptions } from './gateway-client.js';
import { createGuildMembership } from './guild-membership.js';
import { seenGuildOf, type SeenGuild } from './seen-guild.js';

export interface GatewayOptions extends Pick<
  GatewayClientOptions,
  'token' | 'apiUrl' | 'shards' | 'store' | 'log' | 'onUnauthorized' | 'onGatewayEvent' | 'waits'
> {
  /** At each READY, before anything else of that shard. */
  readonly onApplication: (applicationId: string) => void;
  readonly onInteraction: (interaction: APIInteraction) => void;
  /** It came, or is there after a start. */
  readonly onGuildSeen: (guild: SeenGuild) => void;
  /** The bot was thrown out, or the guild is no more; not: its servers are down. */
  readonly onGuildRemoved: (guildId: string) => void;
  /** Discord will not have this bot as it is configured: to try again is of no use. */
  readonly onFatal: (reason: string) => void;
}

export interface ShardHealth {
  readonly id: number;
  /** discord.js's word: `Ready`, `Connecting`, `Resuming`, `Disconnected`, … */
  readonly status: string;
  /** Since the last heartbeat was sent that Discord acknowledged; null before the first. */
  readonly heartbeatAgeMs: number | null;
}

const DESTROY_WITHIN_MS = 5000;

/**
 * Connects, and stays connected until `stop`, with one client of discord.js for all of it: one
 * whose login failed would go on connecting beside the next.
 */
export function openGateway(options: GatewayOptions) {
  const { log } = options;
  const stopped = new AbortController();
  let onConnected: (application: { applicationId: string }) => void = () => undefined;
  const connected = new Promise<{ applicationId: string }>((resolve) => (onConnected = resolve));
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
    onConnected({ applicationId: data.application.id });
  }

  function onDispatch(payload: GatewayDispatchPayload, shardId: number): void {
    if (payload.t === GatewayDispatchEvents.InteractionCreate) options.onInteraction(payload.d);
    else if (payload.t === GatewayDispatchEvents.GuildCreate) {
      presence.joined(shardId, payload.d.id);
      options.onGuildSeen(seenGuildOf(payload.d.id, payload.d));
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
      // All that Discord or the network can do is tried again before it gets here.
      log.error({ err: describeError(error) }, 'the gateway client has failed');
      fail('the gateway client has failed');
      await new Promise(() => undefined);
    }
  }

  return {
    /** Resolves with the application's id once a shard is connected; tries until then. */
    connected,
    /** Resolves once all shards of this process have been connected. */
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
