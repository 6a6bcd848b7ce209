import { settingsOf, worldOf } from '../../pool/workspace.js';
import { letPass, says, step, type Story } from './story.js';

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
      step(marek, `Marek wants ${NAME} paid once a week.`, {
        command: { name: 'payment-settings change', options: { subaccount: NAME } },
        done: says(PAYOUTS, 'Now: **ACTIVE**'),
      }),
      step(marek, 'He chooses Mondays.', {
        press: 'Fill in the change…',
        form: { frequency: 'WEEKLY', day: 'MONDAY', reason: 'fewer fees' },
        done: says(`#1 ${PAYOUTS}`, '⏳ **Waiting**'),
      }),
      step(marek, 'Meanwhile a colleague makes them monthly, in the pool’s own console.', {
        event: {
          label: 'Make them monthly at the pool',
          run: () => Object.assign(record ?? {}, { payment_frequency: 'MONTHLY' }),
        },
      }),
      step(sofia, 'Sofia sees daily → weekly on the card, and confirms.', {
        press: 'Confirm',
        done: says(`#2 ${PAYOUTS}`, '⏳ **Waiting**'),
      }),
      step(
        sofia,
        'Out of date: nothing was sent. She confirms the new card, knowing what she undoes.',
        {
          press: 'Confirm',
          done: says(`#2 ${PAYOUTS}`, '📨 **Sent**'),
        },
      ),
      step(sofia, 'Pitboss looks at the pool a few seconds later.', {
        event: letPass(stage, 'Let ten seconds pass', 10),
        done: says(`#2 ${PAYOUTS}`, '✅ **Done**'),
      }),
    ];
  },
};
