import { toDecimal, type Numeric } from '../../domain/numbers/numeric.js';
import { waitingTimeText } from '../../domain/time/duration-text.js';
import { SI_PREFIXES } from '../kit/figures.js';
import type { ChartModel } from './model.js';
import { LIGHT_SCALE } from './render/layout.js';
import { pictureOf, type Picture } from './render/picture.js';
import { MINUTE_MS } from '../../domain/time/units.js';

/** A figure kept from a reading. */
export interface TimedFigure {
  /** In ms. */
  readonly at: number;
  readonly value: Numeric;
}

interface ReadingsParts {
  readonly heading: string;
  /** `H/s` is drawn with a prefix, `%` as a share of 1; empty = a plain number. */
  readonly unit: string;
  readonly readings: readonly TimedFigure[];
  /** The figure at which the rule fires. */
  readonly limit: string | undefined;
  /** Time zone of the times below the picture. */
  readonly zone: string;
}

const SLOT_MS = 5 * MINUTE_MS;
const SLOTS_AN_HOUR = 12;
/** A picture of fewer readings says nothing. */
const MIN_READINGS = 3;
const MAX_TICKS = 5;

/** A figure over the hours up to the newest reading; null if too few readings are kept. */
export function readingsSeries(parts: ReadingsParts): ChartModel | null {
  const { heading, unit, limit, zone } = parts;
  const known = parts.readings
    .flatMap(({ at, value }) => {
      const decimal = toDecimal(value);
      return decimal === null ? [] : [{ slot: Math.floor(at / SLOT_MS), decimal }];
    })
    .toSorted((one, other) => one.slot - other.slot);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length < MIN_READINGS) return null;
  const bySlot = new Map(known.map(({ slot, decimal }) => [slot, decimal]));
  const slots = Array.from(
    { length: last.slot - first.slot + 1 },
    (_, index) => first.slot + index,
  );
  if (bySlot.size < MIN_READINGS) return null;
  const largest = Math.max(0, ...known.map(({ decimal }) => decimal.e));
  const step = unit === 'H/s' ? Math.min(Math.floor(largest / 3), SI_PREFIXES.length - 1) : 0;
  const factor = unit === '%' ? '1e2' : `1e-${3 * step}`;
  const scaled = (value: Numeric) => toDecimal(value)?.times(factor).toFixed() ?? null;
  const level = limit === undefined ? null : scaled(limit);
  const hours = Math.max(1, Math.round(slots.length / SLOTS_AN_HOUR));
  return {
    title: heading,
    subtitle: `The last ${hours === 1 ? 'hour' : `${hours} hours`} (${zone} time)`,
    days: slots.map((slot) => agoText(last.slot - slot)),
    ticks: ticksOf(slots, zone),
    panels: [
      {
        heading,
        unit: `${SI_PREFIXES[step]}${unit}`,
        marks: 'line',
        series: [
          {
            label: heading,
            values: slots.map((slot) => {
              const decimal = bySlot.get(slot);
              return decimal === undefined ? null : scaled(decimal.toFixed());
            }),
          },
        ],
        ...(level === null ? {} : { level: { label: 'Threshold', value: level } }),
      },
    ],
    undrawn: 0,
  };
}

/** Candidate steps between two times, in minutes; the first that leaves few enough is used. */
const TICK_MINUTES = [15, 30, 60, 120, 180, 360, 720];

/** Clock times at whole hours, or at parts of one. */
function ticksOf(slots: readonly number[], zone: string): NonNullable<ChartModel['ticks']> {
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone });
  const times = slots.map((slot, index) => {
    const label = clock.format(slot * SLOT_MS);
    const [hours, minutes] = label.split(':').map(Number);
    return { index, label, minute: (hours ?? 0) * 60 + (minutes ?? 0) };
  });
  const every = TICK_MINUTES.map((step) => times.filter(({ minute }) => minute % step === 0));
  const found = every.find((each) => each.length <= MAX_TICKS) ?? times.slice(-1);
  return (found.length > 0 ? found : times.slice(-1)).map(({ index, label }) => ({ index, label }));
}

function agoText(slots: number): string {
  return slots === 0 ? 'at the end' : `${waitingTimeText(slots * 5)} before`;
}

export async function readingsChart(parts: ReadingsParts): Promise<Picture | null> {
  const model = readingsSeries(parts);
  return model === null ? null : pictureOf('readings', model, LIGHT_SCALE);
}
