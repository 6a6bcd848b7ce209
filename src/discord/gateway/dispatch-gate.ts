import {
  GatewayDispatchEvents,
  SimpleShardingStrategy,
  type GatewayDispatchPayload,
  type GatewayReadyDispatchData,
  type WebSocketOptions,
} from 'discord.js';

/** What the bot itself wants to know of the gateway's events. Called before discord.js is. */
export interface GatewayEvents {
  readonly onReady: (data: GatewayReadyDispatchData, shardId: number) => void;
  readonly onDispatch: (payload: GatewayDispatchPayload, shardId: number) => void;
}

/** The manager of @discordjs/ws, which discord.js hands to `ws.buildStrategy`. */
export type ShardManager = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];

interface ShardEvent {
  readonly data: unknown;
  readonly shardId: number;
}

/** What discord.js needs to run its connection. */
const PASSED_ON: ReadonlySet<string> = new Set([
  GatewayDispatchEvents.Ready,
  GatewayDispatchEvents.Resumed,
]);

/**
 * Stands between the shards and discord.js. The bot thinks in Discord's own JSON, so discord.js
 * is to keep the connection and nothing else: it sees no interaction (it would build classes
 * and caches from each) and no guild (with 2,500 of them it would hold everything up until all
 * had loaded, and keep 300 MB). READY reaches it without guilds, so it waits for none.
 */
export function gateDispatches(
  manager: ShardManager,
  events: GatewayEvents,
): SimpleShardingStrategy {
  /** True when discord.js may see the event. */
  function isPassedOn(name: string, { data, shardId }: ShardEvent): boolean {
    if (isReady(name, data)) {
      events.onReady(data, shardId);
      // discord.js counts these, and would wait for each.
      data.guilds = [];
    }
    if (!isDispatch(name, data) || PASSED_ON.has(data.t)) return true;
    events.onDispatch(data, shardId);
    return false;
  }

  const emit: (name: string, event: ShardEvent) => boolean = manager.emit.bind(manager);
  /** The shards report to this stand-in, which is the manager in all but `emit`. */
  const gate: ShardManager = Object.create(manager, {
    emit: {
      value: (name: string, event: ShardEvent) => isPassedOn(name, event) && emit(name, event),
    },
  });
  return new SimpleShardingStrategy(gate);
}

/** The names are those of @discordjs/ws's `WebSocketShardEvents`, which discord.js shadows. */
function isReady(name: string, data: unknown): data is GatewayReadyDispatchData {
  return name === 'ready' && typeof data === 'object';
}

function isDispatch(name: string, data: unknown): data is GatewayDispatchPayload {
  return name === 'dispatch' && typeof data === 'object';
}
