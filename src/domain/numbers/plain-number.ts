import type { Numeric } from './numeric.js';

/** The digits of a plainly written number: no sign, exponent or needless leading zero. */
export interface PlainNumber {
  readonly whole: string;
  /** The digits after the point, as received; empty if there are none. */
  readonly places: string;
}

const PLAIN = /^(0|[1-9]\d{0,29})(?:\.(\d{1,30}))?$/;

/**
 * Null for any other number. Nearly all numbers are plain, and showing them by their digits takes a
 * fifth of the time that `Decimal` needs.
 */
export function plainNumber(value: Numeric): PlainNumber | null {
  const [, whole, places = ''] = PLAIN.exec(String(value)) ?? [];
  return whole === undefined ? null : { whole, places };
}

/**
 * Four significant digits of a number above 9,999, rounded half up, and the power of ten of the
 * first. Null for a smaller number.
 */
export function fourDigits({ whole }: PlainNumber): { digits: string; exponent: number } | null {
  if (whole.length < 5) return null;
  const rounded = roundedUp(whole.slice(0, 4), whole.charAt(4));
  const exponent = whole.length - 1;
  return rounded < 10_000
    ? { digits: String(rounded), exponent }
    : { digits: '1000', exponent: exponent + 1 };
}

/**
 * A fraction from 0 to 1 in hundredths of a percent, rounded half up; null above 1, and for a
 * fraction above 0 that rounds to 0.
 */
export function hundredthsOfPercent({ whole, places }: PlainNumber): number | null {
  if (whole !== '0' && (whole !== '1' || /[1-9]/.test(places))) return null;
  const rounded = roundedUp(whole + places.slice(0, 4).padEnd(4, '0'), places.charAt(4));
  return rounded === 0 && /[1-9]/.test(places) ? null : rounded;
}

function roundedUp(digits: string, next: string): number {
  return Number(digits) + (next >= '5' ? 1 : 0);
}

/** At least this many decimals and at most eight, without needless zeros; null if it has more. */
export function eightPlaces({ whole, places }: PlainNumber, least: number): PlainNumber | null {
  const needed = places.replace(/0+$/, '');
  return needed.length > 8 ? null : { whole, places: needed.padEnd(least, '0') };
}
