import type { Coin } from './addresses.js';
import { addDays, dayOf, eachDay, startOf } from './days.js';
import type { Fleet } from './miners.js';
import { between, keyed } from './random.js';
import type { PoolSubaccount } from './sites.js';
import { DAY_MS } from '../../../src/domain/time/units.js';

/** The coins of each currency type at the pool. */
export const coinsOf: Readonly<Record<string, readonly Coin[]>> = {
  BTC: ['BTC'],
  LTC_DOGE: ['LTC', 'DOGE'],
  LTC: ['LTC'],
  DOGE: ['DOGE'],
  SC: ['SC'],
  ZEC: ['ZEC'],
};

/** Revenue, hash rates and figures derived from them. Money is in whole units of 1e-8 coins. */
export interface Earnings {
  /** The first day with figures; yesterday is the last. */
  readonly firstDay: () => string;
  readonly lastDay: () => string;
  mines(subaccount: PoolSubaccount, coin: Coin): boolean;
  onDay(subaccount: PoolSubaccount, coin: Coin, day: string): number;
  /** From the first day to the last. */
  allTime(subaccount: PoolSubaccount, coin: Coin): number;
  /** What it lost on a day to power outages, so far. */
  readonly lost: (subaccount: PoolSubaccount, coin: Coin, day: string) => number;
  /** H/s of all its miners, and how many of them are hashing. */
  readonly power: (subaccount: PoolSubaccount) => Power;
  /** Mean H/s over the last 24 hours. */
  readonly powerOfDay: (subaccount: PoolSubaccount) => bigint;
}

interface Power {
  readonly hashrate: bigint;
  readonly active: number;
}

export interface EarningsOptions {
  readonly seed: number;
  readonly days: number;
  readonly fleet: Fleet;
  readonly now: () => number;
}

const unit = 1e8;
const nothing: Power = { hashrate: 0n, active: 0 };

/** Coins a day for a medium subaccount, if none of the fleet's hash rate is for that coin. */
const typical: Readonly<Record<Exclude<Coin, 'BTC'>, number>> = {
  LTC: 1.6,
  DOGE: 2900,
  SC: 64_000,
  ZEC: 1.9,
};

/** For SHA-256, per PH/s per day: slow waves and a little noise, as from difficulty and fees. */
export function hashprice(seed: number, denomination: string, day: string): number {
  const days = startOf(day) / DAY_MS;
  const wave = 0.05 * Math.sin(days / 17 + seed) + 0.02 * Math.sin(days / 5.3);
  const swing = 1 + wave + between(-0.012, 0.012, keyed(seed, 'hashprice', day));
  return denomination === 'USD'
    ? Math.round(43.6 * swing * 100) / 100
    : Math.round(0.000432 * swing * unit) / unit;
}

export function toCoins(amount: number): number {
  return amount / unit;
}

export function createEarnings({ seed, days, fleet, now }: EarningsOptions): Earnings {
  const powers = new Map<number, Power>();
  const { conditions } = fleet;
  const siteOf = ({ block }: PoolSubaccount) =>
    (block === null ? undefined : fleet.block(block).site)?.id ?? '';

  function usualPower({ block }: PoolSubaccount): Power {
    if (block === null) return nothing;
    const known = powers.get(block) ?? sumBlock(fleet, block);
    powers.set(block, known);
    return known;
  }

  function power(subaccount: PoolSubaccount): Power {
    return conditions.outSince(siteOf(subaccount)) === null ? usualPower(subaccount) : nothing;
  }

  function powerOfDay(subaccount: PoolSubaccount): bigint {
    const { hashrate } = usualPower(subaccount);
    const out = conditions.outShare(siteOf(subaccount), now() - DAY_MS, now());
    return hashrate - (hashrate * BigInt(Math.round(out * 1e6))) / 1_000_000n;
  }

  const outOn = (subaccount: PoolSubaccount, day: string) =>
    conditions.outShare(siteOf(subaccount), startOf(day), startOf(day) + DAY_MS);

  function onDay(subaccount: PoolSubaccount, coin: Coin, day: string): number {
    return Math.round(usuallyOnDay(subaccount, coin, day) * (1 - outOn(subaccount, day)));
  }

  function usuallyOnDay(subaccount: PoolSubaccount, coin: Coin, day: string): number {
    if (!mines(subaccount, coin)) return 0;
    const luck = between(0.96, 1, keyed(seed, coin, subaccount.id, day));
    const coins =
      coin === 'BTC'
        ? (Number(usualPower(subaccount).hashrate) / 1e15) * hashprice(seed, coin, day)
        : typical[coin] * between(0.6, 1.5, keyed(seed, coin, subaccount.id));
    return Math.round(coins * luck * unit);
  }

  const sums = new Map<string, number>();
  // Fixed while days pass, because the total earned can't fall.
  const began = addDays(dayOf(now()), -days);
  const firstDay = () => began;
  const lastDay = () => addDays(dayOf(now()), -1);
  return {
    firstDay,
    lastDay,
    mines,
    onDay,
    allTime(subaccount, coin) {
      const key = `${subaccount.id}/${coin}/${lastDay()}`;
      const known = sums.get(key);
      if (known !== undefined) return known;
      const history = eachDay(firstDay(), lastDay());
      const sum = history.reduce((total, day) => total + onDay(subaccount, coin, day), 0);
      sums.set(key, sum);
      return sum;
    },
    lost: (subaccount, coin, day) =>
      Math.round(usuallyOnDay(subaccount, coin, day) * outOn(subaccount, day)),
    power,
    powerOfDay,
  };
}

function mines({ block }: PoolSubaccount, coin: Coin): boolean {
  if (block === null) return false;
  if (coin === 'BTC') return true;
  if (coin === 'LTC' || coin === 'DOGE') return block % 3 === 0;
  return block === (coin === 'SC' ? 1 : 2);
}

function sumBlock(fleet: Fleet, block: number) {
  const { from, to } = fleet.block(block);
  let hashrate = 0n;
  let active = 0;
  for (let index = from; index < to; index++) {
    const facts = fleet.usually(index);
    if (facts.hashrate === 0) continue;
    hashrate += BigInt(facts.hashrate);
    active++;
  }
  return { hashrate, active };
}
