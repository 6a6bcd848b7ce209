import { now } from './app.js';

/** Discord's styles of a timestamp, as an English client outside the US writes them. */
const formats: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  f: { dateStyle: 'long', timeStyle: 'short' },
};

export function timestamp(ms: number, style = 'f'): string {
  return style === 'R' ? relative(ms) : new Intl.DateTimeFormat('en-GB', formats[style]).format(ms);
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

function relative(ms: number): string {
  const seconds = Math.round((ms - now()) / 1_000);
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? units[5];
  return new Intl.RelativeTimeFormat('en').format(Math.round(seconds / size), unit);
}

/** As beside an author's name and in a footer. */
export function dayAndTime(iso: string): string {
  const at = new Date(iso);
  const isToday = at.toDateString() === new Date(now()).toDateString();
  return `${isToday ? 'Today at' : timestamp(at.getTime(), 'd')} ${timestamp(at.getTime(), 't')}`;
}
