import { z } from 'zod';
import {
  newPaymentSettings,
  type NewPaymentSettings,
} from '../../../domain/payment-settings/new-payment-settings.js';
import { POOL_CURRENCIES } from '../../../domain/pool/currencies.js';

export const paymentInput = z.object({
  currency: z.enum(POOL_CURRENCIES),
  subaccount: z.string().min(1),
  settings: newPaymentSettings,
});

export type PaymentInput = z.output<typeof paymentInput>;

export function addressesIn(settings: NewPaymentSettings): string[] {
  return settings.addresses.map((each) => each.external_address);
}
