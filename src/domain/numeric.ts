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
  return typeof value === 'string' ? NUMBER.test(value) : Number.isFinite(value);
}

/** Every digit that came, without exponent; text that is no number comes back as it is. */
export function exactDigits(value: Numeric): string {
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return value;
  return toDecimal(value)?.toFixed() ?? String(value);
}

/** The exact sum of those that are numbers. */
export function sum(values: Iterable<Numeric>): Decimal {
  let plain = 0n;
  let others: Decimal = new Wide(0);
  for (const value of values) {
    const [, whole, places = ''] = PLAIN.exec(String(value)) ?? [];
    if (whole === undefined) others = others.plus(toDecimal(value) ?? 0);
    else plain += BigInt(whole + places.padEnd(PLACES, '0'));
  }
  return new Exact(others.plus(`${plain}e-${PLACES}`));
}

/** Nearly all that comes; as integers of their last place a hundred thousand hold nobody up. */
const PLAIN = /^(-?\d{1,30})(?:\.(\d{1,30}))?$/;
const PLACES = 30;
