import type { ChartModel } from '../model.js';
import { monthText, shortDay } from '../../kit/range-text.js';

/** As many as fit side by side in the smallest text. */
const MAX_DAY_LABELS = 5;
const STEPS = [1, 2, 3, 4, 5, 6, 7, 10, 14, 21];
/** Beyond this, the first days of months are labelled. */
const LONG = 84;

interface DayTick {
  readonly index: number;
  readonly label: string;
}

/** Every nth day back from the last; months over a long time. */
export function dayTicks({ days, ticks }: Pick<ChartModel, 'days' | 'ticks'>): readonly DayTick[] {
  if (ticks !== undefined) return ticks;
  if (days.length > LONG) return monthTicks(days);
  const step = STEPS.find((each) => (days.length - 1) / each < MAX_DAY_LABELS) ?? 1;
  return days.flatMap((day, index) =>
    (days.length - 1 - index) % step === 0 ? [{ index, label: shortDay(day) }] : [],
  );
}

function monthTicks(days: readonly string[]): DayTick[] {
  const firsts = days.flatMap((day, index) =>
    index > 0 && day.slice(0, 7) !== days[index - 1]?.slice(0, 7) ? [{ day, index }] : [],
  );
  const step = Math.ceil(firsts.length / MAX_DAY_LABELS);
  const shown = firsts.filter((_, place) => place % step === 0);
  return shown.map(({ day, index }, place) => {
    const year = day.slice(0, 4);
    const isNew = place === 0 || shown[place - 1]?.day.slice(0, 4) !== year;
    return { index, label: isNew ? `${monthText(day)} ${year}` : monthText(day) };
  });
}

/** With just enough decimals to differ from its neighbours. */
export function axisFigure(value: number, ticks: readonly number[], signed: boolean): string {
  if (value === 0) return '0';
  const [first = 0, second = first + 1] = ticks;
  const step = Math.abs(second - first);
  const largest = Math.max(...ticks.map(Math.abs));
  const sign = value < 0 ? '−' : signed ? '+' : '';
  const size = Math.abs(value);
  if (largest >= 1e15 || step < 1e-8) return sign + size.toExponential(1).replace('e+', 'e');
  const [scale, suffix] = SCALES.find(([least]) => largest >= least) ?? [1, ''];
  const digits = decimalsOf(step / scale);
  return `${sign}${withDecimals(digits).format(size / scale)}${suffix}`;
}

/** Cached, because making one takes longer than formatting many figures. */
const formats = new Map<number, Intl.NumberFormat>();

function withDecimals(digits: number): Intl.NumberFormat {
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = formats.get(digits) ?? new Intl.NumberFormat('en', places);
  formats.set(digits, format);
  return format;
}

const SCALES = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
] as const;

function decimalsOf(step: number): number {
  for (let digits = 0; digits < 9; digits++) {
    const scaled = step * 10 ** digits;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return digits;
  }
  return 9;
}

/** Room for the longest tick of all panels, so that their days align. */
export function axisWidth({ panels }: ChartModel): number {
  const lengths = panels.flatMap(({ series }) => {
    const sizes = series.flatMap(({ values }) => values.map((value) => Math.abs(Number(value))));
    const largest = sizes.reduce(
      (most, size) => (Number.isFinite(size) ? Math.max(most, size) : most),
      0,
    );
    if (largest === 0) return 3;
    return largest < 1
      ? 5 + Math.min(7, Math.max(0, -Math.floor(Math.log10(largest)) - 1))
      : largest < 1e6
        ? Math.ceil(Math.log10(largest + 1)) + 2
        : 5;
  });
  return 30 + 17 * Math.max(4, ...lengths);
}
