import { Decimal } from 'decimal.js';
import { exactDigits, toDecimal, type Numeric } from '../domain/numeric.js';
import { plain } from './text.js';

/**
 * Figures as people read them. Rounding is for display alone; files keep every digit. What the
 * pool did not say is `NOT_GIVEN`, never a zero, and what is no number is shown as it came.
 */
export const NOT_GIVEN = 'not given';

type Given = Numeric | null | undefined;

/** Units that the API description leaves open (notes: W, °C, rpm, H/s), in one place. */
export const MINER_UNITS = { power: 'W', temperature: '°C', fan: 'rpm' } as const;

const SI_PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'] as const;

/** Hashes per second with an SI prefix and four significant digits: `1.234 EH/s`. */
export function hashrate(value: Given): string {
  return shown(value, (rate) => {
    // Four digits first, prefix second: 999.96 TH/s is 1.000 PH/s, never 1000 TH/s.
    const rounded = rate.toSignificantDigits(4);
    const thousands = Math.max(0, Math.floor(rounded.abs().log(10).div(3).toNumber() + 1e-12));
    const step = rounded.isZero() ? 0 : Math.min(thousands, SI_PREFIXES.length - 1);
    const scaled = rounded.div(Decimal.pow(1000, step));
    const digits = scaled.isZero() || step === 0 ? scaled.toFixed() : scaled.toPrecision(4);
    return `${grouped(digits)} ${SI_PREFIXES[step]}H/s`;
  });
}

/** Whole coins with up to eight decimals: `0.12345678 BTC`. Dollars have at least two. */
export function amount(value: Given, currency: string): string {
  return shown(value, (coins) => `${decimals(coins, currency)} ${plain(currency, 20)}`);
}

/** An amount that may be a loss: always signed, so that gain and loss differ without colour. */
export function signedAmount(value: Given, currency: string): string {
  return shown(value, (coins) => {
    const sign = coins.isZero() ? '' : coins.isNegative() ? '−' : '+';
    return `${sign}${decimals(coins.abs(), currency)} ${plain(currency, 20)}`;
  });
}

function decimals(coins: Decimal, currency: string): string {
  const rounded = coins.toDecimalPlaces(8, Decimal.ROUND_HALF_EVEN);
  if (rounded.isZero() && !coins.isZero()) return 'under 0.00000001';
  const least = currency === 'USD' ? 2 : 8;
  return grouped(rounded.toFixed(Math.max(least, rounded.decimalPlaces())));
}

/** A fraction 0..1 as percent; any other number as it came, without a percent sign (notes). */
export function fraction(value: Given): string {
  return shown(value, (part) =>
    part.isNegative() || part.greaterThan(1)
      ? grouped(exactDigits(value ?? ''))
      : `${part.times(100).toDecimalPlaces(2).toFixed()} %`,
  );
}

/** A count or plain number, every digit kept, thousands grouped. */
export function count(value: Given): string {
  return shown(value, () => grouped(exactDigits(value ?? '')));
}

/** A number with its unit: `3,250 W`. */
export function measure(value: Given, unit: string): string {
  return shown(value, () => `${grouped(exactDigits(value ?? ''))} ${unit}`);
}

/** Price of hash power: currency per PH/s per day. */
export function hashprice(value: Given, currency: string): string {
  return shown(value, (price) => `${decimals(price, currency)} ${plain(currency, 20)}/PH/s/day`);
}

/**
 * For a table cell under a heading with the unit, decimal points below each other: eight
 * decimals, two at least for dollars; a dash where absent.
 */
export function figureCell(value: Given, currency = ''): string {
  if (value === null || value === undefined || value === '') return '–';
  const decimal = toDecimal(value);
  return decimal === null ? String(value) : decimals(decimal, currency);
}

/** Thousands grouped by a comma; the decimals as they are. */
export function grouped(digits: string): string {
  const [whole = '', rest] = digits.split('.');
  const withCommas = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? withCommas : `${withCommas}.${rest}`;
}

function shown(value: Given, format: (decimal: Decimal) => string): string {
  if (value === null || value === undefined || value === '') return NOT_GIVEN;
  const decimal = toDecimal(value);
  return decimal === null ? plain(String(value), 40) : format(decimal);
}
