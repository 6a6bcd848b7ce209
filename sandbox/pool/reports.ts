import { outputs, rigs, type Output } from './fleet.js';
import { between, coinsOf, DAY, dayOf, daysBetween, hashprice, HOUR } from './formulas.js';
import { lastDay, money, startOf, timestamp } from './formulas.js';
import { payout, type SubaccountRecord } from './settings.js';
import type { World } from './workspace.js';

/** What a report is about. */
export interface Scope {
  readonly world: World;
  readonly subaccounts: readonly SubaccountRecord[];
}

/** 2.5. Figures are sums over subaccounts, so that sites add up to the total. */
export function summary(scope: Scope, currency: string) {
  const { world, subaccounts } = scope;
  const coins = coinsOf[currency] ?? [];
  const known = outputsOf(world, currency);
  const parts = subaccounts.flatMap(({ name }) => known.get(name) ?? []);
  const sum = (key: keyof Output) => parts.reduce((total, part) => total + part[key], 0);
  const share = (part: keyof Output, whole: keyof Output) =>
    Math.round((1e4 * sum(part)) / (sum(whole) || 1)) / 1e4;
  const price = (coin: string) => hashprice(coin, dayOf(world.now()));
  const days = daysBetween(world.firstDay, lastDay(world.now()));
  const total = (coin: string) => days.reduce((all, day) => all + revenueOn(scope, coin, day), 0);
  const mined = (revenueOf: (coin: string) => number) =>
    coins.map((coin) => ({
      currency_type: coin,
      revenue_type: 'MINING',
      revenue: money(revenueOf(coin)),
    }));
  const owed = settingsIn(scope, currency).reduce((all, { balance }) => all + balance, 0);
  return {
    currency_type: currency,
    subaccounts,
    hashrate_5m: `${sum('current')}`,
    hashrate_24h: `${sum('daily')}`,
    efficiency_5m: share('current', 'rated'),
    uptime_24h: share('up', 'known'),
    active_miners: sum('active'),
    revenue_24h: mined((coin) => (sum('daily') / 1e15) * price(coin)),
    revenue_all_time: mined(total),
    hashprice: coins.map((coin) => ({ currency_type: coin, value: price(coin) })),
    balance: coins.map((coin) => ({
      currency_type: coin,
      revenue: money((owed * price(coin)) / price(coins[0] ?? coin)),
    })),
  };
}

/** By subaccount. Rigs for other currencies always run. */
function outputsOf(world: World, currency: string): Map<string, Output> {
  const rig = rigs[currency];
  if (!rig) return outputs(world.miners, world.now());
  const { rate, count } = rig;
  const each = { current: rate, daily: rate, rated: rate / 0.98, active: count, up: count };
  const names = world.rates.get(currency)?.keys() ?? [];
  return new Map([...names].map((name) => [name, { ...each, known: count }]));
}

/** With the next payout, and the balance: what came since the last one, and the day before it. */
export function settingsIn({ world, subaccounts }: Scope, currency: string) {
  const now = world.now();
  const [coin = ''] = coinsOf[currency] ?? [];
  const records = world.paymentSettings.filter(
    (each) => each.currency_type === currency && subaccounts.includes(each.subaccount),
  );
  for (const record of records) {
    const rate = world.rates.get(currency)?.get(record.subaccount.name) ?? 0;
    const days = (now - payout(record, now, -1)) / DAY + 1;
    record.balance = money((rate / 1e15) * hashprice(coin, dayOf(now)) * days);
    record.next_payout_at = timestamp(payout(record, now, 1));
  }
  return records;
}

/** Coins earned by the subaccounts on a day. */
function revenueOn({ world, subaccounts }: Scope, coin: string, day: string): number {
  const [currency = ''] = Object.entries(coinsOf).find(([, coins]) => coins.includes(coin)) ?? [];
  const rates = world.rates.get(currency);
  const perHash = hashprice(coin, day) / 1e15;
  return money(
    subaccounts.reduce((sum, { name }) => sum + money((rates?.get(name) ?? 0) * perHash), 0),
  );
}

/** Rows of 2.6, from 90 days before the workspace was made to the last complete day. */
export function revenue(scope: Scope, currency: string, days: readonly string[]) {
  const { firstDay, now } = scope.world;
  const known = days.filter((day) => firstDay <= day && day <= lastDay(now()));
  return known.flatMap((day) =>
    (coinsOf[currency] ?? [currency]).flatMap((coin) => {
      const entry = { currency_type: coin, revenue_type: 'MINING' };
      const revenue = revenueOn(scope, coin, day);
      return revenue === 0
        ? []
        : [{ date_time: `${day}T00:00:00Z`, revenue: { ...entry, revenue } }];
    }),
  );
}

/** The hours (ms) that have rows of 2.7: one for each subaccount. */
export function feeHours({ firstDay, now }: World, days: readonly string[]): number[] {
  return days
    .filter((day) => day >= firstDay)
    .flatMap((day) => Array.from({ length: 24 }, (_, hour) => startOf(day) + hour * HOUR))
    .filter((at) => at + HOUR <= now());
}

export function feeRow({ rates }: World, subaccount: string, at: number) {
  const share = between(0.013, 0.019, 'fee', subaccount, at);
  const rate = Math.round(((rates.get('BTC')?.get(subaccount) ?? 0) * share) / 1e9) * 1e9;
  return {
    datetime: timestamp(at),
    devfee_hashrate: `${rate}`,
    devfee_revenue: money(((rate / 1e15) * hashprice('BTC', dayOf(at))) / 24),
    subaccount,
  };
}
