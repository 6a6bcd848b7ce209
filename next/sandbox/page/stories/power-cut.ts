import { letPass, says, type Story } from './story.js';

const adam = { as: 'Adam', in: 'alerts' };
const sofia = { as: 'Sofia', in: 'alerts' };

/** Pitboss tells what is wrong before anybody asks, and that it is over. */
export const powerCut: Story = {
  title: 'A site loses power',
  steps: (stage) => [
    {
      ...adam,
      say: 'Adam wants Pitboss to say when something is wrong. What does it watch so far?',
      command: { name: 'alerts rules' },
      done: says('Alert rules', '[Suggested alerts]'),
    },
    {
      ...adam,
      say: 'Changes at the pool, always. He adds the rules that Pitboss suggests for this fleet.',
      press: 'Suggested alerts',
      done: says('alert rules added'),
    },
    {
      ...sofia,
      say: 'At night, a transformer at Cedar Ridge fails.',
      event: 'Cedar Ridge loses power',
    },
    {
      ...sofia,
      say: 'A blip would wake nobody: a rule has to hold for a while.',
      event: letPass(stage, 'Let 30 minutes pass', 30 * 60),
      done: says('Firing · Hashrate at'),
    },
    {
      ...sofia,
      say: 'Hashrate and miners tell of the same outage. Sofia takes it, so that nobody else gets up.',
      press: 'Acknowledge',
      done: says('Acknowledged ·'),
    },
    {
      ...sofia,
      say: 'Her electrician replaces a fuse.',
      event: 'Cedar Ridge has power again',
    },
    {
      ...sofia,
      say: 'It must stay well for some minutes. An edit notifies nobody, so each end is also a reply.',
      event: letPass(stage, 'Let half an hour pass', 30 * 60),
      done: says('Resolved · Hashrate'),
    },
  ],
};
