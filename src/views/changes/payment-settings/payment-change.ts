import { currencyTitle } from '../../kit/reported-currency.js';
import type { APIEmbedField } from 'discord-api-types/v10';
import type { Reply } from '../../../domain/messages/reply.js';
import type { Lookalikes } from '../../../domain/changes/change.js';
import { readId } from '../../../domain/payment-settings/listed-addresses.js';
import { sum, type Numeric } from '../../../domain/numbers/numeric.js';
import type { PaymentAddress, PaymentSettings } from '../../../pool-api/resources.js';
import { buttonRow, primaryButton } from '../../kit/buttons.js';
import { card, wideField } from '../../kit/card.js';
import { count, NOT_GIVEN } from '../../kit/figures.js';
import {
  addressLines,
  payoutFrozenLine,
  addressInSentence,
  payoutRhythm,
  unsaidAddressesLine,
} from '../../pool/payment-settings.js';
import { subaccountText } from '../subaccounts/subaccount-change.js';
import { unusualLettersLine } from '../../pool/lookalikes.js';
import { code, joinList, limitLines, escapeMarkdown, statusText } from '../../kit/text.js';
import { isInForceStatus } from '../../../domain/payment-settings/payment-attention.js';

export function paymentSubjectFields(
  currency: string,
  subaccount: string,
  known?: Lookalikes,
): APIEmbedField[] {
  return [wideField('Subaccount', `${currency} of ${subaccountText(subaccount, known)}`)];
}

export function tooManyAddressesSentence(most: number): string {
  return `This change has more than ${most} addresses (kept, new and removed) or more text than fits on one card, and nobody should confirm what they can’t see. Nothing was requested. Make this change at the pool.`;
}

export function nothingNewSentence(subaccount: string, status: string | null): string {
  const listed = isInForceStatus(status) ? '' : `, as “${statusText(status ?? '', 60)}”`;
  return `The pool already lists exactly these settings for ${code(subaccount, 80)}${listed}, so there is nothing to change. Nothing was requested.`;
}

/** For new allocations that don't add up to 100, though the present ones do. */
export function allocationSentence(
  addresses: readonly { readonly revenue_allocation: number }[],
): string {
  const total = sum(addresses.map((each) => each.revenue_allocation));
  return `The allocations add up to ${count(total.toFixed())}, not 100. Nothing was requested.`;
}

interface PresentPaymentParts {
  readonly currency: string;
  readonly subaccount: string;
  readonly present: PaymentSettings | null;
  readonly now: number;
}

/** The present settings; the button opens the form. */
export function presentPaymentReply(
  { currency, subaccount, present, now }: PresentPaymentParts,
  formId: string,
): Reply {
  const shown = card({
    title: `${escapeMarkdown(subaccount, 80)} · ${currencyTitle(currency)} · now`,
    lines: [
      unusualLettersLine(subaccount, 'the subaccount’s name'),
      ...(present === null
        ? ['The pool lists no payment settings for this subaccount and currency.']
        : [
            `Status: **${escapeMarkdown(present.status || NOT_GIVEN, 60)}**`,
            `Paid out: ${payoutRhythm(present)}`,
            payoutFrozenLine(present, now),
            ...addressLines(present.addresses),
            unsaidAddressesLine(present.addresses),
            inexactIdsLine(present.addresses ?? []),
            ...unusualNameLines(present.addresses ?? []),
          ]),
    ],
  });
  return {
    embeds: [shown],
    components: [buttonRow([primaryButton('Fill in the change…', formId)])],
  };
}

export const formTooSmallSentence =
  'The current addresses don’t fit in Discord’s form, so a change from here would lose some. Make this change at the pool.';

export const halfCharacterSentence =
  'The current addresses hold half a character (a lone surrogate), which no form of Discord can show. Nothing was sent. Have the record corrected at the pool, or make this change there.';

/** Names that lose hard-to-see characters in the form. */
function unusualNameLines(addresses: readonly PaymentAddress[]): string[] {
  const named = addresses.flatMap(({ address_name: name }) => {
    const line = name ? unusualLettersLine(name) : null;
    return line === null ? [] : [`${code(name ?? '', 60)}: ${line.replaceAll('\n', ' ')}`];
  });
  return limitLines(named, (line) => line, { most: 5, what: 'such names' });
}

/** In quotes where spaces are what is wrong with it. */
function shownId(id: Numeric | null | undefined): string {
  const text = String(id);
  return text === text.trim() ? text : JSON.stringify(text);
}

/** An address with such an id can only be removed from here. */
function inexactIdsLine(addresses: readonly PaymentAddress[]): string | null {
  const ids = addresses.flatMap(({ address_id: id }) =>
    readId(id) === 'inexact' ? [code(shownId(id), 60)] : [],
  );
  if (ids.length === 0) return null;
  return `⚠️ **An id that can’t be sent exactly:** ${joinList(ids)}. Pitboss refuses a request that keeps such an address. Make that change at the pool.`;
}

export function inexactIdSentence(address: string, id: Numeric | null | undefined): string {
  return `The pool’s id of ${addressInSentence(address)} is ${code(shownId(id), 60)}, which isn’t a whole number above zero that can be sent exactly. A different id could mean a different address, so nothing was sent. Make this change at the pool.`;
}

export function repeatedIdSentence(address: string, id: number): string {
  return `The pool lists the id ${id} for more than one entry, ${addressInSentence(address)} among them, so the id doesn’t say which one is meant. Nothing was sent. Make this change at the pool.`;
}

export function namedAsAddressSentence(name: string, address: string): string {
  return `${addressInSentence(address)} would be called ${code(name, 80)}, which is another address: a reader could take it for the one that gets paid. Nothing was sent. Choose another name.`;
}

export function unclearEntrySentence(address: string): string {
  return `The pool lists ${addressInSentence(address)} more than once, and the names don’t say which entry each line means. Nothing was sent. Use each entry’s name exactly as the pool has it, once. If two have the same name, make this change at the pool.`;
}
