import { Histogram, type Registry } from 'prom-client';
import { SECOND_MS } from '../../domain/time/units.js';

interface TimingsOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  /** In seconds. */
  readonly buckets: number[];
  readonly registry: Registry;
}

const BATCH = 256;

/**
 * Times of what happens several times per interaction. A time costs two numbers in an array: labels
 * are looked up once, and the histogram is filled in batches.
 */
export function createTimings<Label extends string>(options: TimingsOptions<Label>) {
  const { name, help, labelNames, buckets, registry } = options;
  const [which, times] = [new Uint16Array(BATCH), new Float64Array(BATCH)];
  const series: ((seconds: number) => void)[] = [];
  let count = 0;

  function collect(): void {
    for (let each = 0; each < count; each++)
      series[which[each] ?? 0]?.((times[each] ?? 0) / SECOND_MS);
    count = 0;
  }

  const histogram = new Histogram({
    name,
    help,
    labelNames,
    buckets,
    registers: [registry],
    collect,
  });

  return {
    /** Returns a function that adds times with these labels. Call it once for each. */
    of(labels: Record<Label, string>): (ms: number) => void {
      histogram.zero(labels);
      const child = histogram.labels(labels);
      const index = series.push((seconds) => child.observe(seconds)) - 1;
      return (ms) => {
        which[count] = index;
        times[count] = ms;
        if (++count === BATCH) collect();
      };
    },
  };
}
