import type { Snapshot } from '../../domain/daily/snapshot.js';
import { toDecimal, type Numeric } from '../../domain/numbers/numeric.js';
import { eachDay } from '../../domain/time/date-range.js';
import { daySpan } from '../kit/range-text.js';
import { SI_PREFIXES } from '../kit/figures.js';
import { oneByDay } from './by-day.js';
import type { ChartModel } from './model.js';
import { pictureOf, type Picture } from './render/picture.js';
import { LIGHT_SCALE } from './render/layout.js';

interface HashrateParts {
  readonly currency: string;
  /** Newest first; not empty. */
  readonly kept: readonly Snapshot[];
  /** What the pool says now, and the local date. */
  readonly now: Numeric | null | undefined;
  readonly date: string;
}

/** A small picture of the hashrate at each daily post and now. */
export function hashrateSeries({ kept, now, date }: HashrateParts): ChartModel {
  const entries = [
    ...kept.map((each) => ({ day: each.date, value: each.figures.hashrate_24h })),
    { day: date, value: now },
  ];
  const days = eachDay({ start: kept.at(-1)?.date ?? date, end: date });
  const values = oneByDay(entries, days);
  const largest = Math.max(0, ...values.map((value) => toDecimal(value)?.e ?? 0));
  const step = Math.min(Math.floor(largest / 3), SI_PREFIXES.length - 1);
  return {
    title: 'Hashrate, 24 hours',
    subtitle: daySpan({ start: days[0] ?? date, end: date }),
    days,
    panels: [
      {
        heading: 'Hashrate',
        unit: `${SI_PREFIXES[step]}H/s`,
        marks: 'line',
        series: [
          {
            label: 'Hashrate',
            values: values.map(
              (value) =>
                toDecimal(value)
                  ?.times(`1e-${3 * step}`)
                  .toFixed() ?? null,
            ),
          },
        ],
      },
    ],
    undrawn: 0,
    ofPosts: true,
  };
}

export function hashrateChart(parts: HashrateParts): Promise<Picture> {
  return pictureOf(`hashrate-${parts.currency}`, hashrateSeries(parts), LIGHT_SCALE);
}
