import { openBooks } from './pool-books.js';
import { waiting, watch } from './happened-since.js';
import { hasButton, moveCommand, pickSubject, setStage, type Stage } from './stage.js';
import type { Story } from './story.js';

/** Somebody makes the same change at the pool while a request waits. */
export function drift(stage: Stage): Story {
  const { workspace, console } = stage;
  return {
    id: 'drift',
    title: 'Somebody else was first',
    about: 'What you confirm must still be what you saw.',
    async begin() {
      await setStage(stage);
      const subject = pickSubject(stage);
      const since = watch(stage);
      const { name, subaccount, from, others } = subject;
      const [wanted, elsewhere] = others;
      const card = () => since.card(name, ...waiting);
      let firstCard: string | undefined;
      const stillWaits = () =>
        since
          .messages()
          .some(
            (message) =>
              message.id === firstCard && waiting.some((kind) => hasButton(message, kind)),
          );
      return {
        steps: [
          {
            words: `Send /subaccount move for ${name} to ${wanted.name}. Don’t confirm it yet.`,
            person: 'Marek',
            channel: 'pool-ops',
            command: moveCommand(name, wanted),
            done() {
              firstCard ??= card()?.id;
              return firstCard !== undefined;
            },
          },
          {
            words: 'Meanwhile, somebody else works in the pool’s own console.',
            channel: 'pool-ops',
            act: {
              label: `Move it to ${elsewhere.name} at the pool`,
              run: () => console.move(name, elsewhere.id),
            },
            done: () => subaccount.siteId !== from.id && since.writes().length === 0,
          },
          {
            words: 'Sofia doesn’t know about that. As her, press Confirm on the card.',
            person: 'Sofia',
            channel: 'pool-ops',
            done: () => !stillWaits() && since.clicks('change-confirm').length > 0,
          },
          {
            words:
              'Nothing was sent. The card shows what changed, and a new one has the current ' +
              'values. You decide: press Confirm or Cancel on the new one.',
            person: 'Sofia',
            channel: 'pool-ops',
            done: () =>
              !card() && (since.writes().length > 0 || since.clicks('change-cancel').length > 0),
          },
        ],
        astray(step) {
          if (step === 1 && since.writes().length > 0)
            return 'It was confirmed before anything else happened, so it was sent. Begin this story again.';
          return step === 1 || step === 2 ? since.lost(name, 'Begin this story again.') : '';
        },
        where: () => since.channelOf(subject.name),
        ending: openBooks(workspace, subject, since),
      };
    },
  };
}
