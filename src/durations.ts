import { optionError } from './errors.js';
import { code, oneLine } from './text.js';

const UNITS = [
  { length: 1_440, word: 'day' },
  { length: 60, word: 'h' },
] as const;

/** Minutes as `10 min`, `2 h`, `1 day`. */
export function duration(minutes: number): string {
  const unit = UNITS.find(({ length }) => minutes >= length && minutes % length === 0);
  if (unit === undefined) return `${minutes} min`;
  const total = minutes / unit.length;
  return `${total} ${unit.word}${unit.word === 'day' && total !== 1 ? 's' : ''}`;
}

const LENGTHS: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1_440 };

/** Minutes from `90m`, `90 min`, `2h`, `1.5 hours`, `1d`; null if it is not a whole number of them. */
export function minutesTyped(typed: string): number | null {
  const parts = /^(\d+(?:\.\d+)?) ?(m|h|d)(?:ins?|inutes?|rs?|ours?|ays?)?$/i.exec(typed.trim());
  if (parts === null) return null;
  const minutes = Number(parts[1]) * (LENGTHS[parts[2]?.toLowerCase() ?? ''] ?? Number.NaN);
  return Number.isInteger(minutes) ? minutes : null;
}

/** Minutes of an option, in which a bare number means minutes too. @throws UserError */
export function minutesIn(
  option: string,
  typed: string,
  { least = 0, most }: { readonly least?: number; readonly most: number },
): number {
  const words = oneLine(typed);
  const minutes = /^\d{1,4}$/.test(words) ? Number(words) : minutesTyped(words);
  if (minutes !== null && minutes >= least && minutes <= most) return minutes;
  const range =
    least === 0 ? `up to ${duration(most)}` : `from ${duration(least)} to ${duration(most)}`;
  throw optionError(option, `${code(words, 40)} isn’t a time ${range}. Use 30 min, 2h or 1d.`);
}
