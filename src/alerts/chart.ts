import { Decimal } from 'decimal.js';
import { drawChart } from '../cards/kit/charts.js';
import { decimal, hashrateUnit } from '../cards/kit/figures.js';
import { HOUR, MINUTE } from '../clock.js';
import type { Picture } from '../discord/reply.js';
import { dotted } from '../text.js';
import type { Alert, ServerAlerts } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import { ruleOf } from './rule.js';

/** Figures are kept at least as often. */
const SLOT_MS = 10 * MINUTE;
/** Fewer points show nothing. */
const FEWEST = 3;
const SHOWN_MS = 6 * HOUR;

/** The rule's figures over the last hours, every ten minutes; undefined if there are too few. */
export async function alertChart(
  alert: Alert,
  { rules, now, settings: { timeZone } }: ServerAlerts,
): Promise<Picture | undefined> {
  const { reading, condition } = alert;
  const rule = ruleOf(rules, alert.rule);
  if (reading === null || rule === null) return undefined;
  const kept = rule.note.figures.filter(({ at }) => at >= now - SHOWN_MS);
  const bySlot = new Map(kept.map(({ at, value }) => [Math.floor(at / SLOT_MS), value]));
  if (bySlot.size < FEWEST) return undefined;
  const first = Math.min(...bySlot.keys());
  const length = Math.max(...bySlot.keys()) - first + 1;
  const slots = Array.from({ length }, (_, index) => first + index);
  const { unit, factor } = unitOf(alert, [...bySlot.values()]);
  const scaled = (value: string | undefined) => decimal(value)?.times(factor) ?? null;
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
  const { name } = CONDITION_SPECS[condition];
  return drawChart({
    name: condition,
    marks: 'line',
    days: slots.map((slot) => clock.format(slot * SLOT_MS)),
    areTimes: true,
    panels: [
      {
        heading: name,
        unit: dotted(unit, timeZone),
        series: [{ label: name, values: slots.map((slot) => scaled(bySlot.get(slot))) }],
        level: { label: 'Threshold', value: scaled(reading.limit) },
      },
    ],
  });
}

/** The unit of the axis, and the factor for its figures. */
function unitOf({ condition, currency }: Alert, values: readonly string[]) {
  if (condition === 'efficiency') return { unit: '%', factor: new Decimal(100) };
  if (condition !== 'hashrate') return { unit: currency ?? '', factor: new Decimal(1) };
  const { unit, size } = hashrateUnit(Decimal.max(...values));
  return { unit, factor: new Decimal(1).div(size) };
}
