import { parsePoolTimestamp } from '../../domain/time/pool-time.js';
import { NOT_GIVEN } from './figures.js';
import { escapeMarkdown } from './text.js';

/** Discord's timestamp styles: `f` date and time, `D` date, `R` relative. */
type Style = 'f' | 'D' | 'R' | 't';

/** A Discord timestamp, which every reader sees in their own zone. */
export function timestamp(ms: number, style: Style = 'f'): string {
  return `<t:${Math.floor(ms / 1000)}:${style}>`;
}

/** The pool's own time; text that is no time is shown as it came. */
export function poolTime(text: string | null | undefined, style: Style = 'f'): string {
  if (text === null || text === undefined || text === '') return NOT_GIVEN;
  const ms = parsePoolTimestamp(text);
  return ms === null || Math.abs(ms) > 8e12 ? escapeMarkdown(text, 40) : timestamp(ms, style);
}

/** `5 minutes ago` beside the time itself. */
export function poolTimeWithAge(text: string | null | undefined): string {
  const time = poolTime(text);
  return time.startsWith('<t:') ? `${time} (${poolTime(text, 'R')})` : time;
}
