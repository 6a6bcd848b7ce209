import { toDecimal, type Numeric } from '../../domain/numbers/numeric.js';
import { SI_PREFIXES } from '../kit/figures.js';
import { shortFigure } from '../kit/short-figure.js';
import { rightColumn, type Column } from '../kit/table.js';

/** Four digits and a decimal point. */
const WIDTH = 5;

/**
 * Hashrates given in H/s, shown in the largest one's unit, which is the heading: a unit in each row
 * would take room from names.
 */
export function hashrateColumn<Row>(
  rows: readonly Row[],
  rateOf: (row: Row) => Numeric | null,
): Column<Row> {
  const exponents = rows.map((row) => {
    const rate = toDecimal(rateOf(row));
    return rate === null || rate.isZero() ? 0 : rate.toSignificantDigits(4).e;
  });
  const largest = Math.max(0, Math.floor(Math.max(0, ...exponents) / 3));
  const step = Math.min(largest, SI_PREFIXES.length - 1);
  return rightColumn(`${SI_PREFIXES[step]}H/s`, WIDTH, (row) => {
    const rate = rateOf(row);
    const scaled = toDecimal(rate)?.times(`1e-${3 * step}`);
    if (scaled === undefined) return shortFigure(rate, WIDTH);
    // Keeps zeros, so that decimal points align.
    const digits = scaled.toFixed(Math.max(0, 3 - Math.max(0, scaled.e)));
    const isShown = digits.length <= WIDTH && (scaled.isZero() || /[1-9]/.test(digits));
    return isShown ? digits : shortFigure(scaled.toFixed(), WIDTH);
  });
}
