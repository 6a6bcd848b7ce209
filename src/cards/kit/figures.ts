import { Decimal } from 'decimal.js';
import type { Scalar } from '../../pool/schemas.js';
import { cell, escape } from '../../text.js';

/**
 * Figures for cards, rounded; files have every digit. What the pool did not give is `NOT_GIVEN`,
 * never zero, and what is not a number is shown as it came.
 */

export type Figure = Scalar | Decimal | null | undefined;

export const NOT_GIVEN = 'not given';

const MINUS = '−';
const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];
const FOUR_DIGITS = { minimumSignificantDigits: 4, maximumSignificantDigits: 4 };
const formats = new Map<string, Intl.NumberFormat>();

/** Hashes per second: `341.1 PH/s`, four digits. */
export function hashrate(value: Figure): string {
  return shown(value, (rate) => {
    const rounded = rate.toSignificantDigits(4);
    const { unit, size } = hashrateUnit(rounded);
    const scaled = rounded.div(size);
    return `${format(scaled, scaled.isZero() ? {} : FOUR_DIGITS)} ${unit}`;
  });
}

/** The unit that suits a hashrate, such as PH/s, and its size in H/s. */
export function hashrateUnit(rate: Decimal) {
  const step = Math.min(Math.max(0, Math.floor(rate.e / 3)), PREFIXES.length - 1);
  return { unit: `${PREFIXES[step]}H/s`, size: Decimal.pow(1000, step) };
}

/** Coins with eight decimals, dollars with two: `0.43219156 BTC`, `1,570.88 USD`. */
export function amount(value: Figure, currency: unknown): string {
  return shown(value, (coins) => unit(digits(coins, currency), currency));
}

/** A gain or loss, always signed: `+0.02443680 BTC`, or with another word or none after it. */
export function signed(value: Figure, currency: unknown, after = currency): string {
  return shown(value, (coins) => unit(digits(coins, currency, 'exceptZero'), after));
}

/** Signed without its unit, for tables. */
export function signedCell(value: Figure, currency: unknown): string {
  return figureCell(value, (coins) => digits(coins, currency, 'exceptZero'));
}

export function amountCell(value: Figure, currency: unknown): string {
  return figureCell(value, (coins) => digits(coins, currency));
}

/** A price per PH/s per day, without its unit: at least as many decimals as an amount has. */
export function price(value: Figure, currency: unknown): string {
  return shown(value, (each) => digits(each, currency));
}

/** A fraction of 1 as `94.73%`; above 1 as it came, because the unit is then not known. */
export function percent(value: Figure): string {
  return shown(value, (share) =>
    share.abs().greaterThan(1)
      ? format(share)
      : format(share, { style: 'percent', maximumFractionDigits: 2 }),
  );
}

/** A number with its thousands grouped and every digit, and perhaps a unit such as ` PH/s`. */
export function count(value: Figure, unitAfter = ''): string {
  return shown(value, (number) => format(number) + unitAfter);
}

/** `−0.1%` against `before`; null if there is nothing to compare. */
export function change(now: Figure, before: Figure): string | null {
  const [to, from] = [decimal(now), decimal(before)];
  if (to === null || from === null || from.isZero()) return null;
  const share = to.minus(from).div(from.abs());
  return format(share, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
}

/** The difference of two fractions in points: `−2.9 pt`. */
export function points(now: Figure, before: Figure): string | null {
  const [to, from] = [decimal(now), decimal(before)];
  if (to === null || from === null) return null;
  const difference = to.minus(from).times(100);
  return `${format(difference, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })} pt`;
}

/** Exact sum; null if nothing was given, so that nothing reads as zero. */
export function sum(values: readonly Figure[]): Decimal | null {
  const given = values.map(decimal).filter((value) => value !== null);
  return given.length === 0 ? null : Decimal.sum(...given);
}

/** Null if it is absent or not a number. */
export function decimal(value: Figure): Decimal | null {
  if (value === null || value === undefined || value === '') return null;
  try {
    const number = new Decimal(value);
    return number.isFinite() ? number : null;
  } catch {
    return null;
  }
}

function shown(value: Figure, show: (number: Decimal) => string): string {
  if (value === null || value === undefined || value === '') return NOT_GIVEN;
  const number = decimal(value);
  return number === null ? escape(String(value)) : show(number);
}

/** For a table, which stands in a code block, where nothing is escaped. */
export function figureCell(value: Figure, show: (number: Decimal) => string): string {
  if (value === null || value === undefined || value === '') return '–';
  const number = decimal(value);
  return number === null ? cell(String(value), 14) : show(number);
}

function digits(coins: Decimal, currency: unknown, signDisplay?: 'exceptZero'): string {
  const places = currency === 'USD' ? 2 : 8;
  return format(coins, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    ...(signDisplay && { signDisplay }),
  });
}

function unit(figure: string, currency: unknown): string {
  return currency === null || currency === undefined ? figure : `${figure} ${escape(currency, 20)}`;
}

/** `Intl` takes decimal text and keeps every digit of it. */
function format(value: Decimal, options: Intl.NumberFormatOptions = {}): string {
  const key = JSON.stringify(options);
  const made =
    formats.get(key) ?? new Intl.NumberFormat('en', { maximumFractionDigits: 20, ...options });
  formats.set(key, made);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decimal text, which TypeScript cannot tell
  return made.format(value.toFixed() as Intl.StringNumericLiteral).replace('-', MINUS);
}
