import { createAddress, type Coin } from './addresses.js';
import { dayOf, startOf, timestamp } from './days.js';
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
export type PaymentTerms = Pick<
  PaymentSettingsRecord,
  'payment_frequency' | 'day_of_week' | 'addresses'
>;

/** The settings of each subaccount and currency. */
export interface PaymentBook {
  /** Null if the subaccount has none in this currency. */
  terms(currency: string, subaccount: PoolSubaccount): PaymentTerms | null;
  set(currency: string, subaccount: PoolSubaccount, terms: PaymentTerms): void;
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
  const changed = new Map<string, { terms: PaymentTerms; at: number }>();
  const waiting = new Map<string, number>();

  function frozenUntil(currency: string, subaccount: PoolSubaccount): string {
    const { at } = changed.get(keyOf(currency, subaccount)) ?? {
      at: Date.parse(subaccount.createdAt),
    };
    return timestamp(at + freezeMs);
  }

  function terms(currency: string, subaccount: PoolSubaccount): PaymentTerms | null {
    const set = changed.get(keyOf(currency, subaccount));
    if (set) return set.terms;
    const coins = coinsOf[currency] ?? [];
    if (!coins.some((coin) => earnings.mines(subaccount, coin))) return null;
    return firstTerms({ seed, coins, subaccount });
  }

  return {
    terms,
    set(currency, subaccount, next) {
      changed.set(keyOf(currency, subaccount), { terms: next, at: now() });
    },
    wait(currency, subaccount, more) {
      const key = keyOf(currency, subaccount);
      waiting.set(key, (waiting.get(key) ?? 0) + more);
    },
    frozenUntil,
    record(currency, subaccount, shown) {
      const key = keyOf(currency, subaccount);
      const current = terms(currency, subaccount);
      const pending = (waiting.get(key) ?? 0) > 0;
      if (!current && !pending) return null;
      const coin = coinsOf[currency]?.[0] ?? 'BTC';
      return {
        currency_type: currency,
        subaccount: shown,
        balance: toCoins(earnings.balance(subaccount, coin)),
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

interface FirstTerms {
  seed: number;
  coins: readonly Coin[];
  subaccount: PoolSubaccount;
}

function firstTerms({ seed, coins, subaccount }: FirstTerms): PaymentTerms {
  const weekly = keyed(seed, 'weekly', subaccount.id) < 0.3;
  return {
    payment_frequency: weekly ? 'WEEKLY' : 'DAILY',
    day_of_week: weekly ? 'MONDAY' : 'UNSPECIFIED',
    addresses: coins.flatMap((coin) => firstAddresses({ seed, coins: [coin], subaccount })),
  };
}

/** Bitcoin is sometimes split between two wallets; each other coin goes to one. */
function firstAddresses({ seed, coins, subaccount }: FirstTerms): PaymentAddressRecord[] {
  const coin = coins[0] ?? 'BTC';
  const split = coin === 'BTC' && keyed(seed, 'split', subaccount.id) < 0.4 ? [80, 20] : [100];
  return split.map((share, index) => ({
    address_id: 70_000 + Math.floor(keyed(seed, 'address id', coin, subaccount.id, index) * 9999),
    address_name: index === 0 ? `${coin} treasury` : `${coin} operations`,
    external_address: createAddress(coin, seed, index === 0 ? 'shared' : subaccount.id, index),
    revenue_allocation: share,
  }));
}

/** 09:00 UTC on the next day the frequency allows. */
function nextPayout(terms: PaymentTerms | null, now: number): number {
  let at = startOf(dayOf(now)) + 9 * HOUR_MS;
  if (at <= now) at += DAY_MS;
  if (terms?.payment_frequency === 'WEEKLY') {
    const wanted = Math.max(1, weekdays.indexOf(terms.day_of_week)) % 7;
    while (new Date(at).getUTCDay() !== wanted) at += DAY_MS;
  }
  if (terms?.payment_frequency === 'MONTHLY') {
    while (new Date(at).getUTCDate() !== 1) at += DAY_MS;
  }
  return at;
}
