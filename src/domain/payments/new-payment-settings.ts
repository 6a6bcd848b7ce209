/** Payout frequencies that the pool accepts (API description, section 2.3). */
export const PAYMENT_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'UNSPECIFIED'] as const;

/** Payout days; `UNSPECIFIED` for any frequency other than weekly. */
export const DAYS_OF_WEEK = [
  'UNSPECIFIED',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;

/** The body of 4.1, create payment settings, sent unchanged. */
export interface NewPaymentSettings {
  readonly payment_frequency: (typeof PAYMENT_FREQUENCIES)[number];
  readonly day_of_week?: (typeof DAYS_OF_WEEK)[number];
  readonly addresses: readonly {
    /** Left out if the address has none yet. */
    readonly address_id?: number;
    readonly address_name: string;
    readonly external_address: string;
    readonly revenue_allocation: number;
  }[];
}
