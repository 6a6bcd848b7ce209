import { Temporal } from 'temporal-polyfill';

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?\.? ([a-z]{3,9})\.?(?:,? (\d{4}))?$/;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/;

/**
 * `YYYY-MM-DD` for a day as people type it, in lower case: `13 nov`, `nov 13`, `13 november 2025`;
 * null if it isn't one. Without a year: the latest such day up to `today`.
 */
export function readTypedDay(text: string, today: string): string | null {
  const [, dayA, monthA = '', yearA] = DAY_FIRST.exec(text) ?? [];
  const [, monthB = '', dayB, yearB] = MONTH_FIRST.exec(text) ?? [];
  const month = monthOf(monthA === '' ? monthB : monthA);
  const day = Number(dayA ?? dayB);
  const year = yearA ?? yearB;
  if (month === null || !Number.isInteger(day)) return null;
  const now = Temporal.PlainDate.from(today);
  if (year !== undefined) return dayIn(Number(year), month, day);
  // Only every fourth year has a 29th of February.
  for (let back = 0; back <= 8; back++) {
    const found = dayIn(now.year - back, month, day);
    if (found !== null && found <= today) return found;
  }
  return null;
}

/** 1 to 12, from its first three letters or more. */
function monthOf(word: string): number | null {
  const at = word.length < 3 ? -1 : MONTHS.findIndex((month) => month.startsWith(word));
  return at === -1 ? null : at + 1;
}

/** `YYYY-MM-DD`; null if the month has no such day. */
export function dayIn(year: number, month: number, day: number): string | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}
