import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What is counted for one interaction. */
interface CountedInteraction {
  /** From the list of commands and actions, never free text: each makes its own series. */
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

/** What is counted for a judged rule. */
interface CountedRule {
  readonly condition: string;
  readonly result: string;
}

/** Discord's first deadline is 3 s; answers after a defer may take up to 15 min. */
const FIRST_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
const FINAL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];
const POOL_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const LATE_BUCKETS = [0.5, 1, 2.5, 5, 10, 30, 60];
/** Counted in batches: one by one, with cold caches each time, takes ten times as long. */
const MAX_UNCOUNTED = 200;

export function createMetrics() {
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
  const rulesJudged = new Counter({
    name: 'pitboss_alert_rules_judged_total',
    help: 'Alert rules judged by condition and result',
    labelNames: ['condition', 'result'] as const,
    registers,
    collect,
  });
  const roundsLate = new Histogram({
    name: 'pitboss_alert_round_late_seconds',
    help: 'How long after its time the look at a server for its alerts began',
    buckets: LATE_BUCKETS,
    registers,
    collect,
  });

  return {
    registry,
    interaction: ({ name, kind, result, firstResponseMs, totalMs }: CountedInteraction): void =>
      soon(() => {
        interactions.inc({ command: name, kind, result });
        if (firstResponseMs !== null) first.observe({ kind }, firstResponseMs / 1000);
        final.observe({ kind }, totalMs / 1000);
      }),
    poolRequest: ({ operation, result, ms }: CountedPoolRequest): void =>
      soon(() => poolRequests.observe({ operation, result }, ms / 1000)),
    ruleJudged: (labels: CountedRule): void => soon(() => rulesJudged.inc({ ...labels })),
    /** How long after its time a server's round began. */
    alertRound: (late: number): void => soon(() => roundsLate.observe(late)),
    /** Read at each scrape: alerts by phase. */
    watchAlerts: (counts: () => ReadonlyMap<string, number>): void => {
      void new Gauge({
        name: 'pitboss_alerts',
        help: 'Alerts by state, of the servers that this process watches',
        labelNames: ['state'] as const,
        registers,
        collect() {
          this.reset();
          for (const [state, count] of counts()) this.set({ state }, count);
        },
      });
    },
    /** Read at each scrape. */
    watchGateway: (shards: () => readonly CountedShard[]): void => watchGateway(registry, shards),
    /** Read at each scrape. */
    watchMissingServers: (count: () => number): void => {
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

export type Metrics = ReturnType<typeof createMetrics>;

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
