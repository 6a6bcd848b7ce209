import { monthText, shortDay } from '../date-range.js';

/** Few ticks that a phone can show, and their labels. */

const MOST_DAY_LABELS = 6;
const STEPS = [2, 3, 4, 5, 6, 7, 10, 14];
/** Past this the first days of months are labelled. */
const LONG = 84;

export interface DayTick {
  readonly index: number;
  readonly label: string;
}

/** Every day of a week; else each nth counted back from the last day; else months. */
export function dayTicks(days: readonly string[]): DayTick[] {
  if (days.length > LONG) return monthTicks(days);
  const step =
    days.length <= 7
      ? 1
      : (STEPS.find((each) => (days.length - 1) / each < MOST_DAY_LABELS) ?? STEPS.at(-1) ?? 1);
  return days.flatMap((day, index) =>
    (days.length - 1 - index) % step === 0 ? [{ index, label: shortDay(day) }] : [],
  );
}

function monthTicks(days: readonly string[]): DayTick[] {
  const firsts = days.flatMap((day, index) =>
    index > 0 && day.slice(0, 7) !== days[index - 1]?.slice(0, 7) ? [{ day, index }] : [],
  );
  const step = Math.ceil(firsts.length / MOST_DAY_LABELS);
  const shown = firsts.filter((_, place) => place % step === 0);
  return shown.map(({ day, index }, place) => {
    const year = day.slice(0, 4);
    const isNew = place === 0 || shown[place - 1]?.day.slice(0, 4) !== year;
    return { index, label: isNew ? `${monthText(day)} ${year}` : monthText(day) };
  });
}

/** A tick's figure with just the decimals that tell it from its neighbours `step` away. */
export function axisFigure(value: number, step: number, signed: boolean): string {
  const size = Math.max(Math.abs(value), step);
  const sign = value < 0 ? '−' : signed && value > 0 ? '+' : '';
  if (value === 0) return '0';
  if (size >= 1e15 || step < 1e-8)
    return sign + Math.abs(value).toExponential(1).replace('e+', 'e');
  const [scale, suffix] =
    size >= 1e12 ? [1e12, 'T'] : size >= 1e9 ? [1e9, 'B'] : size >= 1e6 ? [1e6, 'M'] : [1, ''];
  const decimals = decimalsOf(step / scale);
  return `${sign}${(Math.abs(value) / scale).toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}${suffix}`;
}

function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 9; decimals++) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 9;
}
