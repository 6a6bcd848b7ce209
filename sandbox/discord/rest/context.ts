import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Gateway } from '../gateway/gateway.js';
import type { ChannelFault, DiscordFaults } from '../loopback-discord.js';
import type { DiscordState } from '../state/discord-state.js';

export type Fault =
  | DiscordFaults['nextRequests'][number]
  | DiscordFaults['nextCallbacks'][number]
  | ChannelFault;

export interface Env {
  readonly Bindings: HttpBindings;
  /** The fault this request gets. */
  readonly Variables: { fault: Fault | undefined };
}

export type Call = Context<Env>;

/** Passed to every route. */
export interface RouteParts {
  readonly world: DiscordState;
  readonly gateway: Gateway;
}
