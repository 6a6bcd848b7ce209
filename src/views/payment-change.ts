import { ButtonStyle, ComponentType, type APIEmbedField } from 'discord-api-types/v10';
import type { Reply } from '../reply.js';
import type { PaymentSettings } from '../pool-api/resources.js';
import { card, field } from './card.js';
import { NOT_GIVEN } from './figures.js';
import { addressLines, frozenLine, payoutRhythm, unsaidAddressesLine } from './payment-settings.js';
import { code, plain } from './text.js';

export function paymentSubjectFields(currency: string, subaccount: string): APIEmbedField[] {
  return [field('Currency', currency), field('Subaccount', code(subaccount, 200))];
}

export function tooManyAddressesSentence(most: number): string {
  return `This would show more than ${most} addresses, kept, new and removed together, or more text than fits one card, and nobody should confirm what they cannot see. Nothing was asked for; make this change at the pool itself.`;
}

interface PresentPayment {
  readonly currency: string;
  readonly subaccount: string;
  readonly present: PaymentSettings | null;
  readonly now: number;
  readonly reason: string | undefined;
}

/** What is in force, for whoever is about to change it; the button opens the form. */
export function presentPaymentReply(
  { currency, subaccount, present, now, reason }: PresentPayment,
  formId: string,
): Reply {
  const shown = card({
    title: `${plain(subaccount, 80)} · ${currency} · now`,
    lines: [
      ...(present === null
        ? ['The pool lists no payment settings for this subaccount and currency.']
        : [
            `Status: **${plain(present.status || NOT_GIVEN, 60)}**`,
            `Paid out: ${payoutRhythm(present)}`,
            frozenLine(present, now),
            ...addressLines(present.addresses),
            unsaidAddressesLine(present.addresses),
          ]),
      reason === undefined
        ? '-# No reason is given; the option `reason` gives one to whoever confirms.'
        : `Why it shall change: ${plain(reason, 300)}`,
    ],
  });
  return {
    embeds: [shown],
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Primary,
            label: 'Fill in the change…',
            custom_id: formId,
          },
        ],
      },
    ],
  };
}

export const formTooSmallSentence =
  'The present addresses do not fit Discord’s form, so nothing can be changed from here without losing some. Make this change at the pool itself.';
