import { parsePoolTimestamp } from '../../domain/time/pool-time.js';
import { NOT_GIVEN } from './figures.js';
import { escapeMarkdown } from './text.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** Discord's timestamp styles: `f` date and time, `D` date, `R` relative. */
type TimestampStyle = 'f' | 'D' | 'R' | 't';

/** A Discord timestamp, shown in each reader's own zone. */
export function timestamp(ms: number, style: TimestampStyle = 'f'): string {
  return `<t:${Math.floor(ms / SECOND_MS)}:${style}>`;
}

/** The pool's time; text that isn't a time is shown as received. */
export function poolTime(text: string | null | undefined, style: TimestampStyle = 'f'): string {
  if (text === null || text === undefined || text === '') return NOT_GIVEN;
  const ms = parsePoolTimestamp(text);
  return ms === null || Math.abs(ms) > 8e12 ? escapeMarkdown(text, 40) : timestamp(ms, style);
}

/** The time, followed by `5 minutes ago`. */
export function poolTimeWithAge(text: string | null | undefined): string {
  const time = poolTime(text);
  return time.startsWith('<t:') ? `${time} (${poolTime(text, 'R')})` : time;
}
