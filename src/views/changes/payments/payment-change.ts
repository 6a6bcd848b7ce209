import type { APIEmbedField } from 'discord-api-types/v10';
import type { Reply } from '../../../domain/messages/reply.js';
import type { Lookalikes } from '../../../domain/changes/change.js';
import { readId } from '../../../domain/payments/listed-addresses.js';
import { sum, type Numeric } from '../../../domain/numeric.js';
import type { PaymentAddress, PaymentSettings } from '../../../pool-api/resources.js';
import { buttonRow, primaryButton } from '../../kit/buttons.js';
import { card, field } from '../../kit/card.js';
import { count, NOT_GIVEN } from '../../kit/figures.js';
import {
  addressLines,
  payoutFrozenLine,
  formatAddress,
  payoutRhythm,
  unsaidAddressesLine,
} from '../../pool/payment-settings.js';
import { subaccountWords } from '../subaccount-change.js';
import { unusualLettersLine } from '../../pool/lookalikes.js';
import { code, joinList, limitLines, escapeMarkdown } from '../../kit/text.js';

export function paymentSubjectFields(
  currency: string,
  subaccount: string,
  known?: Lookalikes,
): APIEmbedField[] {
  return [field('Currency', currency), field('Subaccount', subaccountWords(subaccount, known))];
}

export function tooManyAddressesSentence(most: number): string {
  return `This would show more than ${most} addresses, kept, new and removed together, or more text than fits one card, and nobody should confirm what they cannot see. Nothing was asked for; make this change at the pool itself.`;
}

export function nothingNewSentence(subaccount: string): string {
  return `The pool lists exactly these settings for ${code(subaccount, 80)} already, so there is nothing to change. Nothing was asked for.`;
}

/** Allocations of new settings that don't come to 100, though the present ones do. */
export function allocationSentence(
  addresses: readonly { readonly revenue_allocation: number }[],
): string {
  const total = sum(addresses.map((each) => each.revenue_allocation));
  return `The allocations add up to ${count(total.toFixed())}, not 100. Nothing was asked for.`;
}

interface PresentPayment {
  readonly currency: string;
  readonly subaccount: string;
  readonly present: PaymentSettings | null;
  readonly now: number;
}

/** The present settings; the button opens the form. */
export function presentPaymentReply(
  { currency, subaccount, present, now }: PresentPayment,
  formId: string,
): Reply {
  const shown = card({
    title: `${escapeMarkdown(subaccount, 80)} · ${currency} · now`,
    lines:
      present === null
        ? ['The pool lists no payment settings for this subaccount and currency.']
        : [
            `Status: **${escapeMarkdown(present.status || NOT_GIVEN, 60)}**`,
            `Paid out: ${payoutRhythm(present)}`,
            payoutFrozenLine(present, now),
            ...addressLines(present.addresses),
            unsaidAddressesLine(present.addresses),
            inexactIdsLine(present.addresses ?? []),
            ...unusualNameLines(present.addresses ?? []),
          ],
  });
  return {
    embeds: [shown],
    components: [buttonRow([primaryButton('Fill in the change…', formId)])],
  };
}

export const formTooSmallSentence =
  'The present addresses do not fit Discord’s form, so nothing can be changed from here without losing some. Make this change at the pool itself.';

/** The form shows such a name without what is hard to see in it. */
function unusualNameLines(addresses: readonly PaymentAddress[]): string[] {
  const named = addresses.flatMap(({ address_name: name }) => {
    const line = name ? unusualLettersLine(name) : null;
    return line === null ? [] : [`${code(name ?? '', 60)}: ${line.replaceAll('\n', ' ')}`];
  });
  return limitLines(named, (line) => line, { most: 5, what: 'such names' });
}

/** Such an address can only be removed from here. */
function inexactIdsLine(addresses: readonly PaymentAddress[]): string | null {
  const ids = addresses.flatMap(({ address_id: id }) =>
    readId(id) === 'inexact' ? [code(String(id), 60)] : [],
  );
  if (ids.length === 0) return null;
  return `⚠️ **An id that can’t be sent exactly:** ${joinList(ids)}. A request that keeps such an address is refused here; make that change at the pool itself.`;
}

export function inexactIdSentence(address: string, id: Numeric | null | undefined): string {
  return `The pool’s id of ${formatAddress(address)} is ${code(String(id), 60)}, which isn’t a whole number above zero that can be sent exactly. Another id could mean another address, so nothing was sent. Make this change at the pool itself.`;
}

export function repeatedIdSentence(address: string, id: number): string {
  return `The pool lists more than one entry with the id ${id}, ${formatAddress(address)} among them, so that id doesn’t tell which of them is meant. Nothing was sent. Make this change at the pool itself.`;
}

export function namedAsAddressSentence(name: string, address: string): string {
  return `${formatAddress(address)} would be called ${code(name, 80)}, which is another address: a reader could take it for the one that is paid to. Nothing was sent. Take another name.`;
}

export function twoRecordsSentence(currency: string, subaccount: string): string {
  return `The pool lists more than one record of payment settings for ${code(subaccount, 80)} in ${currency}, so it isn’t certain which is in force. Nothing was sent. Look at the pool itself.`;
}

export function unclearRecordSentence(subaccount: string): string {
  return `Asked for the payment settings of ${code(subaccount, 80)}, the pool gives a record that doesn’t say whose it is, or names a subaccount that looks like this one, so it isn’t certain what is in force. Nothing was sent. Look at the pool itself.`;
}

export function noAddressesSentence(subaccount: string): string {
  return `The pool’s record of payment settings for ${code(subaccount, 80)} says nothing of its addresses that can be read, so it isn’t known what a change would replace. Nothing was sent. Look at the pool itself.`;
}

export function otherCurrencySentence(
  currency: string,
  subaccount: string,
  answered: string,
): string {
  return `Asked for the payment settings of ${code(subaccount, 80)} in ${currency}, the pool gives a record in ${code(answered, 40)}. Nothing was sent. Look at the pool itself.`;
}

export function unclearEntrySentence(address: string): string {
  return `The pool lists ${formatAddress(address)} more than once, and the names don’t tell which entry each line means. Nothing was sent. Use each entry’s name as the pool has it, once; where two have the same name, make this change at the pool itself.`;
}
