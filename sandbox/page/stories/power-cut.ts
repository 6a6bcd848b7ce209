import { letPass, says, step, type Story } from './story.js';

const adam = { as: 'Adam', in: 'alerts' };
const sofia = { as: 'Sofia', in: 'alerts' };

/** Pitboss tells what is wrong before anybody asks, and that it is over. */
export const powerCut: Story = {
  title: 'A site loses power',
  steps: (stage) => [
    step(adam, 'Adam wants Pitboss to say when something is wrong. What does it watch so far?', {
      command: { name: 'alerts rules' },
      done: says('Alert rules', '[Suggested alerts]'),
    }),
    step(adam, 'Little. He adds the rules that Pitboss suggests for this fleet.', {
      press: 'Suggested alerts',
      done: says('alert rules added'),
    }),
    step(sofia, 'Later, a fuse blows at Cedar Ridge.', {
      event: 'Cedar Ridge loses power',
    }),
    step(sofia, 'A blip would wake nobody: a rule has to hold for a while.', {
      event: letPass(stage, 'Let 20 minutes pass', 20 * 60),
      done: says('Firing · Hashrate at'),
    }),
    step(sofia, 'Several alerts, one outage. Sofia takes one, and all see that she has it.', {
      press: 'Acknowledge',
      done: says('Acknowledged ·'),
    }),
    step(sofia, 'Her electrician replaces a fuse.', { event: 'Cedar Ridge has power again' }),
    step(sofia, 'It must stay well for a while. Then a reply says that it is over.', {
      event: letPass(stage, 'Let another 20 minutes pass', 20 * 60),
      done: says('Resolved · Hashrate'),
    }),
  ],
};
