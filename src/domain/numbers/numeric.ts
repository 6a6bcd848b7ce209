import { Decimal } from 'decimal.js';

/** A number as the pool wrote it: text if a double can't hold it. Never sum as doubles. */
export type Numeric = number | string;
/** As a field that the pool may leave out. */
export type OptionalNumeric = Numeric | null | undefined;

const Exact = Decimal.clone({ precision: 200, toExpNeg: -1e6, toExpPos: 1e6 });
/** Holds every digit between the largest and the smallest exponent. */
const Wide = Exact.clone({ precision: 25_000 });

/** Can't backtrack, so a megabyte that isn't a number is rejected at once. */
const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,4})?\s*$/i;

/** Null if absent, or for text that isn't a finite decimal number. */
export function toDecimal(value: OptionalNumeric): Decimal | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' && !NUMBER.test(value)) return null;
  const decimal = new Exact(typeof value === 'string' ? value.trim() : value);
  return decimal.isFinite() ? decimal : null;
}

/** `50` and `50 %` alike; null for anything else. */
export function percentOf(text: string): Decimal | null {
  return toDecimal(text.replace(/\s*%$/, ''));
}

/**
 * The change as a share of the earlier value: −0.1 is a tenth less. Null from zero, or unless both
 * are numbers.
 */
export function shareChange(
  now: Numeric | null | undefined,
  before: Numeric | null | undefined,
): Decimal | null {
  const [present, past] = [toDecimal(now), toDecimal(before)];
  if (present === null || past === null || past.isZero()) return null;
  return present.minus(past).div(past.abs());
}

/** False if absent, or for text that isn't a number. */
export function isNumber(value: Numeric | null | undefined): value is Numeric {
  return typeof value === 'string' ? NUMBER.test(value) : Number.isFinite(value);
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

/** Text that may have been a number, `1.0` say: what a double holds never becomes text. */
export function isNumberText(text: string): boolean {
  return JSON_NUMBER.test(text) && String(Number(text)) !== text;
}

/** Without an exponent; text that isn't a number is returned unchanged. */
export function exactDigits(value: Numeric): string {
  const text = String(value);
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  return toDecimal(value)?.toFixed() ?? String(value);
}

/** The exact sum of the values that are numbers. */
export function sum(values: Iterable<Numeric>): Decimal {
  let plain = 0n;
  let others: Decimal | null = null;
  for (const value of values) {
    const [, whole, places = ''] = PLAIN.exec(String(value)) ?? [];
    if (whole === undefined) others = new Wide(others ?? 0).plus(toDecimal(value) ?? 0);
    else plain += BigInt(whole + places.padEnd(PLACES, '0'));
  }
  const exact = `${plain}e-${PLACES}`;
  return new Exact(others === null ? exact : others.plus(exact));
}

/** Nearly all values; summed as integers, which is fast. */
const PLAIN = /^(-?\d{1,30})(?:\.(\d{1,30}))?$/;
const PLACES = 30;
