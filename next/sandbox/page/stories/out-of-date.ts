import { settingsOf, worldOf } from '../../pool/workspace.js';
import { letPass, says, type Story } from './story.js';

const NAME = 'niagara-east-hydro';
const PAYOUTS = `BTC payouts of ${NAME}`;

const marek = { as: 'Marek', in: 'treasury' };
const sofia = { as: 'Sofia', in: 'treasury' };

/** What is confirmed must still be what was shown. */
export const outOfDate: Story = {
  title: 'Somebody else was first',
  steps(stage) {
    const record = settingsOf(worldOf(stage.workspace), NAME, 'BTC');
    return [
      {
        ...marek,
        say: `Marek wants ${NAME} paid once a week.`,
        command: { name: 'payment-settings change', options: { subaccount: NAME } },
        done: says(PAYOUTS, 'Now: **ACTIVE**'),
      },
      {
        ...marek,
        say: 'He chooses Mondays.',
        press: 'Fill in the change…',
        form: { frequency: 'WEEKLY', day: 'MONDAY', reason: 'fewer fees' },
        done: says(`#1 ${PAYOUTS}`, '⏳ **Waiting**'),
      },
      {
        ...marek,
        say: 'Meanwhile a colleague makes them monthly, in the pool’s own console.',
        event: {
          label: 'Make them monthly at the pool',
          run: () => Object.assign(record ?? {}, { payment_frequency: 'MONTHLY' }),
        },
      },
      {
        ...sofia,
        say: 'Sofia sees daily → weekly on the card, and confirms.',
        press: 'Confirm',
        done: says(`#2 ${PAYOUTS}`, '⏳ **Waiting**'),
      },
      {
        ...sofia,
        say: 'Nothing was sent: the card was out of date. A new one says what confirming would undo. She asks around, then confirms that.',
        press: 'Confirm',
        done: says(`#2 ${PAYOUTS}`, '📨 **Sent**'),
      },
      {
        ...sofia,
        say: 'Pitboss looks at the pool a few seconds later.',
        event: letPass(stage, 'Let ten seconds pass', 10),
        done: says(`#2 ${PAYOUTS}`, '✅ **Done**'),
      },
    ];
  },
};
