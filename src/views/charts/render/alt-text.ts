import { Decimal } from 'decimal.js';
import { sum, toDecimal } from '../../../domain/numbers/numeric.js';
import { daySpan, dayText } from '../../kit/range-text.js';
import { groupThousands, MINUS, plural } from '../../kit/figures.js';
import type { ChartModel, Panel } from '../model.js';

/** Discord's limit for a file's description. */
const LIMIT = 1024;

/** Range, highest, lowest and last figures, and what is missing. */
export function altText({ title, subtitle, days: given, ...rest }: ChartModel): string {
  const { panels, undrawn, ofPosts, ticks } = rest;
  const [start, end] = [given[0], given.at(-1)];
  const isDays = ticks === undefined;
  const axis = isDays
    ? { words: given.map((day) => `on ${dayText(day)}`), slots: 'days' }
    : { words: given, slots: 'steps of five minutes' };
  const range = isDays && start !== undefined && end !== undefined ? daySpan({ start, end }) : '';
  const words = isDays ? range : subtitle.replace(/^The/, 'the');
  const span = words === '' ? '' : `, ${words}`;
  const sentences = [
    `Chart: ${title}${span}${ofPosts || !isDays ? '' : ' (UTC days)'}.`,
    ...panels.flatMap((panel) => panelSentences(panel, axis)),
    ...(undrawn === 0
      ? []
      : [
          `Not drawn: ${plural(undrawn, 'row')} without a day of the range, without a number, or doubled.`,
        ]),
  ];
  // Whole sentences only; the first ones say the most.
  let text = '';
  for (const sentence of sentences) {
    if (text.length + sentence.length + 1 > LIMIT) break;
    text = text === '' ? sentence : `${text} ${sentence}`;
  }
  return text;
}

/** The labels along the horizontal axis. */
interface Axis {
  readonly words: readonly string[];
  readonly slots: string;
}

function panelSentences(panel: Panel, axis: Axis): string[] {
  const name = panel.unit === '' ? panel.heading : `${panel.heading} in ${panel.unit}`;
  if (panel.marks === 'stacked-bars') return stackSentences(panel, axis, name);
  const several = panel.series.length > 1;
  return [
    ...panel.series.map(({ label, values }) =>
      course(several ? `${name}, ${label}` : name, values, axis),
    ),
    ...(panel.level === undefined
      ? []
      : [`The dashed line is ${panel.level.label}: ${inWords(panel.level.value)}.`]),
  ];
}

function stackSentences({ series }: Panel, axis: Axis, name: string): string[] {
  const totals = axis.words.map((_, index) => {
    const parts = series.flatMap(({ values }) => values[index] ?? []);
    return parts.length === 0 ? null : sum(parts).toFixed();
  });
  const parts = series.map(
    ({ label, values }) =>
      `${label} ${inWords(sum(values.flatMap((value) => value ?? [])).toFixed())}`,
  );
  const whole = inWords(sum(totals.flatMap((value) => value ?? [])).toFixed());
  return parts.length === 0
    ? [course(name, totals, axis)]
    : [course(name, totals, axis), `Total ${whole}: ${parts.join(', ')}.`];
}

function course(name: string, values: readonly (string | null)[], { words, slots }: Axis): string {
  const known = values.flatMap((value, index) => {
    const decimal = toDecimal(value);
    return decimal === null ? [] : [{ decimal, day: words[index] ?? '' }];
  });
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return `${name}: no figures.`;
  const without = values.length - known.length;
  const gaps = without === 0 ? '' : `; no figure on ${without} of ${values.length} ${slots}`;
  if (known.length === 1) return `${name}: ${inWords(first.decimal)} ${first.day}${gaps}.`;
  const highest = known.reduce((best, each) => (each.decimal.gt(best.decimal) ? each : best));
  const lowest = known.reduce((best, each) => (each.decimal.lt(best.decimal) ? each : best));
  return `${name}: highest ${inWords(highest.decimal)} ${highest.day}, lowest ${inWords(lowest.decimal)} ${lowest.day}, last ${inWords(last.decimal)} ${last.day}${gaps}.`;
}

/** Eight decimals at most, without trailing zeros. */
function inWords(value: string | Decimal): string {
  const decimal = new Decimal(value);
  const rounded = decimal.toDecimalPlaces(8, Decimal.ROUND_HALF_EVEN);
  if (rounded.isZero() && !decimal.isZero()) return 'under 0.00000001';
  if (rounded.abs().gte(1e15))
    return rounded.toSignificantDigits(6).toExponential().replace(/^-/, MINUS);
  return groupThousands(rounded.toFixed());
}
