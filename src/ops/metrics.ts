import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What is counted of one interaction. */
interface CountedInteraction {
  /** From the list of commands and actions, never free text: each is a series of its own. */
  readonly name: string;
  readonly kind: string;
  readonly result: string;
  readonly firstResponseMs: number | null;
  readonly totalMs: number;
}

interface CountedPoolRequest {
  /** The client's method. */
  readonly operation: string;
  /** `ok`, or the name of the error. */
  readonly result: string;
  readonly ms: number;
}

interface CountedShard {
  readonly id: number;
  readonly status: string;
  readonly heartbeatAgeMs: number | null;
}

export interface Metrics {
  readonly registry: Registry;
  interaction(counted: CountedInteraction): void;
  poolRequest(counted: CountedPoolRequest): void;
  /** Asked at each scrape. */
  watchGateway(shards: () => readonly CountedShard[]): void;
  /** Asked at each scrape. */
  watchMissingServers(count: () => number): void;
}

/** Discord's first deadline is 3 s; answers after a defer may take up to 15 min. */
const FIRST_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
const FINAL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];
const POOL_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Counted together: one by one, each time with cold caches, they take ten times as long. */
const MAX_UNCOUNTED = 200;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const uncounted: (() => void)[] = [];
  const collect = () => {
    for (const count of uncounted.splice(0)) count();
  };
  const soon = (count: () => void) => {
    if (uncounted.push(count) >= MAX_UNCOUNTED) collect();
  };
  const interactions = new Counter({
    name: 'pitboss_interactions_total',
    help: 'Interactions by command or action, kind and result',
    labelNames: ['command', 'kind', 'result'] as const,
    registers,
    collect,
  });
  const first = new Histogram({
    name: 'pitboss_first_response_seconds',
    help: 'From the arrival of an interaction to the first response that Discord took',
    labelNames: ['kind'] as const,
    buckets: FIRST_BUCKETS,
    registers,
    collect,
  });
  const final = new Histogram({
    name: 'pitboss_final_answer_seconds',
    help: 'From the arrival of an interaction to its final answer',
    labelNames: ['kind'] as const,
    buckets: FINAL_BUCKETS,
    registers,
    collect,
  });
  const poolRequests = new Histogram({
    name: 'pitboss_pool_request_seconds',
    help: 'Requests to the pool by operation and result',
    labelNames: ['operation', 'result'] as const,
    buckets: POOL_BUCKETS,
    registers,
    collect,
  });

  return {
    registry,
    interaction: ({ name, kind, result, firstResponseMs, totalMs }) =>
      soon(() => {
        interactions.inc({ command: name, kind, result });
        if (firstResponseMs !== null) first.observe({ kind }, firstResponseMs / 1000);
        final.observe({ kind }, totalMs / 1000);
      }),
    poolRequest: ({ operation, result, ms }) =>
      soon(() => poolRequests.observe({ operation, result }, ms / 1000)),
    watchGateway: (shards) => watchGateway(registry, shards),
    watchMissingServers: (count) => {
      void new Gauge({
        name: 'pitboss_missing_servers',
        help: 'Servers with data here that the bot was not in at the last look',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
  };
}

function watchGateway(registry: Registry, shards: () => readonly CountedShard[]): void {
  const registers = [registry];
  void new Gauge({
    name: 'pitboss_gateway_shard_status',
    help: '1 for the status that a gateway shard is in',
    labelNames: ['shard', 'status'] as const,
    registers,
    collect() {
      this.reset();
      for (const { id, status } of shards()) this.set({ shard: id, status }, 1);
    },
  });
  void new Gauge({
    name: 'pitboss_gateway_heartbeat_age_seconds',
    help: 'Since the last heartbeat that Discord acknowledged',
    labelNames: ['shard'] as const,
    registers,
    collect() {
      this.reset();
      for (const { id, heartbeatAgeMs } of shards()) {
        if (heartbeatAgeMs !== null) this.set({ shard: id }, heartbeatAgeMs / 1000);
      }
    },
  });
}
