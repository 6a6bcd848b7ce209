import { z } from 'zod';
import {
  DAYS_OF_WEEK,
  PAYMENT_FREQUENCIES,
} from '../../../domain/payments/new-payment-settings.js';
import { POOL_CURRENCIES } from '../../../domain/pool/currencies.js';

/** The body of 4.1, field for field. Strict, so that nothing else can slip into a request. */
const newSettings = z.strictObject({
  payment_frequency: z.enum(PAYMENT_FREQUENCIES),
  day_of_week: z.enum(DAYS_OF_WEEK).exactOptional(),
  addresses: z.array(
    z.strictObject({
      /** The record's own id, fixed at the request; missing if it has none. */
      address_id: z.number().exactOptional(),
      address_name: z.string(),
      external_address: z.string(),
      revenue_allocation: z.number(),
    }),
  ),
});

export const paymentInput = z.object({
  currency: z.enum(POOL_CURRENCIES),
  subaccount: z.string().min(1),
  settings: newSettings,
});

export type PaymentInput = z.output<typeof paymentInput>;

export function addressesIn(settings: PaymentInput['settings']): string[] {
  return settings.addresses.map((each) => each.external_address);
}
