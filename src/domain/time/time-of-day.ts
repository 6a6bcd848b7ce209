const TIME = /^(\d{1,2})(?:[:.h]([0-5]\d))?\s*(am|pm|h)?$/;

/** `HH:MM` for a typed time: `8`, `8:00`, `08.30`, `8h`, `8 am`, `8:30pm`; null if it isn't one. */
export function readTimeOfDay(typed: string): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replaceAll(/\b([ap])\.\s?m\.?/g, '$1m');
  const [, hours = '', minutes = '00', half] = TIME.exec(text) ?? [];
  const hour = hourOf(Number(hours), half);
  return hours === '' || hour === null ? null : `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** 12 am is midnight, 12 pm noon. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half !== 'am' && half !== 'pm') return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}
