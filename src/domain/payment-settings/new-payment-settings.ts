import { z } from 'zod';

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

/**
 * The body of 4.1, create payment settings, sent unchanged. Strict, so that nothing else can slip into
 * a request.
 */
export const newPaymentSettings = z.strictObject({
  payment_frequency: z.enum(PAYMENT_FREQUENCIES),
  day_of_week: z.enum(DAYS_OF_WEEK).exactOptional(),
  addresses: z
    .array(
      z.strictObject({
        /** The record's own id, fixed at the request; missing if it has none. */
        address_id: z.number().exactOptional(),
        address_name: z.string(),
        external_address: z.string(),
        revenue_allocation: z.number(),
      }),
    )
    .readonly(),
});
export type NewPaymentSettings = z.output<typeof newPaymentSettings>;
