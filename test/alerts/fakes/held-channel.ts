import { createClock } from '../../daily/fakes/daily-harness.js';
import { createAlertChannel } from './alert-channel.js';
import { START } from './watch-harness.js';

/** A channel whose edits Discord holds once it is told to. */
export function createHeldChannel() {
  const channel = createAlertChannel(createClock(START));
  let gate = Promise.resolve();
  let held = 0;
  const edit: typeof channel.edit = async (...args) => {
    held += 1;
    await gate;
    return channel.edit(...args);
  };
  return {
    channel,
    channels: { post: channel.post.bind(channel), find: channel.find.bind(channel), edit },
    /** How many edits have come since `hold`. */
    held: () => held,
    /** From now on Discord holds each edit, until what this returns is called. */
    hold: (): (() => void) => {
      let answer = () => undefined as void;
      gate = new Promise((resolve) => (answer = resolve));
      held = 0;
      return answer;
    },
  };
}
