import type { Decimal } from 'decimal.js';
import { exactDigits, toDecimal, type Numeric } from '../../domain/numbers/numeric.js';
import { MINUS, SI_PREFIXES } from './figures.js';

/**
 * A figure in at most `width` characters (3 or more): every digit if they fit, else fewer decimals,
 * else thousands (`123k`), else its side (`>0`, `<0`, `>1Q`). Never part of its digits, which would
 * be another figure. A dash if absent; non-numbers as received.
 */
export function shortFigure(value: Numeric | null | undefined, width: number): string {
  return withHyphen(value, width).replace(/^-(?=[\d.])/, MINUS);
}

function withHyphen(value: Numeric | null | undefined, width: number): string {
  if (value === null || value === undefined || value === '') return '–';
  const decimal = toDecimal(value);
  if (decimal === null) return String(value);
  if (decimal.isZero()) return '0';
  if (decimal.e > 400) return decimal.isNegative() ? '<0' : '>1Q';
  if (decimal.e < -400) return decimal.isNegative() ? '<0' : '>0';
  const exact = exactDigits(value);
  if (exact.length <= width) return exact;
  for (const [step, letter] of SI_PREFIXES.entries()) {
    const digits = rounded(decimal.times(`1e-${3 * step}`), width - letter.length);
    if (digits === '0') return decimal.isNegative() ? '<0' : '>0';
    if (digits !== null) return `${digits}${letter}`;
  }
  return decimal.isNegative() ? '<0' : '>1Q';
}

/** With as many decimals as fit; null if even the whole part doesn't. */
function rounded(value: Decimal, width: number): string | null {
  for (let places = width; places >= 0; places--) {
    const digits = value.toDecimalPlaces(places).toFixed();
    if (digits.length <= width) return digits === '-0' ? '0' : digits;
  }
  return null;
}
