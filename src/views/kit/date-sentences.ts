import { daysIn, FIRST_DAY, MOST_DAYS, type DateProblem } from '../../domain/time/date-range.js';
import { dayText, rangeText } from './date-range.js';
import { code } from './text.js';

/** What is said when `from` and `to` make no range, or not the one that was asked for. */

const ACCEPTED =
  'a day such as `2026-11-01`, or a name such as `yesterday`, `last 7 days`, `this month`, `last month`';

export function dateProblemSentence(problem: DateProblem): string {
  switch (problem.kind) {
    case 'unreadable':
      return `\`${problem.option}\` takes ${ACCEPTED}; ${code(problem.typed, 40)} is neither.`;
    case 'no-such-day':
      return `\`${problem.option}\` is ${code(problem.typed, 40)}, a day that does not exist. It takes ${ACCEPTED}.`;
    case 'too-early':
      return `\`${problem.option}\` is ${code(problem.typed, 40)}, before there was anything to mine. The first day taken is \`${FIRST_DAY}\`.`;
    case 'future':
      return `\`from\` is ${dayText(problem.start)}, which is still to come. The pool's newest day is ${dayText(problem.today)} (UTC); take that or an earlier one.`;
    case 'reversed':
      return `\`from\` (${dayText(problem.start)}) is after \`to\` (${dayText(problem.end)}). Swap them, or leave one out.`;
    case 'too-long':
    default:
      return `\`from\` and \`to\` span ${daysIn(problem).toLocaleString('en')} days; at most ${MOST_DAYS} are shown at once. Ask for a shorter range, or for several one after the other.`;
  }
}

/** The range as the card prints it, and, where the end was cut, that it was. */
export function rangeLine(range: {
  readonly start: string;
  readonly end: string;
  readonly clamped: boolean;
}): string {
  const text = rangeText(range);
  return range.clamped
    ? `${text}\n-# The end asked for is still to come; cut to ${dayText(range.end)}, the newest day of the pool.`
    : text;
}
