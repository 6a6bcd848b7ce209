import { Temporal } from 'temporal-polyfill';
import {
  daysIn,
  FIRST_DAY,
  MAX_DAYS,
  type DateOption,
  type DateProblem,
  type DayRange,
} from '../../domain/time/date-range.js';
import type { ErrorWords } from '../../domain/errors/user-errors.js';
import type { NamedRange, Span } from '../../domain/time/named-ranges.js';
import { plural } from './figures.js';
import { capital, code } from './text.js';

/** Date ranges on cards. Days are the pool's, in UTC. */

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `1–19 Nov 2026 (19 days, UTC)` */
export function rangeText(range: Span): string {
  return `${daySpan(range)} (${plural(daysIn(range), 'day')}, UTC)`;
}

/** `1–19 Nov 2026`, `22 Oct – 20 Nov 2026`, `22 Dec 2025 – 20 Jan 2026` */
export function daySpan({ start, end }: Span): string {
  const from = Temporal.PlainDate.from(start);
  const to = Temporal.PlainDate.from(end);
  if (start === end) return dayText(end);
  if (from.year !== to.year) return `${dayText(start)} – ${dayText(end)}`;
  if (from.month !== to.month) return `${shortDay(start)} – ${dayText(end)}`;
  return `${from.day}–${dayText(end)}`;
}

/** `19 Nov 2026` */
export function dayText(day: string): string {
  return `${shortDay(day)} ${Number(day.slice(0, 4))}`;
}

/** `19 Nov` */
export function shortDay(day: string): string {
  return `${Number(day.slice(8, 10))} ${monthText(day)}`;
}

/** `Nov` */
export function monthText(day: string): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] ?? '';
}

/** The other ranges end on one of these days. */
const ENDS: Readonly<Record<string, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last month': 'End of last month',
  'last year': 'End of last year',
};

/** Choices for `from` or `to` that match the typed text; the value is the range's name. */
export function rangeChoices(
  option: DateOption,
  typed: string,
  usual: readonly NamedRange[],
): { name: string; value: string }[] {
  const wanted = typed.trim().toLowerCase();
  const shown = usual.flatMap((range) => {
    const label = option === 'from' ? capital(range.name) : ENDS[range.name];
    const days = option === 'from' ? daySpan(range) : dayText(range.end);
    return label === undefined ? [] : [{ name: `${label} · ${days}`, value: range.name }];
  });
  return shown.filter(({ name }) => name.toLowerCase().includes(wanted));
}

const ACCEPTED =
  'a day such as `2026-11-01` or `1 nov`, or a name such as `yesterday`, `last 7 days`, `last week`, `last month`';

export function dateProblemWords(problem: DateProblem): ErrorWords {
  return { title: 'Check the date', sentence: dateProblemSentence(problem) };
}

function dateProblemSentence(problem: DateProblem): string {
  switch (problem.kind) {
    case 'unreadable':
      return `\`${problem.option}\` takes ${ACCEPTED}; ${code(problem.typed, 40)} is neither.`;
    case 'no-such-day':
      return `\`${problem.option}\` is ${code(problem.typed, 40)}, a day that does not exist. It takes ${ACCEPTED}.`;
    case 'too-early':
      return `\`${problem.option}\` is ${code(problem.typed, 40)}, before there was anything to mine. The earliest day is \`${FIRST_DAY}\`.`;
    case 'future':
      return `\`from\` is ${dayText(problem.start)}, which is still to come. The pool's newest day is ${dayText(problem.today)} (UTC); take that or an earlier one.`;
    case 'reversed':
      return `\`from\` (${dayText(problem.start)}) is after \`to\` (${dayText(problem.end)}). Swap them, or leave one out.`;
    case 'too-long':
    default:
      return `\`from\` and \`to\` span ${daysIn(problem).toLocaleString('en')} days; at most ${MAX_DAYS} are shown at once. Ask for a shorter range, or for several, one after another.`;
  }
}

/** The range, and a note if its end was cut. */
export function rangeLine(range: DayRange): string {
  const text = rangeText(range);
  return range.clamped
    ? `${text}\n-# That end is still to come; cut to ${dayText(range.end)}, the pool’s newest day.`
    : text;
}
