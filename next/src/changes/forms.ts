import { inFours } from '../cards/addresses.js';
import { oneLine } from '../cards/kit/text.js';
import type { Form } from '../discord/reply.js';
import type { Change } from './change.js';
import { kindOf } from './kinds/kinds.js';
import { paymentInput } from './kinds/payment-record.js';
import { changeId } from './words.js';

/** The ends of new addresses are typed to confirm them. */
export function confirmForm(change: Change): Form {
  const { subaccount } = paymentInput.parse(change.input);
  return {
    form: changeId('change-typed', change),
    title: `Confirm #${change.number}: ${oneLine(subaccount)}`,
    fields: kindOf(change).newAddresses.map((address, index) => ({
      name: `address${index + 1}`,
      label: `${inFours(address).slice(0, 19)}…: last six characters`,
      help: 'Compare the whole address with your own records first.',
      required: true,
      maxLength: 20,
    })),
  };
}

export function checkForm(change: Change): Form {
  return {
    form: changeId('change-checked', change),
    title: `Mark #${change.number} as checked`,
    fields: [
      {
        name: 'note',
        label: 'What did you find at the pool?',
        help: 'Everyone sees it.',
        multiline: true,
        required: true,
        maxLength: 300,
      },
    ],
  };
}
