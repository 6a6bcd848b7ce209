const styles: Record<string, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A `<t:…>` timestamp as Discord writes it, in the reader's own time zone. */
export function formatTimestamp(seconds: number, style: string, nowMs: number): string {
  if (style === 'R') return formatRelative(seconds - nowMs / 1000);
  const format = new Intl.DateTimeFormat('en-GB', styles[style] ?? styles['f']);
  return format.format(new Date(seconds * 1000));
}

function formatRelative(seconds: number): string {
  const [unit, length] =
    units.find(([, unitLength]) => Math.abs(seconds) >= unitLength) ?? (['second', 1] as const);
  return relative.format(Math.round(seconds / length), unit);
}

/** The time beside an author's name: "Today at 14:05", or a date. */
export function formatSent(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (at.toDateString() === new Date(nowMs).toDateString()) return `Today at ${time}`;
  return `${at.toLocaleDateString('en-GB')} ${time}`;
}
