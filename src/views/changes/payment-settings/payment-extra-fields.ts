import type { APIEmbedField } from 'discord-api-types/v10';
import { extraPaymentValues } from '../../../domain/changes/undocumented-fields.js';
import type { PaymentSettings } from '../../../pool-api/resources.js';
import { besidesFields } from '../pool-answer/answer-fields.js';

/** What the request can't name and may lose; `isWhole`: documented fields too. */
export function paymentBesidesFields(
  record: PaymentSettings | null,
  isWhole: boolean,
): APIEmbedField[] {
  const { addresses, others } = extraPaymentValues(record, isWhole);
  return besidesFields(others, { first: addresses, mostOfField: BESIDE_ADDRESSES });
}

/** The card's room is for the addresses that are paid to. */
export const BESIDE_ADDRESSES = 400;
