import { createAddress, type Coin } from './addresses.js';
import { dayOf, eachDay, startOf, timestamp } from './days.js';
import { keyed } from './random.js';
import {
  weekdays,
  type PaymentAddressRecord,
  type PaymentSettingsRecord,
  type SubaccountRecord,
} from './records.js';
import { coinsOf, toCoins, type Earnings } from './revenue.js';
import type { PoolSubaccount } from './sites.js';
import { HOUR_MS, DAY_MS } from '../../../src/domain/time/units.js';

/** The settings that "create payment settings" accepts. */
export type WorkspacePaymentSettings = Pick<
  PaymentSettingsRecord,
  'payment_frequency' | 'day_of_week' | 'addresses'
>;

/** The settings of each subaccount and currency. */
export interface PaymentBook {
  /** Null if the subaccount has none in this currency. */
  settings(currency: string, subaccount: PoolSubaccount): WorkspacePaymentSettings | null;
  set(currency: string, subaccount: PoolSubaccount, settings: WorkspacePaymentSettings): void;
  /** Earned and not yet paid out. The newest day is never paid out, and nothing while frozen. */
  owed(subaccount: PoolSubaccount, coin: Coin): number;
  /** One change more or fewer that waits for approval. */
  wait(currency: string, subaccount: PoolSubaccount, more: 1 | -1): void;
  /**
   * The time, as the pool writes it, until which nothing is paid out after a change of addresses.
   */
  frozenUntil(currency: string, subaccount: PoolSubaccount): string;
  record(
    currency: string,
    subaccount: PoolSubaccount,
    shown: SubaccountRecord,
  ): PaymentSettingsRecord | null;
}

export interface PaymentBookOptions {
  readonly seed: number;
  readonly earnings: Earnings;
  readonly now: () => number;
}

const freezeMs = 2 * DAY_MS;

export function createPaymentBook({ seed, earnings, now }: PaymentBookOptions): PaymentBook {
  /** Oldest first. */
  const changed = new Map<string, readonly { settings: WorkspacePaymentSettings; at: number }[]>();
  const waiting = new Map<string, number>();

  function frozenUntil(currency: string, subaccount: PoolSubaccount): string {
    const { at } = changesOf(currency, subaccount).at(-1) ?? {
      at: Date.parse(subaccount.createdAt),
    };
    return timestamp(at + freezeMs);
  }

  function changesOf(currency: string, subaccount: PoolSubaccount) {
    return changed.get(keyOf(currency, subaccount)) ?? [];
  }

  /** As they were then; by default as they are now. */
  function settings(
    currency: string,
    subaccount: PoolSubaccount,
    then = Infinity,
  ): WorkspacePaymentSettings | null {
    const set = changesOf(currency, subaccount).findLast(({ at }) => at <= then);
    if (set) return set.settings;
    const coins = coinsOf[currency] ?? [];
    if (!coins.some((coin) => earnings.mines(subaccount, coin))) return null;
    return firstSettings({ seed, coins, subaccount });
  }

  function isPayout(currency: string, subaccount: PoolSubaccount, at: number): boolean {
    const changes = changesOf(currency, subaccount);
    if (changes.some((each) => each.at <= at && at < each.at + freezeMs)) return false;
    return isPayoutDay(settings(currency, subaccount, at), at);
  }

  /** The first day whose earnings no payout has paid out yet. */
  function firstOwedDay(currency: string, subaccount: PoolSubaccount): string {
    const first = earnings.firstDay();
    let at = payoutTime(now());
    if (at > now()) at -= DAY_MS;
    while (dayOf(at) > first && !isPayout(currency, subaccount, at)) at -= DAY_MS;
    const day = dayOf(at - DAY_MS);
    return day > first ? day : first;
  }

  function owed(subaccount: PoolSubaccount, coin: Coin): number {
    const [currency = coin] =
      Object.entries(coinsOf).find(([, coins]) => coins.includes(coin)) ?? [];
    const days = eachDay(firstOwedDay(currency, subaccount), earnings.lastDay());
    return days.reduce((sum, day) => sum + earnings.onDay(subaccount, coin, day), 0);
  }

  return {
    settings,
    owed,
    set(currency, subaccount, next) {
      const before = changesOf(currency, subaccount);
      changed.set(keyOf(currency, subaccount), [...before, { settings: next, at: now() }]);
    },
    wait(currency, subaccount, more) {
      const key = keyOf(currency, subaccount);
      waiting.set(key, (waiting.get(key) ?? 0) + more);
    },
    frozenUntil,
    record(currency, subaccount, shown) {
      const key = keyOf(currency, subaccount);
      const current = settings(currency, subaccount);
      const pending = (waiting.get(key) ?? 0) > 0;
      if (!current && !pending) return null;
      const coin = coinsOf[currency]?.[0] ?? 'BTC';
      return {
        currency_type: currency,
        subaccount: shown,
        balance: toCoins(owed(subaccount, coin)),
        status: pending ? 'PENDING_APPROVAL' : 'ACTIVE',
        wallet_id: 900_000 + Math.floor(keyed(seed, 'wallet', key) * 90_000),
        ...(current ?? {
          payment_frequency: 'UNSPECIFIED',
          day_of_week: 'UNSPECIFIED',
          addresses: [],
        }),
        next_payout_at: timestamp(nextPayout(current, now())),
        frozen_until: frozenUntil(currency, subaccount),
        pool_discount_rate: 0.0025,
      };
    },
  };
}

function keyOf(currency: string, { id }: PoolSubaccount): string {
  return `${currency}/${id}`;
}

interface FirstSettings {
  seed: number;
  coins: readonly Coin[];
  subaccount: PoolSubaccount;
}

function firstSettings({ seed, coins, subaccount }: FirstSettings): WorkspacePaymentSettings {
  const weekly = keyed(seed, 'weekly', subaccount.id) < 0.3;
  return {
    payment_frequency: weekly ? 'WEEKLY' : 'DAILY',
    day_of_week: weekly ? 'MONDAY' : 'UNSPECIFIED',
    addresses: coins.flatMap((coin) => firstAddresses({ seed, coins: [coin], subaccount })),
  };
}

/** Bitcoin is sometimes split between two wallets; each other coin goes to one. */
function firstAddresses({ seed, coins, subaccount }: FirstSettings): PaymentAddressRecord[] {
  const coin = coins[0] ?? 'BTC';
  const split = coin === 'BTC' && keyed(seed, 'split', subaccount.id) < 0.4 ? [80, 20] : [100];
  return split.map((share, index) => ({
    address_id: 70_000 + Math.floor(keyed(seed, 'address id', coin, subaccount.id, index) * 9999),
    address_name: index === 0 ? `${coin} treasury` : `${coin} operations`,
    external_address: createAddress(coin, seed, index === 0 ? 'shared' : subaccount.id, index),
    revenue_allocation: share,
  }));
}

function nextPayout(settings: WorkspacePaymentSettings | null, now: number): number {
  let at = payoutTime(now);
  if (at <= now) at += DAY_MS;
  while (!isPayoutDay(settings, at)) at += DAY_MS;
  return at;
}

/** 09:00 UTC on that day. */
function payoutTime(at: number): number {
  return startOf(dayOf(at)) + 9 * HOUR_MS;
}

function isPayoutDay(settings: WorkspacePaymentSettings | null, at: number): boolean {
  const date = new Date(at);
  if (settings?.payment_frequency === 'WEEKLY')
    return date.getUTCDay() === Math.max(1, weekdays.indexOf(settings.day_of_week)) % 7;
  return settings?.payment_frequency !== 'MONTHLY' || date.getUTCDate() === 1;
}
