import { timestamp } from '../../pool/formulas.js';
import { letPass, says, type Story } from './story.js';

const QUARTER_MS = 15 * 60_000;

const adam = { as: 'Adam', in: 'alerts' };
const sofia = { as: 'Sofia', in: 'alerts' };

/** What nobody asked Pitboss for comes out all the same. */
export const behindTheBack: Story = {
  title: 'Behind everybody’s back',
  steps(stage) {
    const now = stage.clock.now();
    const time = timestamp(now + 2 * QUARTER_MS - (now % QUARTER_MS)).slice(11, 16);
    return [
      {
        ...adam,
        say: 'Adam chooses the channel for alerts.',
        command: { name: 'alerts channel' },
        done: says('Alert channel set'),
      },
      {
        ...adam,
        say: 'He also wants the figures every day; here, so that nobody waits, in half an hour at most.',
        command: { name: 'daily set', options: { time } },
        done: says('Daily post set', `**${time} UTC**`),
      },
      {
        ...sofia,
        say: 'Pitboss looks at the pool once a minute, to know its payout addresses.',
        event: letPass(stage, 'Let two minutes pass', 120),
      },
      {
        ...sofia,
        say: 'Somebody signs in to the pool’s console, and replaces a payout address with their own.',
        event: 'Somebody changes a payout address at the pool',
      },
      {
        ...sofia,
        say: 'A second look has to find the same. Even so it takes two minutes at most.',
        event: letPass(stage, 'Let two more minutes pass', 120),
        done: says('Alert · New payout address', 'not through Pitboss'),
      },
      {
        ...sofia,
        say: 'The money still goes where it went, until the next payout. Sofia says that she has it.',
        press: 'Acknowledge',
        done: says('Acknowledged · New payout address'),
      },
      {
        ...adam,
        say: 'And the figures?',
        event: letPass(stage, 'Let half an hour pass', 30 * 60),
        done: says('Daily summary · BTC'),
      },
    ];
  },
};
