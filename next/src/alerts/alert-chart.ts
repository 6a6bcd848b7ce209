import { Decimal } from 'decimal.js';
import { lineChart } from '../cards/kit/charts.js';
import { decimal, hashrate } from '../cards/kit/figures.js';
import type { Picture } from '../discord/reply.js';
import { conditionName } from './alert-words.js';
import type { Rule } from './rule.js';

export interface ChartReadings {
  /** Oldest first; moments in ms, the pool's digits in the pool's unit. */
  readonly readings: readonly { readonly at: number; readonly value: string }[];
  /** The figure at which it fires. */
  readonly limit: string | null;
  /** Of the times below the picture. */
  readonly timeZone: string;
}

/** Readings are kept at least as often. */
const SLOT_MS = 10 * 60_000;
/** Fewer say nothing. */
const FEWEST = 3;
/** So long before now. */
export const CHART_MS = 6 * 3_600_000;

/** The rule's figures over the last hours, every ten minutes; undefined where there are too few. */
export async function alertChart(
  rule: Rule,
  { readings, limit, timeZone }: ChartReadings,
): Promise<Picture | undefined> {
  const bySlot = new Map(readings.map(({ at, value }) => [slotOf(at), value]));
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || bySlot.size < FEWEST) return undefined;
  const slots = Array.from(
    { length: slotOf(last.at) - slotOf(first.at) + 1 },
    (_, index) => slotOf(first.at) + index,
  );
  const { unit, factor } = unitOf(rule, readings);
  const scaled = (value: string | null | undefined) => decimal(value)?.times(factor) ?? null;
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
  const name = conditionName(rule.condition);
  return lineChart({
    name: rule.condition,
    days: slots.map((slot) => clock.format(slot * SLOT_MS)),
    areTimes: true,
    isSmall: true,
    panels: [
      {
        heading: name,
        unit: [unit, timeZone].filter(Boolean).join(' · '),
        series: [{ label: name, values: slots.map((slot) => scaled(bySlot.get(slot))) }],
        ...(limit !== null && { level: { label: 'Threshold', value: scaled(limit) } }),
      },
    ],
  });
}

function slotOf(at: number): number {
  return Math.floor(at / SLOT_MS);
}

/** The unit of the axis, and what a figure is multiplied by. */
function unitOf({ condition, currency }: Rule, readings: ChartReadings['readings']) {
  if (condition === 'efficiency') return { unit: '%', factor: new Decimal(100) };
  if (condition !== 'hashrate') return { unit: currency ?? '', factor: new Decimal(1) };
  const most = Decimal.max(0, ...readings.flatMap(({ value }) => decimal(value) ?? []));
  const step = Math.max(0, Math.floor(most.e / 3));
  return { unit: hashrate(most).split(' ')[1] ?? '', factor: Decimal.pow(1000, -step) };
}
