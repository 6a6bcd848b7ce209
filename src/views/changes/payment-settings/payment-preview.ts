import type { APIEmbedField } from 'discord-api-types/v10';
import {
  reusedNames,
  type AddressFinding,
} from '../../../domain/payment-settings/address-findings.js';
import type { NewPaymentSettings, PaymentSettings } from '../../../pool-api/resources.js';
import type { PoolCurrency } from '../../../domain/pool/currencies.js';
import { wideField } from '../../kit/card.js';
import { paymentBesidesFields } from './payment-extra-fields.js';
import { allocationSum, payoutRhythm, unsaidAddressesLine } from '../../pool/payment-settings.js';
import { warningFields, reusedNameFields } from './payment-warnings.js';
import { type ShownEntry, entriesShown, fateCounts, entryField } from './previewed-addresses.js';

interface PreviewNotes {
  readonly currency: PoolCurrency;
  readonly guard: readonly AddressFinding[];
  /** Adds fields of the record that nobody needs to decide. */
  readonly isWhole?: boolean | undefined;
}

/** Before → after, field by field, with every address in full. A field holds 1,024 characters. */
export function paymentPreviewFields(
  before: PaymentSettings | null,
  after: NewPaymentSettings,
  { currency, guard, isWhole = false }: PreviewNotes,
): APIEmbedField[] {
  const entries = entriesShown(before?.addresses ?? [], after.addresses, guard);
  return [
    ...reusedNameFields(reusedNames(entries)),
    ...warningFields(currency, before, after),
    wideField(
      'Addresses',
      fateCounts(entries),
      allocationLine(before, after),
      `Paid out: ${rhythmChange(before, after)}`,
      unsaidAddressesLine(before?.addresses),
    ),
    ...entries.map((entry) => entryField(entry, entries)),
    ...paymentBesidesFields(before, isWhole),
    wideField('Note', `-# ${noteOn(before, entries)}`),
  ];
}

function rhythmChange(before: PaymentSettings | null, after: NewPaymentSettings): string {
  const next = payoutRhythm(after);
  if (before === null) return `nothing listed → **${next}**`;
  const now = payoutRhythm(before);
  return now === next ? `**${next}**, as before` : `${now} → **${next}**`;
}

function allocationLine(before: PaymentSettings | null, after: NewPaymentSettings): string {
  if (after.addresses.length === 0) return 'No allocations.';
  const next = `Allocations add up to **${allocationSum(after.addresses)}**`;
  return before?.addresses ? `${next} (before: ${allocationSum(before.addresses)})` : next;
}

/** Says only what the pool's description says. */
function noteOn(before: PaymentSettings | null, entries: readonly ShownEntry[]): string {
  const isRemoving = entries.some(({ next }) => next === undefined);
  const isChanged = before !== null && entries.some(({ fate }) => fate !== 'kept');
  const says = isChanged
    ? 'The pool doesn’t say whether new settings replace the current ones, or whether it then freezes payouts for a while (`frozen_until`).'
    : 'The pool doesn’t say whether new settings replace the current ones.';
  return isRemoving ? `${says} REMOVED means that this request leaves the address out.` : says;
}
