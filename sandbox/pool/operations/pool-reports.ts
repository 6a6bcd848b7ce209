import { z } from 'zod';
import { readEnum, readQuery, type Call, type Operation } from '../call.js';
import { paginate } from '../paging.js';
import { refuse } from '../refusal.js';
import { readScope } from '../scope.js';
import { dayOf, earlierOf, eachDay, laterOf, startOf, timestamp } from '../workspace/days.js';
import { between, keyed } from '../workspace/random.js';
import type { DevFeeRecord, RevenueEntryRecord, RevenueRowRecord } from '../workspace/records.js';
import { coinsOf, hashprice, toCoins } from '../workspace/revenue.js';
import type { PoolSubaccount } from '../workspace/sites.js';
import type { Coin } from '../workspace/addresses.js';

export const poolCurrencies = ['BTC', 'LTC_DOGE', 'SC', 'ZEC'] as const;
const revenueCurrencies = [...poolCurrencies, 'LTC', 'DOGE'] as const;

/** 4.1: summary, revenue, developer fee. */
export const poolReports: readonly Operation[] = [
  { method: 'GET', path: '/api/v2/pool/summary/:currency_type', run: summary },
  { method: 'GET', path: '/api/v2/pool/revenue/:currency_type', run: revenue },
  { method: 'GET', path: '/api/v2/pool/dev-fee', run: devFee },
];

function summary(call: Call): unknown {
  const currency = readEnum(call, 'currency_type', poolCurrencies);
  const scope = readScope(call);
  const { seed, earnings, show } = call.workspace;
  const coins = coinsOf[currency] ?? [];
  const mining = scope.filter((each) => coins.some((coin) => earnings.mines(each, coin)));
  const lastDay = earnings.lastDay();
  const history = eachDay(earnings.firstDay(), lastDay);
  const powers = mining.map(earnings.power);
  const now = powers.reduce((sum, { hashrate }) => sum + hashrate, 0n);
  const perDay = (coin: Coin, days: readonly string[]) =>
    entry(
      coin,
      total(days, (day) => total(mining, (each) => earnings.onDay(each, coin, day))),
    );
  return {
    currency_type: currency,
    subaccounts: scope.map(show),
    hashrate_5m: `${now}`,
    hashrate_24h: `${(now * BigInt(Math.round(between(970, 1010, keyed(seed, 'day', lastDay))))) / 1000n}`,
    efficiency_5m: mining.length === 0 ? 0 : fraction(0.96, 0.998, keyed(seed, 'now', lastDay)),
    uptime_24h: mining.length === 0 ? 0 : fraction(0.94, 0.995, keyed(seed, 'up', lastDay)),
    active_miners: total(powers, ({ active }) => active),
    revenue_24h: coins.map((coin) => perDay(coin, [lastDay])),
    revenue_all_time: coins.map((coin) => perDay(coin, history)),
    hashprice: coins.map((coin) => ({
      currency_type: coin,
      value: hashprice(seed, coin, dayOf(call.workspace.now())),
    })),
    balance: coins.map((coin) => ({
      currency_type: coin,
      revenue: toCoins(total(mining, (each) => earnings.balance(each, coin))),
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

/** None on a day on which none of them mined. */
function revenueRow(
  { workspace: { earnings } }: Call,
  { scope, coin, day }: { scope: readonly PoolSubaccount[]; coin: Coin; day: string },
): RevenueRowRecord[] {
  const mining = scope.filter((each) => earnings.mines(each, coin));
  if (mining.length === 0) return [];
  const earned = total(mining, (each) => earnings.onDay(each, coin, day));
  return [{ date_time: `${day}T00:00:00Z`, revenue: entry(coin, earned) }];
}

const hourMs = 3_600_000;

/** Hourly rows, oldest first, of those whose miners run the firmware that takes a fee. */
function devFee(call: Call): unknown {
  const range = readRange(call);
  const { earnings, now } = call.workspace;
  const feeing = readScope(call).filter((each) => earnings.mines(each, 'BTC'));
  const from = startOf(laterOf(range.start_date, earnings.firstDay()));
  const to = Math.min(startOf(range.end_date) + 24 * hourMs, now() - hourMs);
  const hours = Math.max(0, Math.ceil((to - from) / hourMs));
  const { items, pagination } = paginate(
    call,
    { parameter: 'page_number', size: 10 },
    {
      total: hours * feeing.length,
      at(index) {
        const subaccount = feeing[index % feeing.length];
        if (!subaccount) throw new RangeError(`No row ${index}`);
        return devFeeRow(call, subaccount, from + Math.floor(index / feeing.length) * hourMs);
      },
    },
  );
  return { ...range, devfee_data: items, pagination };
}

function devFeeRow({ workspace }: Call, subaccount: PoolSubaccount, at: number): DevFeeRecord {
  const { seed, earnings } = workspace;
  const share = between(0.012, 0.02, keyed(seed, 'fee', subaccount.id, Math.floor(at / hourMs)));
  const { hashrate } = earnings.power(subaccount);
  const daily = earnings.onDay(subaccount, 'BTC', dayOf(at));
  return {
    datetime: timestamp(at),
    devfee_hashrate: `${(hashrate * BigInt(Math.round(share * 1e6))) / 1_000_000n}`,
    devfee_revenue: toCoins(Math.round((daily / 24) * share)),
    subaccount: subaccount.name,
  };
}

function readRange(call: Call) {
  const range = readQuery(call, z.object({ start_date: z.iso.date(), end_date: z.iso.date() }));
  if (range.end_date < range.start_date) refuse(400, 'end_date lies before start_date');
  const future = range.end_date > dayOf(call.workspace.now());
  if (future && call.deviations.has('future-end-refused')) {
    refuse(400, 'end_date must not be in the future');
  }
  return range;
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
