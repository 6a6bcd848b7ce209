import { timestamp } from '../../pool/formulas.js';
import { letPass, says, step, type Story } from './story.js';

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
      step(adam, 'Adam chooses the channel for alerts.', {
        command: { name: 'alerts channel' },
        done: says('Settings saved', 'Alert channel'),
      }),
      step(adam, 'He also wants the figures daily: the first ones come within half an hour.', {
        command: { name: 'daily set', options: { time } },
        done: says('Daily post set', `**${time} UTC**`),
      }),
      step(sofia, 'Pitboss looks at the pool once a minute, to know its payout addresses.', {
        event: letPass(stage, 'Let two minutes pass', 120),
      }),
      step(sofia, 'Somebody signs in to the pool’s console and swaps a payout address.', {
        event: 'Somebody changes a payout address at the pool',
      }),
      step(sofia, 'The pool lists it, and a minute later a second look has to find the same.', {
        // One more than it takes: on a busy machine a look may come late.
        event: letPass(stage, 'Let three minutes pass', 180),
        done: says('Alert · New payout address', 'not through Pitboss'),
      }),
      step(sofia, 'Sofia takes it. Nothing is lost before the next payout.', {
        press: 'Acknowledge',
        done: says('Acknowledged · New payout address'),
      }),
      step(adam, 'And the figures?', {
        event: letPass(stage, 'Let half an hour pass', 30 * 60),
        done: says('Daily summary · BTC'),
      }),
    ];
  },
};
