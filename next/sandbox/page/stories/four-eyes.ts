import { addressOf } from '../../pool/formulas.js';
import { settingsOf, worldOf } from '../../pool/workspace.js';
import { letPass, says, type Step, type Story } from './story.js';

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
      {
        ...marek,
        say: `Marek wants 40% of ${NAME}’s payouts in a new cold wallet. He looks at what the pool has now.`,
        command: { name: 'payment-settings change', options: { subaccount: NAME } },
        done: says(`BTC payouts of ${NAME}`, 'Now: **ACTIVE**'),
      },
      {
        ...marek,
        say: 'He fills in the form, and copies one character of the address wrong.',
        press: 'Fill in the change…',
        form: filled(withTypo(cold)),
        done: says('Check the addresses'),
      },
      {
        ...marek,
        say: 'Refused: a wrong address would have lost the money. Edit again keeps what he typed, so he corrects the one character.',
        press: 'Edit again…',
        form: filled(cold),
        done: says(CARD, '⏳ **Waiting**'),
      },
      {
        ...marek,
        say: 'Nothing is sent yet. Can Marek confirm it himself?',
        press: 'Confirm…',
        done: says('Second person needed', 'You requested #1'),
      },
      {
        ...sofia,
        say: 'No. Sofia compares the address with her own records, confirms, and types its last six characters.',
        press: 'Confirm…',
        form: { address1: cold.slice(-6) },
        done: says(CARD, '**Sent** · waiting for approval at the pool'),
      },
      {
        ...sofia,
        say: 'It was sent once. Somebody approves it in the pool’s own console; Pitboss sees it within a minute.',
        event: {
          label: pass.label,
          run() {
            if (record()?.status !== 'ACTIVE') workspace.approve(NAME, 'BTC');
            return pass.run();
          },
        },
        done: says(CARD, '✅ **Done**'),
      },
    ];
  },
};

/** In the middle, where nobody looks. */
function withTypo(address: string): string {
  const middle = address.length / 2;
  const other = address.charAt(middle) === 'q' ? 'p' : 'q';
  return `${address.slice(0, middle)}${other}${address.slice(middle + 1)}`;
}
