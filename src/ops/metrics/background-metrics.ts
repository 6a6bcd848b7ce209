import { Counter, Histogram, type Registry } from 'prom-client';
import type { BatchedCounts } from './batched-counts.js';
import { SECOND_MS } from '../../domain/time/units.js';

interface CountedPoolRequest {
  /** The client's method. */
  readonly operation: string;
  /** `ok`, or the name of the error. */
  readonly result: string;
  readonly ms: number;
}

/** What is counted for a judged rule. */
interface CountedRule {
  readonly condition: string;
  readonly result: string;
}

const POOL_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const LATE_BUCKETS = [0.5, 1, 2.5, 5, 10, 30, 60];

const POST_RESULTS = ['posted', 'late', 'refused', 'unclear', 'failed', 'given-up'];

/** Counts what happens at the pool, to changes, alerts and daily posts. */
export function backgroundMetrics(registry: Registry, { soon, collect }: BatchedCounts) {
  const registers = [registry];
  const poolRequests = new Histogram({
    name: 'pitboss_pool_request_seconds',
    help: 'Requests to the pool by operation and result',
    labelNames: ['operation', 'result'] as const,
    buckets: POOL_BUCKETS,
    registers,
    collect,
  });
  const changeSteps = new Counter({
    name: 'pitboss_change_steps_total',
    help: 'Entries that this process wrote into audit trails, by step',
    labelNames: ['step'] as const,
    registers,
  });
  const dailyPosts = new Counter({
    name: 'pitboss_daily_posts_total',
    help: 'Daily posts by result: posted or late, else one count for each failed try',
    labelNames: ['result'] as const,
    registers,
  });
  // Starts at 0, because growth from nothing to 1 can't be seen.
  for (const step of ['sent', 'reported', 'failed', 'unknown']) changeSteps.inc({ step }, 0);
  for (const result of POST_RESULTS) dailyPosts.inc({ result }, 0);
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
    poolRequest: ({ operation, result, ms }: CountedPoolRequest): void =>
      soon(() => poolRequests.observe({ operation, result }, ms / SECOND_MS)),
    changeStep: (step: string): void => changeSteps.inc({ step }),
    dailyPost: (result: string): void => dailyPosts.inc({ result }),
    ruleJudged: (labels: CountedRule): void => soon(() => rulesJudged.inc({ ...labels })),
    /** Seconds from a server's due time to the start of its round. */
    alertRound: (late: number): void => soon(() => roundsLate.observe(late)),
  };
}
