import { utcDate } from '../../days.js';
import { cell, escape } from '../../text.js';
import { NOT_GIVEN } from './figures.js';

/** A moment as each reader's Discord shows it: `R` relative, `t` time, `d` date. */
export function moment(at: number, style: 'R' | 't' | 'd'): string {
  return `<t:${Math.floor(at / 1000)}:${style}>`;
}

/** `<t:…:d> <t:…:t>`: date and time. */
export function exactMoment(at: number): string {
  return `${moment(at, 'd')} ${moment(at, 't')}`;
}

/** The moment of a timestamp from the pool; null if it is absent or not a timestamp. */
export function momentOf(timestamp: unknown): number | null {
  const at = /^\d{4}-\d\d/.test(String(timestamp)) ? Date.parse(String(timestamp)) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** The moment of one of the pool's timestamps, relative or exact; another text as it came. */
export function momentText(timestamp: unknown, style?: 'R'): string {
  const at = momentOf(timestamp);
  if (at === null) return escape(timestamp || NOT_GIVEN);
  return style === undefined ? exactMoment(at) : moment(at, style);
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const YEAR = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** `29 Nov` of `2026-11-29…`; another text stays as it is. */
export function day(date: string | number | null | undefined): string {
  const at = momentOf(date);
  return at === null ? cell(date ?? '–') : threeLetters(DAY.format(at));
}

/** `29 Oct – 27 Nov`, `21–27 Nov`, with the year where the range ends in another year than `now`'s. */
export function days(start: string, end: string, now: number): string {
  const [from, to] = [momentOf(start), momentOf(end)];
  if (from === null || to === null) return `${cell(start)} – ${cell(end)}`;
  const isThisYear = new Date(to).getUTCFullYear() === new Date(now).getUTCFullYear();
  const range = (isThisYear ? DAY : YEAR).formatRange(from, to);
  return threeLetters(range.replaceAll(/\s?–\s?/g, ' – ').replace(/^(\d+) – /, '$1–'));
}

/** British English alone has a month of four: Sept. */
function threeLetters(days: string): string {
  return days.replaceAll('Sept', 'Sep');
}

/** The UTC day of one of the pool's timestamps, `YYYY-MM-DD`; another text as it came. */
export function utcDay(timestamp: unknown): string {
  const at = momentOf(timestamp);
  return at === null ? cell(timestamp ?? '–') : utcDate(at);
}
