import { setPoolMode } from '../controls.js';
import { says, step, type Story } from './story.js';

const NAME = 'lone-mesa-hydro';

const marek = { as: 'Marek', in: 'pool-ops' };
const sofia = { as: 'Sofia', in: 'pool-ops' };

/** The request is lost on its way, which nobody can know before somebody has looked. */
export const silentPool: Story = {
  title: 'The pool is silent',
  steps(stage) {
    const move = (site: string) => ({
      name: 'subaccount move',
      options: { subaccount: NAME, site },
    });
    return [
      step(marek, `Marek asks to move ${NAME} to Cedar Ridge.`, {
        command: move('Cedar Ridge'),
        done: says(`#1 Move ${NAME}`, '⏳ **Waiting**'),
      }),
      step(marek, 'Just now the pool has trouble: requests to change something get lost there.', {
        event: { label: 'Silence the pool', run: () => setPoolMode(stage, 'Silent on changes') },
      }),
      step(sofia, 'Sofia knows nothing of that, and confirms. Pitboss waits some seconds.', {
        press: 'Confirm',
        done: says(`#1 Move ${NAME}`, '❓ **Outcome unknown**'),
      }),
      step(marek, 'Was it done? Pitboss won’t guess. May Marek ask for another move?', {
        command: move('Niagara East'),
        done: says('#1 needs a check first'),
      }),
      step(marek, 'Not before somebody has looked. First the pool has to be well again.', {
        event: { label: 'Wake the pool', run: () => setPoolMode(stage, 'Well') },
      }),
      step(sofia, 'In its console Sofia finds that nothing was moved. She writes that down.', {
        press: 'Mark as checked…',
        form: { note: 'Not done, the console shows no action.' },
        done: says(`#1 Move ${NAME}`, '❓ **Outcome unknown** · checked'),
      }),
      step(marek, 'Now Marek may ask again, and a new card waits to be confirmed.', {
        press: 'Ask again',
        done: says(`#2 Move ${NAME}`, '⏳ **Waiting**'),
      }),
    ];
  },
};
