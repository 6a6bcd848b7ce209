/** New payment settings, as requested: an address that is kept, and a new one. */

export const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
export const HOT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
/** One that nobody asked for. */
export const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';

export const REQUESTED = {
  currency: 'LTC_DOGE',
  subaccount: 'main',
  settings: {
    payment_frequency: 'WEEKLY',
    day_of_week: 'FRIDAY',
    addresses: [
      { address_id: 7, address_name: 'cold', external_address: COLD, revenue_allocation: 33.33 },
      { address_name: 'hot', external_address: HOT, revenue_allocation: 66.67 },
    ],
  },
} as const;
