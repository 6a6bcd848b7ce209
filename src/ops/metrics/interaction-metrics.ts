import { Counter, Histogram, type Registry } from 'prom-client';
import type { BatchedCounts } from './batched-counts.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** What is counted for one interaction. */
interface CountedInteraction {
  /** From the list of commands and actions, never free text: each makes its own series. */
  readonly name: string;
  readonly kind: string;
  readonly result: string;
  readonly firstResponseMs: number | null;
  readonly totalMs: number;
}

/** Discord's first deadline is 3 s; answers after a defer may take up to 15 min. */
const FIRST_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
const FINAL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

const RESULTS = ['ok', 'refused', 'pool-failed', 'store-failed', 'incident', 'unanswered'];

export function interactionMetrics(registry: Registry, { soon, collect }: BatchedCounts) {
  const registers = [registry];
  const interactions = new Counter({
    name: 'pitboss_interactions_total',
    help: 'Interactions by command or action, kind and result',
    labelNames: ['command', 'kind', 'result'] as const,
    registers,
    collect,
  });
  const results = new Counter({
    name: 'pitboss_interaction_results_total',
    help: 'Interactions by result alone',
    labelNames: ['result'] as const,
    registers,
    collect,
  });
  // Starts at 0, because growth from nothing to 1 can't be seen.
  for (const result of RESULTS) results.inc({ result }, 0);
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
  return {
    interaction: ({ name, kind, result, firstResponseMs, totalMs }: CountedInteraction): void =>
      soon(() => {
        interactions.inc({ command: name, kind, result });
        results.inc({ result });
        if (firstResponseMs !== null) first.observe({ kind }, firstResponseMs / SECOND_MS);
        final.observe({ kind }, totalMs / SECOND_MS);
      }),
  };
}
