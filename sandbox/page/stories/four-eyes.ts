import { createAddress } from '../../pool/workspace/addresses.js';
import { openBooks } from './pool-books.js';
import { waiting, watch } from './happened-since.js';
import { pickSubject, setStage, type Stage } from './stage.js';
import type { Story } from './story.js';

/** Two people redirect payouts, and a third approves at the pool. */
export function fourEyes(stage: Stage): Story {
  const { workspace, discord, cast, console } = stage;
  let times = 0;
  return {
    id: 'four-eyes',
    title: 'A payout change with four eyes',
    about: 'A new address needs a second person, and approval at the pool.',
    async begin() {
      await setStage(stage);
      const [anywhere = ''] = cast.guild.channels.keys();
      // Tightening a rule needs no second admin; if already set, nothing happens.
      const rules = await discord
        .as(cast.admin, anywhere)
        .command('setup roles', { payments: 'second' });
      await rules.settled();
      const subject = pickSubject(stage);
      const since = watch(stage);
      const { name, subaccount } = subject;
      times += 1;
      const address = createAddress('BTC', workspace.seed, 'cold wallet', subaccount.id, times);
      const known = new Set(workspace.actions.records.map(({ id }) => id));
      const action = () =>
        workspace.actions.records.findLast(
          ({ id, action_name: what }) => !known.has(id) && what === 'CREATE_PAYMENT_SETTINGS',
        );
      const card = () => since.card(name, ...waiting);
      return {
        steps: [
          {
            words:
              `Send /payment-settings change for ${name}. Press “Fill in the change”, put this line ` +
              'in place of all payout addresses, and submit:',
            person: 'Marek',
            channel: 'treasury',
            copy: `cold wallet | ${address} | 100`,
            command: {
              path: 'payment-settings change',
              options: { subaccount: name, currency: 'BTC' },
            },
            done: () => card() !== undefined,
          },
          {
            words: 'Try to confirm your own request. The bot must turn you away.',
            person: 'Marek',
            channel: 'treasury',
            done: () =>
              [...since.clicks('change-form', 'Marek'), ...since.clicks('change-confirm', 'Marek')]
                .length > 0,
          },
          {
            words:
              `Is ${address} the new address on the card? Then press Confirm and type its last six ` +
              'characters.',
            person: 'Sofia',
            channel: 'treasury',
            done: () => action() !== undefined,
          },
          {
            words: 'The pool has the request. It waits for approval in the pool’s own console.',
            channel: 'treasury',
            act: {
              label: 'Approve it at the pool',
              run: () => {
                const { id = '', status } = action() ?? {};
                if (status === 'PENDING') console.approve(id);
              },
            },
            done: () => action()?.status === 'COMPLETED',
          },
          {
            words: 'Wait: within half a minute the bot looks at the pool and finishes the card.',
            channel: 'treasury',
            done: () => since.isTitled(name, 'Done'),
          },
        ],
        astray(step) {
          if (step === 1 && action())
            return 'It is already confirmed, so there is nothing left to try. Begin this story again.';
          if (!card() && (step === 1 || step === 2))
            return since.lost(name, 'As Marek, request it again as in the first step.');
          if (
            step === 2 &&
            since.clicks('change-form', 'Sofia').some(({ kind }) => kind === 'modal')
          )
            return 'Nothing reached the pool: those were not its last characters. Press Confirm again.';
          if (step === 3 && action()?.status === 'CANCELLED')
            return 'It was rejected at the pool, so nothing changes. Begin this story again.';
          return '';
        },
        where: () => since.channelOf(subject.name),
        ending: openBooks(workspace, subject, since),
      };
    },
  };
}
