import type { Decimal } from 'decimal.js';
import { percentOf, toDecimal } from '../../numbers/numeric.js';

/** An order by where the money goes, so that no number of other addresses hides who gets most. */

/** What one thing is paid before and after; missing = it wasn't, or isn't, listed. */
export interface PaidShares {
  readonly before?: string | null | undefined;
  readonly after?: string | null | undefined;
}

/** By the largest gain, then by the largest share; the rest stay in their order. */
export function byShare<Item>(
  items: readonly Item[],
  sharesOf: (item: Item) => PaidShares,
): Item[] {
  const ranked = items.map((item) => ({ item, ...amounts(sharesOf(item)) }));
  return ranked
    .toSorted((one, other) => other.gain.comparedTo(one.gain) || other.to.comparedTo(one.to))
    .map(({ item }) => item);
}

export function gains(shares: PaidShares): boolean {
  return amounts(shares).gain.greaterThan(NOTHING);
}

function amounts({ before, after }: PaidShares): { readonly to: Decimal; readonly gain: Decimal } {
  const [from, to] = [amountOf(before), amountOf(after)];
  return { to, gain: to.lessThan(from) ? NOTHING : to.minus(from) };
}

/** A share that isn't given as a number may be any: it comes before 0, and after all others. */
function amountOf(share: string | null | undefined): Decimal {
  if (share === undefined) return NOTHING;
  return percentOf(share ?? '') ?? UNKNOWN;
}

const NOTHING = decimal('0');
const UNKNOWN = decimal('1e-1000');

function decimal(text: string): Decimal {
  const value = toDecimal(text);
  if (value === null) throw new Error(`${text} is no number`);
  return value;
}
