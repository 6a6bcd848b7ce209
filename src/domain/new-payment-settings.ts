/** The body of 4.1, create payment settings: sent field for field as it stands here. */
export interface NewPaymentSettings {
  readonly payment_frequency: 'UNSPECIFIED' | 'DAILY' | 'WEEKLY' | 'MONTHLY';
  readonly day_of_week?:
    | 'UNSPECIFIED'
    | 'MONDAY'
    | 'TUESDAY'
    | 'WEDNESDAY'
    | 'THURSDAY'
    | 'FRIDAY'
    | 'SATURDAY'
    | 'SUNDAY';
  readonly addresses: readonly {
    /** Left out where the address has none yet. */
    readonly address_id?: number;
    readonly address_name: string;
    readonly external_address: string;
    readonly revenue_allocation: number;
  }[];
}
