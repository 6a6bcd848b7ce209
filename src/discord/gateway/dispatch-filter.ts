import {
  GatewayDispatchEvents,
  SimpleShardingStrategy,
  type GatewayDispatchPayload,
  type GatewayReadyDispatchData,
  type WebSocketOptions,
} from 'discord.js';

/** The gateway events that the bot itself wants. Called before discord.js sees them. */
export interface GatewayEvents {
  readonly onReady: (data: GatewayReadyDispatchData, shardId: number) => void;
  readonly onDispatch: (payload: GatewayDispatchPayload, shardId: number) => void;
}

/** The manager from @discordjs/ws, which discord.js passes to `ws.buildStrategy`. */
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
 * Stands between the shards and discord.js, which is only to keep the connection, because the bot
 * works with Discord's own JSON. discord.js sees no interactions (it would build classes and caches
 * from each) and no guilds: with 2,500 it would hold everything up until all had loaded, and keep
 * 300 MB. It gets READY without guilds, so it waits for none.
 */
export function filterDispatches(
  manager: ShardManager,
  events: GatewayEvents,
): SimpleShardingStrategy {
  /** True if discord.js may see the event. */
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
  const standIn: ShardManager = Object.create(manager, {
    emit: {
      value: (name: string, event: ShardEvent) => isPassedOn(name, event) && emit(name, event),
    },
  });
  return new SimpleShardingStrategy(standIn);
}

/** The names come from @discordjs/ws's `WebSocketShardEvents`, which discord.js shadows. */
function isReady(name: string, data: unknown): data is GatewayReadyDispatchData {
  return name === 'ready' && typeof data === 'object';
}

function isDispatch(name: string, data: unknown): data is GatewayDispatchPayload {
  return name === 'dispatch' && typeof data === 'object';
}
