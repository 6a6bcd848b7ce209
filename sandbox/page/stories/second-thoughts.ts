import { letPass, says, step, type Story } from './story.js';

const NAME = 'pecos-flats-hydro';

const vera = { as: 'Vera', in: 'pool-ops' };
const marek = { as: 'Marek', in: 'pool-ops' };

export const secondThoughts: Story = {
  title: 'Second thoughts: a move',
  steps: (stage) => [
    step(marek, `Marek asks to move ${NAME} to Cedar Ridge.`, {
      command: {
        name: 'subaccount move',
        options: { subaccount: NAME, site: 'Cedar Ridge', reason: 'North hall is rewired' },
      },
      done: says(`#1 Move ${NAME}`, '⏳ **Waiting**'),
    }),
    step(vera, 'Vera only reads. What if she presses Confirm?', {
      press: 'Confirm',
      done: says('Managers and approvers only'),
    }),
    step(marek, 'Marek has second thoughts, and cancels. Nothing was sent.', {
      press: 'Cancel',
      done: says(`#1 Move ${NAME}`, '**Cancelled**'),
    }),
    step(marek, 'The hall is rewired after all. He asks again.', {
      press: 'Ask again',
      done: says(`#2 Move ${NAME}`, '⏳ **Waiting**'),
    }),
    step(marek, 'Here, a move takes one person: he confirms it himself.', {
      press: 'Confirm',
      done: says(`#2 Move ${NAME}`, '📨 **Sent**'),
    }),
    step(marek, 'Sent isn’t done. Pitboss looks at the pool a few seconds later.', {
      event: letPass(stage, 'Let ten seconds pass', 10),
      done: says(`#2 Move ${NAME}`, '✅ **Done**'),
    }),
  ],
};
