import { addressOf } from '../../pool/formulas.js';
import { settingsOf, worldOf } from '../../pool/workspace.js';
import { letPass, says, step, type Step, type Story } from './story.js';

const NAME = 'cedar-ridge-hydro';
const CARD = `#1 BTC payouts of ${NAME}`;

const marek = { as: 'Marek', in: 'treasury' };
const sofia = { as: 'Sofia', in: 'treasury' };

/** A payout address takes two people here, and a third one at the pool. */
export const fourEyes: Story = {
  title: 'Four eyes: a new payout address',
  steps(stage) {
    const { workspace } = stage;
    workspace.requiresApproval = true;
    const record = () => settingsOf(worldOf(workspace), NAME, 'BTC');
    const [treasury] = record()?.addresses ?? [];
    const cold = addressOf('BTC', 'cold wallet');
    const filled = (address: string): Step['form'] => ({
      addresses: `cold | ${address} | 40\n${treasury?.address_name} | ${treasury?.external_address} | 60`,
      reason: 'new cold wallet',
    });
    const pass = letPass(stage, 'Approve it at the pool', 60);
    return [
      step(marek, 'Marek wants 40% paid to a new cold wallet. What does the pool have now?', {
        command: { name: 'payment-settings change', options: { subaccount: NAME } },
        done: says(`BTC payouts of ${NAME}`, 'Now: **ACTIVE**'),
      }),
      step(marek, 'He fills in the form, and copies one character of the address wrong.', {
        press: 'Fill in the change…',
        form: filled(withTypo(cold)),
        done: says('Check the addresses'),
      }),
      step(marek, 'Refused: the money would have been lost. Edit again keeps what he typed.', {
        press: 'Edit again…',
        form: filled(cold),
        done: says(CARD, '⏳ **Waiting**'),
      }),
      step(marek, 'Nothing is sent yet. Can Marek confirm it himself?', {
        press: 'Confirm…',
        done: says('Second person needed', 'You requested #1'),
      }),
      step(sofia, 'No. Sofia compares the address with her records, and types its end.', {
        press: 'Confirm…',
        form: { address1: cold.slice(-6) },
        done: says(CARD, '**Sent** · waiting for approval at the pool'),
      }),
      step(sofia, 'Sent once. Somebody approves it in the pool’s console; Pitboss sees it.', {
        event: {
          label: pass.label,
          run() {
            if (record()?.status !== 'ACTIVE') workspace.approve(NAME, 'BTC');
            return pass.run();
          },
        },
        done: says(CARD, '✅ **Done**'),
      }),
    ];
  },
};

/** In the middle, where nobody looks. */
function withTypo(address: string): string {
  const middle = address.length / 2;
  const other = address.charAt(middle) === 'q' ? 'p' : 'q';
  return `${address.slice(0, middle)}${other}${address.slice(middle + 1)}`;
}
