import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** What `/metrics` shows: the process's own metrics as prom-client names them, and Pitboss's. */
export function createMetrics() {
  const registry = new Registry();
  // Each measurement wakes the process, a hundred times a second by default.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  return {
    registry,
    interactions: new Counter({
      name: 'pitboss_interactions_total',
      help: 'Commands, clicks and forms',
      labelNames: ['command', 'outcome'],
      registers,
    }),
    poolRequests: new Counter({
      name: 'pitboss_pool_requests_total',
      help: 'Requests to the pool, each try counted',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
    poolSeconds: new Histogram({
      name: 'pitboss_pool_seconds',
      help: 'How long the pool took to answer',
      labelNames: ['operation'],
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    outboxPosts: new Counter({
      name: 'pitboss_outbox_posts_total',
      help: 'Background posts and edits: posted, failed (to be tried again) or given up',
      labelNames: ['outcome'],
      registers,
    }),
    outboxWaiting: gauge('pitboss_outbox_waiting', 'Background posts and edits that wait'),
    leader: gauge('pitboss_leader', '1 on the process that does the background work'),
    ready: gauge('pitboss_ready', '1 while /readyz answers 200'),
  };
}
