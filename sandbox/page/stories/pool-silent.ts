import { openBooks } from './pool-books.js';
import { waiting, watch } from './happened-since.js';
import { moveCommand, pickSubject, setStage, type Stage } from './stage.js';
import type { Story } from './story.js';

/** The pool accepts a request and never answers. */
export function silence(stage: Stage): Story {
  const { pool, workspace } = stage;
  return {
    id: 'silence',
    title: 'The pool goes silent in the middle',
    about: 'When nobody knows what happened, the bot says so, and nothing goes out twice.',
    async begin() {
      await setStage(stage);
      const subject = pickSubject(stage);
      const since = watch(stage);
      const { name, subaccount, others } = subject;
      const card = () => since.card(name, ...waiting);
      pool.faults.only = ({ method }) => method !== 'GET';
      pool.faults.always = 'hang';
      const unknown = () => since.card(name, 'change-resolve');
      const site = () => workspace.site(subaccount.siteId)?.name ?? '';
      return {
        steps: [
          {
            words: `Send /subaccount move for ${name} to ${others[0].name}.`,
            person: 'Marek',
            channel: 'pool-ops',
            command: moveCommand(name, others[0]),
            done: () => card() !== undefined,
          },
          {
            words: 'Press Confirm. (This time the pool will not answer.)',
            person: 'Sofia',
            channel: 'pool-ops',
            done: () => since.writes().length > 0,
          },
          {
            words:
              'The request has left, and no answer comes. Wait: the bot gives up after ten seconds.',
            channel: 'pool-ops',
            done: () => unknown() !== undefined,
          },
          {
            words: () =>
              'Was it done? The bot doesn’t guess, and doesn’t try again. You look in the pool’s ' +
              `console: “${name} is at ${site()}, and no action stands in my list.” Press “Mark as ` +
              'checked” and write down what you saw.',
            person: 'Sofia',
            channel: 'pool-ops',
            done: () =>
              !unknown() && since.clicks('change-resolve').some(({ kind }) => kind === 'modal'),
          },
        ],
        astray: (step) => (step === 1 ? since.lost(name, 'As Marek, request the move again.') : ''),
        where: () => since.channelOf(subject.name),
        ending: openBooks(workspace, subject, since),
        close() {
          pool.faults.only = null;
          pool.faults.always = null;
        },
      };
    },
  };
}
