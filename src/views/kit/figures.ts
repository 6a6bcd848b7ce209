import { Decimal } from 'decimal.js';
import {
  exactDigits,
  toDecimal,
  type Numeric,
  type OptionalNumeric,
} from '../../domain/numbers/numeric.js';
import {
  eightPlaces,
  fourDigits,
  hundredthsOfPercent,
  plainNumber,
  type PlainNumber,
} from '../../domain/numbers/plain-number.js';
import { escapeMarkdown } from './text.js';

/**
 * Figures for cards. Only these are rounded; files keep every digit. What the pool did not say is
 * `NOT_GIVEN`, never zero; what isn't a number is shown as received.
 */
export const NOT_GIVEN = 'not given';

/** The pool's text. */
export function formatText(text: string | null | undefined): string {
  return text ? escapeMarkdown(text, 80) : NOT_GIVEN;
}

/** Units that the API description leaves open (notes). */
export const MINER_UNITS = { power: 'W', temperature: '°C', fan: 'rpm' } as const;

/** Each is a thousand times the one before. */
export const SI_PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y', 'R', 'Q'] as const;

/** Hashes per second with an SI prefix and four significant digits: `1.234 EH/s`. */
export function hashrate(value: OptionalNumeric): string {
  return format(value, withPrefix);
}

/** For a table cell: a dash if absent. */
export function hashrateCell(value: OptionalNumeric): string {
  return formatCell(value, withPrefix);
}

function withPrefix({ plain, exact }: ParsedFigure): string {
  // Round to four digits before choosing a prefix: 999.96 TH/s is 1.000 PH/s, never 1000 TH/s.
  const four = plain && fourDigits(plain);
  if (four !== null) {
    const { digits, exponent } = four;
    const point = (exponent % 3) + 1;
    const scaled = `${digits.slice(0, point)}.${digits.slice(point)}`;
    return `${scaled} ${SI_PREFIXES[Math.floor(exponent / 3)]}H/s`;
  }
  const rate = exact();
  const rounded = rate.toSignificantDigits(4);
  if (!rounded.isZero() && rounded.e < -4) return `${almostZero(rate, '0.0001')} H/s`;
  const step = Math.min(Math.max(0, Math.floor(rounded.e / 3)), SI_PREFIXES.length - 1);
  const scaled = rounded.times(`1e-${3 * step}`);
  const digits = step === 0 || scaled.e > 3 ? scaled.toFixed() : scaled.toPrecision(4);
  return `${groupThousands(digits)} ${SI_PREFIXES[step]}H/s`;
}

/** For a number that rounds to zero but isn't. */
function almostZero(value: Decimal, least: string): string {
  return value.isNegative() ? `above ${MINUS}${least}` : `under ${least}`;
}

/** Whole coins with up to eight decimals: `0.12345678 BTC`. Dollars have at least two. */
export function amount(value: OptionalNumeric, currency: string): string {
  return format(value, (coins) => withUnit(decimals(coins, currency), currency));
}

/** The same without the unit. */
export function bareAmount(value: OptionalNumeric, currency: string): string {
  return format(value, (coins) => decimals(coins, currency));
}

/** An amount that may be a loss: always signed, so that gain and loss differ without colour. */
export function signedAmount(value: OptionalNumeric, currency: string): string {
  return format(value, (figure) => withUnit(signedDigits(figure, currency), currency));
}

/** The same without the unit. */
export function bareSignedAmount(value: OptionalNumeric, currency: string): string {
  return format(value, (figure) => signedDigits(figure, currency));
}

function signedDigits(figure: ParsedFigure, currency: string): string {
  const digits = decimals(figure, currency);
  const coins = figure.exact();
  const isGain = coins.isPositive() && !coins.isZero();
  return isGain ? digits.replace(/(?=\d)/, '+') : digits;
}

function withUnit(digits: string, currency: string): string {
  return `${digits} ${escapeMarkdown(currency, 20)}`.trimEnd();
}

function decimals({ plain, exact }: ParsedFigure, currency: string): string {
  const least = currency === 'USD' ? 2 : 8;
  const unrounded = plain && eightPlaces(plain, least);
  if (unrounded !== null) return `${groupThousands(unrounded.whole)}.${unrounded.places}`;
  const coins = exact();
  const rounded = coins.toDecimalPlaces(8, Decimal.ROUND_HALF_EVEN);
  if (rounded.isZero() && !coins.isZero()) return almostZero(coins, '0.00000001');
  return groupThousands(rounded.toFixed(Math.max(least, rounded.decimalPlaces())));
}

