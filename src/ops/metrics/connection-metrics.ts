import { Counter, Histogram, type Registry } from 'prom-client';
import type { BatchedCounts } from './batched-counts.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** A call of the store that took `ms`; `fault` is null if it did not fail. */
interface CountedStoreCall {
  readonly operation: string;
  readonly ms: number;
  readonly fault: string | null;
}

/** One attempt of a request to Discord's REST API. */
interface DiscordRequest {
  /** `interactions`: answers to people; `others`: posts, edits, registration and the like. */
  readonly path: string;
  readonly outcome: string;
  readonly ms: number;
}

const STORE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10];
const DISCORD_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

const GATEWAY_EVENTS = ['identify', 'session-begun', 'session-resumed', 'connection-lost'];
const DISCORD_OUTCOMES = ['taken', 'refused', 'rate-limited', 'failed', 'silent'];
const STORE_FAULTS = ['away', 'locked'];

/** Counts what the bot connects to besides the pool: its store, and Discord. */
export function connectionMetrics(registry: Registry, { soon, collect }: BatchedCounts) {
  const registers = [registry];
  const storeCalls = new Histogram({
    name: 'pitboss_store_seconds',
    help: 'Calls of the store by operation, failed ones included',
    labelNames: ['operation'] as const,
    buckets: STORE_BUCKETS,
    registers,
    collect,
  });
  const storeErrors = new Counter({
    name: 'pitboss_store_errors_total',
    help: 'Calls of the store that failed, by operation and fault',
    labelNames: ['operation', 'fault'] as const,
    registers,
  });
  const discordRequests = new Histogram({
    name: 'pitboss_discord_request_seconds',
    help: 'Requests to the REST API of Discord, each try, by path and outcome',
    labelNames: ['path', 'outcome'] as const,
    buckets: DISCORD_BUCKETS,
    registers,
    collect,
  });
  const gatewayEvents = new Counter({
    name: 'pitboss_gateway_events_total',
    help: 'Gateway: IDENTIFYs sent, sessions begun and resumed, connections lost',
    labelNames: ['event'] as const,
    registers,
  });
  // Starts at 0, because growth from nothing to 1 can't be seen.
  for (const event of GATEWAY_EVENTS) gatewayEvents.inc({ event }, 0);
  for (const path of ['interactions', 'others'])
    for (const outcome of DISCORD_OUTCOMES) discordRequests.zero({ path, outcome });
  const operations = new Set<string>();
  return {
    storeCall({ operation, ms, fault }: CountedStoreCall): void {
      if (!operations.has(operation)) {
        operations.add(operation);
        for (const each of STORE_FAULTS) storeErrors.inc({ operation, fault: each }, 0);
      }
      if (fault !== null) storeErrors.inc({ operation, fault });
      soon(() => storeCalls.observe({ operation }, ms / SECOND_MS));
    },
    discordRequest: ({ path, outcome, ms }: DiscordRequest): void =>
      soon(() => discordRequests.observe({ path, outcome }, ms / SECOND_MS)),
    gatewayEvent: (event: string): void => gatewayEvents.inc({ event }),
  };
}
