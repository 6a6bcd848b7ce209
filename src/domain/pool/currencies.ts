/** Currencies as the pool's path parameters take them (API description, section 4). */

/** For payment settings and summary. */
export const POOL_CURRENCIES = ['BTC', 'LTC_DOGE', 'SC', 'ZEC'] as const;
export type PoolCurrency = (typeof POOL_CURRENCIES)[number];

/** For revenue, which also tells the two halves of LTC_DOGE apart. */
export const REVENUE_CURRENCIES = [...POOL_CURRENCIES, 'LTC', 'DOGE'] as const;
export type RevenueCurrency = (typeof REVENUE_CURRENCIES)[number];

/** For derivatives. */
export const DERIVATIVES_CURRENCIES = ['BTC', 'USD'] as const;
export type DerivativesCurrency = (typeof DERIVATIVES_CURRENCIES)[number];
