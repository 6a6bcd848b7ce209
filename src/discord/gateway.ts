import { setTimeout as delay } from 'node:timers/promises';
import {
  GatewayDispatchEvents,
  Status,
  type APIInteraction,
  type Client,
  type GatewayDispatchPayload,
  type GatewayReadyDispatchData,
  type WebSocketShard,
} from 'discord.js';
import { codeOf } from '../domain/error-code.js';
import { settlesWithin } from '../domain/in-time.js';
import { describeError } from './failure-report.js';
import { createGatewayClient, type GatewayClientOptions } from './gateway-client.js';
import { createGuildPresence, type GuildPresence } from './guild-presence.js';

export interface GatewayOptions extends Pick<
  GatewayClientOptions,
  'apiUrl' | 'shards' | 'store' | 'log'
> {
  readonly token: string;
  /** At each READY, before anything else of that shard. */
  readonly onApplication: (applicationId: string) => void;
  readonly onInteraction: (interaction: APIInteraction) => void;
  /** The bot was thrown out, or the guild is no more; not: its servers are down. */
  readonly onGuildRemoved: (guildId: string) => void;
  /** Discord will not have this bot as it is configured: to try again is of no use. */
  readonly onFatal: (reason: string) => void;
}

export interface ShardHealth {
  readonly id: number;
  /** discord.js's word: `Ready`, `Connecting`, `Resuming`, `Disconnected`, … */
  readonly status: string;
  /** Since the last heartbeat that Discord acknowledged; null before the first. */
  readonly heartbeatAgeMs: number | null;
}

export interface Gateway {
  /** Resolves with the application's id once all shards are connected; tries until then. */
  readonly connected: Promise<{ applicationId: string }>;
  readonly presence: GuildPresence;
  shards(): readonly ShardHealth[];
  stop(): Promise<void>;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** discord.js waits 30 s for a connection that no longer answers. */
const DESTROY_WITHIN_MS = 5000;

/** Connects, and stays connected until `stop`. */
export function openGateway(options: GatewayOptions): Gateway {
  const { log } = options;
  const stopped = new AbortController();
  let client: Client | null = null;
  let applicationId = '';
  const presence = createGuildPresence();

  function fail(reason: string): void {
    if (stopped.signal.aborted) return;
    stopped.abort();
    log.fatal({ reason }, 'Discord refuses the bot');
    options.onFatal(reason);
  }

  function onReady(data: GatewayReadyDispatchData, shardId: number): void {
    applicationId = data.application.id;
    options.onApplication(applicationId);
    presence.shardReady(
      data.shard ?? [shardId, 1],
      data.guilds.map(({ id }) => id),
    );
  }

  function onDispatch(payload: GatewayDispatchPayload, shardId: number): void {
    if (payload.t === GatewayDispatchEvents.InteractionCreate) options.onInteraction(payload.d);
    else if (payload.t === GatewayDispatchEvents.GuildCreate)
      presence.joined(shardId, payload.d.id);
    else if (payload.t === GatewayDispatchEvents.GuildDelete && payload.d.unavailable !== true) {
      presence.left(shardId, payload.d.id);
      options.onGuildRemoved(payload.d.id);
    }
  }

  /** True when connected. A client whose login failed is spent, so each try has its own. */
  async function tryToConnect(): Promise<boolean> {
    client = createGatewayClient({ ...options, onReady, onDispatch, onGivenUp: fail });
    try {
      await client.login(options.token);
      return true;
    } catch (error) {
      if (codeOf(error) === 'TokenInvalid') fail('Discord does not accept DISCORD_TOKEN');
      else log.warn({ err: describeError(error) }, 'no connection to Discord yet');
      return false;
    }
  }

  async function connect(): Promise<void> {
    for (
      let wait = FIRST_WAIT_MS;
      !stopped.signal.aborted;
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    ) {
      if (await tryToConnect()) return;
      // Jittered, so that many processes do not come back as one; ended early by a stop.
      const jittered = wait * (0.5 + Math.random() / 2);
      await delay(jittered, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  async function untilConnected(): Promise<{ applicationId: string }> {
    await connect();
    // Stopped or refused before: there is nothing that could be told.
    if (stopped.signal.aborted) return new Promise(() => undefined);
    return { applicationId };
  }

  return {
    connected: untilConnected(),
    presence,
    shards: () => [...(client?.ws.shards.values() ?? [])].map(shardHealth),
    async stop() {
      stopped.abort();
      const leaving = client?.destroy() ?? Promise.resolve();
      await settlesWithin(DESTROY_WITHIN_MS, leaving);
    },
  };
}

function shardHealth({ id, status, lastPingTimestamp }: WebSocketShard): ShardHealth {
  const heartbeatAgeMs = lastPingTimestamp > 0 ? Date.now() - lastPingTimestamp : null;
  return { id, status: Status[status], heartbeatAgeMs };
}
