import { Decimal } from 'decimal.js';

/**
 * A number as the pool wrote it: a JSON number where a double holds every digit, else the
 * digits themselves as text. Convert late, and never sum as doubles.
 */
export type Numeric = number | string;

const Exact = Decimal.clone({ precision: 200, toExpNeg: -1e6, toExpPos: 1e6 });
/** Holds every digit between the largest and the smallest exponent that is taken. */
const Wide = Exact.clone({ precision: 25_000 });

/** Each part can match in one way only, so a megabyte that is no number is refused at once. */
const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,4})?\s*$/i;

/** Null for text that is no finite decimal number. */
export function toDecimal(value: Numeric): Decimal | null {
  if (typeof value === 'string' && !NUMBER.test(value)) return null;
  const decimal = new Exact(typeof value === 'string' ? value.trim() : value);
  return decimal.isFinite() ? decimal : null;
}

/** False for what is absent and for text that is no number: neither can be in a sum. */
export function isNumber(value: Numeric | null | undefined): value is Numeric {
  return value !== null && value !== undefined && toDecimal(value) !== null;
}

/** Every digit that came, without exponent; text that is no number comes back as it is. */
export function exactDigits(value: Numeric): string {
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return value;
  return toDecimal(value)?.toFixed() ?? String(value);
}

/** The exact sum of those that are numbers. */
export function sum(values: Iterable<Numeric>): Decimal {
  let total: Decimal = new Wide(0);
  for (const value of values) total = total.plus(toDecimal(value) ?? 0);
  return new Exact(total);
}
