import { readEnum, type Call, type Operation } from '../call.js';
import { readRange } from '../date-range.js';
import { readScope } from '../scope.js';
import type { Coin } from '../workspace/addresses.js';
import { round } from '../workspace/contracts.js';
import { dayOf, earlierOf, eachDay, laterOf } from '../workspace/days.js';
import { between, keyed } from '../workspace/random.js';
import type { RevenueEntryRecord, RevenueRowRecord } from '../workspace/records.js';
import { coinsOf, hashprice, toCoins } from '../workspace/revenue.js';
import type { PoolSubaccount } from '../workspace/sites.js';

export const poolCurrencies = ['BTC', 'LTC_DOGE', 'SC', 'ZEC'] as const;
const revenueCurrencies = [...poolCurrencies, 'LTC', 'DOGE'] as const;

/** 4.1: summary and revenue. */
export const poolReports: readonly Operation[] = [
  { method: 'GET', path: '/api/v2/pool/summary/:currency_type', run: summary },
  { method: 'GET', path: '/api/v2/pool/revenue/:currency_type', run: revenue },
];

/** How much rarer hash rate is on the other algorithms. */
const otherScale = 20_000;

function summary(call: Call): unknown {
  const currency = readEnum(call, 'currency_type', poolCurrencies);
  const scope = readScope(call);
  const { seed, earnings, payments, show } = call.workspace;
  const coins = coinsOf[currency] ?? [];
  const mining = scope.filter((each) => coins.some((coin) => earnings.mines(each, coin)));
  const lastDay = earnings.lastDay();
  const powers = mining.map(earnings.power);
  const scale = currency === 'BTC' ? 1 : otherScale;
  const now = powers.reduce((sum, { hashrate }) => sum + hashrate, 0n) / BigInt(scale);
  const ofDay = mining.reduce((sum, each) => sum + earnings.powerOfDay(each), 0n) / BigInt(scale);
  const active = Math.ceil(total(powers, (each) => each.active) / (currency === 'BTC' ? 1 : 20));
  const market = hashprice(seed, 'BTC', dayOf(call.workspace.now()));
  const earned = (coin: Coin) =>
    entry(
      coin,
      total(mining, (each) => earnings.onDay(each, coin, lastDay)),
    );
  return {
    currency_type: currency,
    subaccounts: scope.map(show),
    hashrate_5m: `${now}`,
    hashrate_24h: `${(ofDay * BigInt(Math.round(between(970, 1010, keyed(seed, 'day', lastDay))))) / 1000n}`,
    efficiency_5m: mining.length === 0 ? 0 : fraction(0.96, 0.998, keyed(seed, 'now', lastDay)),
    uptime_24h: mining.length === 0 ? 0 : fraction(0.94, 0.995, keyed(seed, 'up', lastDay)),
    active_miners: active,
    revenue_24h: coins.map(earned),
    revenue_all_time: coins.map((coin) =>
      entry(
        coin,
        total(mining, (each) => earnings.allTime(each, coin)),
      ),
    ),
    hashprice: coins.map((coin) => ({
      currency_type: coin,
      value: coin === 'BTC' ? market : priceOf(earned(coin).revenue, now),
    })),
    balance: coins.map((coin) => ({
      currency_type: coin,
      revenue: toCoins(total(mining, (each) => payments.owed(each, coin))),
    })),
  };
}

function revenue(call: Call): unknown {
  const currency = readEnum(call, 'currency_type', revenueCurrencies);
  const range = readRange(call);
  const scope = readScope(call);
  const { earnings, show } = call.workspace;
  const coins = coinsOf[currency] ?? [];
  const days = eachDay(
    laterOf(range.start_date, earnings.firstDay()),
    earlierOf(range.end_date, earnings.lastDay()),
  );
  return {
    currency_type: currency,
    ...range,
    subaccounts: scope.map(show),
    revenue: days.flatMap((day) => coins.flatMap((coin) => revenueRow(call, { scope, coin, day }))),
  };
}

/** No row on a day when none of them mined. */
function revenueRow(
  { workspace: { earnings } }: Call,
  { scope, coin, day }: { scope: readonly PoolSubaccount[]; coin: Coin; day: string },
): RevenueRowRecord[] {
  const mining = scope.filter((each) => earnings.mines(each, coin));
  if (mining.length === 0) return [];
  const earned = total(mining, (each) => earnings.onDay(each, coin, day));
  return [{ date_time: `${day}T00:00:00Z`, revenue: entry(coin, earned) }];
}

/** What a PH/s earned, for coins without a market price. */
function priceOf(earned: number, hashrate: bigint): number {
  return hashrate === 0n ? 0 : round(earned / (Number(hashrate) / 1e15), 'coins');
}

function entry(coin: Coin, earned: number): RevenueEntryRecord {
  return { currency_type: coin, revenue_type: 'MINING', revenue: toCoins(earned) };
}

function fraction(low: number, high: number, chance: number): number {
  return Math.round(between(low, high, chance) * 10_000) / 10_000;
}

function total<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}
