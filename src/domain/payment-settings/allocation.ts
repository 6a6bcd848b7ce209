import type { Decimal } from 'decimal.js';
import { sum } from '../numbers/numeric.js';
import type { PoolCurrency } from '../pool/currencies.js';
import { coinOf } from './address-checks.js';
import type { ListedAddress } from './listed-addresses.js';

/**
 * Whether allocations come to 100: in all or, of two coins that are paid as one, for each coin. The
 * pool's description doesn't say which; its present record may.
 */

type Entries = readonly Pick<ListedAddress, 'external_address' | 'revenue_allocation'>[];

type Coin = 'LTC' | 'DOGE';

/**
 * `wrong`: they come to 100 in neither way, though the present ones do. `odd`: they don't as the
 * present ones do, or nothing says that the pool wants 100.
 */
export function judgeAllocation(
  currency: PoolCurrency,
  before: Entries,
  after: Entries,
): 'right' | 'wrong' | 'odd' {
  const [now, next] = [before, after].map((each) => waysToHundred(currency, each));
  if (now === undefined || next === undefined) return 'odd';
  const isNew = before.length === 0;
  if (next.isEach && (isNew || now.isEach)) return 'right';
  if (next.isWhole && (now.isWhole || currency !== 'LTC_DOGE')) return 'right';
  const isNowRight = now.isWhole || now.isEach;
  return isNowRight && !next.isWhole && !next.isEach ? 'wrong' : 'odd';
}

function waysToHundred(currency: PoolCurrency, entries: Entries) {
  const sums = coinSums(currency, entries);
  return {
    isWhole: sum(entries.map(shareOf)).equals(100),
    isEach: sums !== null && sums.size > 0 && [...sums.values()].every((each) => each.equals(100)),
  };
}

/** Null for a single coin, and where an address doesn't tell its coin. */
export function coinSums(
  currency: PoolCurrency,
  entries: Entries,
): ReadonlyMap<Coin, Decimal> | null {
  if (currency !== 'LTC_DOGE') return null;
  const coins = entries.map(({ external_address: address }) => coinOf(address ?? ''));
  if (coins.includes(null)) return null;
  return new Map(
    (['LTC', 'DOGE'] as const)
      .filter((coin) => coins.includes(coin))
      .map((coin) => [coin, sum(entries.filter((_, at) => coins[at] === coin).map(shareOf))]),
  );
}

/** Which of two coins are paid before or after alone; empty where it can't be told. */
export function changedCoins(
  currency: PoolCurrency,
  before: Entries,
  after: Entries,
): { readonly coin: Coin; readonly isPaid: boolean }[] {
  const [now, next] = [coinSums(currency, before), coinSums(currency, after)];
  if (now === null || next === null) return [];
  const isPaid = (sums: typeof now, coin: Coin) => sums.get(coin)?.greaterThan(0) === true;
  return (['LTC', 'DOGE'] as const).flatMap((coin) => {
    const [was, is] = [before.length === 0 || isPaid(now, coin), isPaid(next, coin)];
    return was === is ? [] : [{ coin, isPaid: is }];
  });
}

function shareOf({ revenue_allocation: share }: Entries[number]) {
  return share ?? 0;
}