/** A fraction 0..1 as percent; any other number as received, without a percent sign (notes). */
export function fraction(value: OptionalNumeric): string {
  return format(value, ({ plain, exact }) => {
    const hundredths = plain && hundredthsOfPercent(plain);
    if (hundredths !== null) return `${hundredths / 100} %`;
    const part = exact();
    if (part.isNegative() || part.greaterThan(1)) return groupThousands(exactDigits(value ?? ''));
    const percent = part.times(100).toDecimalPlaces(2);
    return percent.isZero() && !part.isZero() ? 'under 0.01 %' : `${percent.toFixed()} %`;
  });
}

/** A count or plain number with every digit, thousands grouped. */
export function count(value: OptionalNumeric): string {
  return format(value, () => groupThousands(exactDigits(value ?? '')));
}

/** A number with its unit: `3,250 W`. */
export function formatWithUnit(value: OptionalNumeric, unit: string): string {
  return format(value, () => `${groupThousands(exactDigits(value ?? ''))} ${unit}`);
}

/** Price of hash power: currency per PH/s per day, with no more decimals than it has. */
export function hashprice(value: OptionalNumeric, currency: string): string {
  return format(value, (price) => `${withUnit(priceDigits(price, currency), currency)}/PH/s/day`);
}

/** The same without the unit. */
export function barePrice(value: OptionalNumeric, currency: string): string {
  return format(value, (price) => priceDigits(price, currency));
}

function priceDigits(price: ParsedFigure, currency: string): string {
  const digits = decimals(price, currency);
  const least = currency === 'USD' ? 2 : 0;
  const [whole = '', part = ''] = digits.split('.');
  const kept = part.replace(/0+$/, '').padEnd(least, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/**
 * For a table cell under a heading with the unit, decimal points aligned: eight decimals, two at
 * least for dollars; a dash if absent.
 */
export function figureCell(value: OptionalNumeric, currency = ''): string {
  return formatCell(value, (coins) =>
    decimals(coins, currency).replace('under ', '<').replace('above ', '>'),
  );
}

/** Unescaped, because a table is a code block. */
function formatCell(value: OptionalNumeric, digitsOf: (figure: ParsedFigure) => string): string {
  if (value === null || value === undefined || value === '') return '–';
  const figure = figureOf(value);
  return figure === null ? String(value) : digitsOf(figure);
}

/** As wide as the plus sign, and not mistaken for a hyphen. */
export const MINUS = '−';

/** `-1234567.5` as `−1,234,567.5`. */
export function groupThousands(digits: string): string {
  const [whole = '', rest] = digits.replace('-', MINUS).split('.');
  const withCommas = whole.length < 4 ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? withCommas : `${withCommas}.${rest}`;
}

/** `1 row`, `12,345 rows` */
export function plural(total: number, one: string, many = `${one}s`): string {
  return `${groupThousands(String(total))} ${total === 1 ? one : many}`;
}

function format(value: OptionalNumeric, digitsOf: (figure: ParsedFigure) => string): string {
  if (value === null || value === undefined || value === '') return NOT_GIVEN;
  const figure = figureOf(value);
  return figure === null ? escapeMarkdown(String(value), 40) : digitsOf(figure);
}

/** About as many as a card can hold. */
const MAX_DIGITS = 400;

/** A number, with its digits if those suffice: `exact` costs much more. */
interface ParsedFigure {
  readonly plain: PlainNumber | null;
  readonly exact: () => Decimal;
}

/** Null if not a number or absurdly long: then it is shown as received, cut. */
function figureOf(value: Numeric): ParsedFigure | null {
  const plain = plainNumber(value);
  if (plain !== null) return { plain, exact: () => toDecimal(value) ?? new Decimal(NaN) };
  if (typeof value === 'string' && value.length > MAX_DIGITS) return null;
  const decimal = toDecimal(value);
  if (decimal === null || Math.abs(decimal.e) > MAX_DIGITS) return null;
  return { plain, exact: () => decimal };
}
