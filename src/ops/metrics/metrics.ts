import { Registry } from 'prom-client';
import { backgroundMetrics } from './background-metrics.js';
import { createBatchedCounts } from './batched-counts.js';
import { connectionMetrics } from './connection-metrics.js';
import { interactionMetrics } from './interaction-metrics.js';
import { scrapedGauges } from './scraped-gauges.js';

/** Everything that is counted, and read at `/metrics`. Every label has few values, all of ours. */
export function createMetrics() {
  const registry = new Registry();
  const batched = createBatchedCounts();
  return {
    registry,
    ...interactionMetrics(registry, batched),
    ...backgroundMetrics(registry, batched),
    ...connectionMetrics(registry, batched),
    ...scrapedGauges(registry),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
