import { Temporal } from 'temporal-polyfill';
import { daysIn, type DateOption } from '../../domain/time/date-range.js';
import type { NamedRange, Span } from '../../domain/time/named-ranges.js';

/** Date ranges as people read them. The days are the pool's: UTC days. */

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `1–19 Nov 2026 (19 days, UTC)` */
export function rangeText(range: Span): string {
  const days = daysIn(range);
  return `${daySpan(range)} (${days} ${days === 1 ? 'day' : 'days'}, UTC)`;
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

/** Ends that are worth a name; the other ranges end on the same days. */
const ENDS: Readonly<Record<string, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last month': 'End of last month',
  'last year': 'End of last year',
};

/** Choices for `from` or `to`, by what is typed so far; the value is read back by its name. */
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
