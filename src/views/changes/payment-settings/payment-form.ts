import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import type { Modal } from '../../../domain/messages/reply.js';
import { currencyTitle } from '../../kit/reported-currency.js';
import { UserError, type ErrorWords } from '../../../domain/errors/user-errors.js';
import {
  formatAddresses,
  type LineProblem,
  type NumberedProblem,
} from '../../../domain/payment-settings/address-lines.js';
import type { PaymentSettings } from '../../../pool-api/resources.js';
import { formTooSmallSentence } from './payment-change.js';
import { coinSumsText } from './payment-warnings.js';
import { form, textInput, titleWith } from '../../kit/form.js';
import { choiceWord } from '../../../domain/payment-settings/payout-schedule.js';
import {
  DAYS_OF_WEEK,
  PAYMENT_FREQUENCIES,
} from '../../../domain/payment-settings/new-payment-settings.js';

/** Discord's limit for a text input. */
export const ADDRESSES_LIMIT = 4000;

/** The form's contents. */
export interface PaymentFormContents {
  /** Null = none chosen. */
  readonly frequency: string | null;
  readonly day: string;
  readonly addresses: string;
  readonly reason: string;
}

export function presentInForm(present: PaymentSettings | null): PaymentFormContents {
  return {
    frequency: present?.payment_frequency ?? null,
    day: present?.day_of_week ?? 'UNSPECIFIED',
    addresses: formatAddresses(present?.addresses ?? []),
    reason: '',
  };
}

interface FormSubject {
  readonly currency: string;
  readonly subaccount: string;
  readonly present?: PaymentSettings | null;
}

/**
 * The form, filled with the present settings or with what was typed. Throws a UserError if they
 * don't fit, because a cut list would be submitted as the whole list.
 */
export function paymentModal(
  customId: string,
  { currency, subaccount, present = null }: FormSubject,
  { frequency, day, addresses, reason }: PaymentFormContents,
): Modal {
  if (addresses.length > ADDRESSES_LIMIT)
    throw new UserError({ title: 'Too much for a form', sentence: formTooSmallSentence });
  return form(customId, titleWith(`${currencyTitle(currency)} payouts of `, subaccount), [
    {
      label: 'Payout frequency',
      component: choices('frequency', PAYMENT_FREQUENCIES, frequency),
    },
    {
      label: 'Day of the week',
      description: 'For weekly payouts; otherwise choose “Unspecified”',
      component: choices('day', DAYS_OF_WEEK, day),
    },
    {
      label: 'Payout addresses, one per line',
      description: `name | address | allocation. ${sumText(currency, present)}`,
      component: textInput('addresses', ADDRESSES_LIMIT, {
        style: TextInputStyle.Paragraph,
        ...(addresses === '' ? {} : { value: addresses }),
      }),
    },
    {
      label: 'Reason',
      description: 'Kept in the audit trail',
      component: textInput('reason', 300, {
        required: false,
        ...(reason === '' ? {} : { value: reason }),
      }),
    },
  ]);
}

function sumText(currency: string, present: PaymentSettings | null): string {
  if (currency !== 'LTC_DOGE') return 'Allocations must add up to 100.';
  const now = coinSumsText('LTC_DOGE', present?.addresses ?? []);
  // Discord shows 100 characters of it.
  return now === null || now.length > 50 ? 'Of LTC and DOGE.' : `In all, as now: ${now}.`;
}

function choices(customId: string, values: readonly string[], present: string | null) {
  return {
    type: ComponentType.StringSelect as const,
    custom_id: customId,
    required: true,
    options: values.map((value) => ({
      label: choiceWord(value, values),
      value,
      default: value === present,
    })),
  };
}

const PROBLEMS: Record<LineProblem, string> = {
  parts: 'needs three parts with `|` between them: name | address | allocation',
  'four-parts':
    'has four parts, but needs three: name | address | allocation. Leave out the id: Pitboss looks it up. Write a `|` inside a name as `\\|`',
  'address-missing': 'has no address',
  'address-signs':
    'has an address that can’t be one: it needs 8 to 200 letters, digits, `:`, `_` or `-`, without spaces',
  allocation: 'needs an allocation that is a plain number, such as `50` or `33.5`',
  duplicate: 'repeats an address from a line above it',
};

/** Names each line that couldn't be parsed. */
export function formProblemsWords(problems: readonly NumberedProblem[]): ErrorWords {
  const shown = problems
    .slice(0, 10)
    .map(({ line, problem }) => `• Line ${line} ${PROBLEMS[problem]}.`);
  const left = problems.length - shown.length;
  return {
    title: 'Check the addresses',
    sentence: [
      'Nothing was sent. Please correct the payout addresses:',
      ...shown,
      ...(left > 0 ? [`and ${left} more lines`] : []),
    ].join('\n'),
  };
}
