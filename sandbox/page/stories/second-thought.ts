import { openBooks } from './pool-books.js';
import { waiting, watch } from './happened-since.js';
import { mentions, moveCommand, pickSubject, setStage, type Stage } from './stage.js';
import type { Story } from './story.js';

/** A move is requested, cancelled, and requested again as it was meant. */
export function secondThought(stage: Stage): Story {
  return {
    id: 'second-thought',
    title: 'A move with a second thought',
    about: 'A request changes nothing until it is confirmed.',
    async begin() {
      await setStage(stage);
      const subject = pickSubject(stage);
      const since = watch(stage);
      const { name, subaccount, others } = subject;
      const [mistaken, meant] = others;
      const card = () => since.card(name, ...waiting);
      const moved = () => subaccount.siteId === meant.id;
      const again = `Send /subaccount move for ${name} to ${meant.name}.`;
      return {
        steps: [
          {
            words: `Send /subaccount move for ${name} to ${mistaken.name}.`,
            person: 'Marek',
            channel: 'pool-ops',
            command: moveCommand(name, mistaken),
            done: () => card() !== undefined,
          },
          {
            words: `Read where it goes on the card. It should have been ${meant.name}! Press Cancel.`,
            person: 'Marek',
            channel: 'pool-ops',
            done: () => !card() && since.clicks('change-cancel').length > 0,
          },
          {
            words: again,
            person: 'Marek',
            channel: 'pool-ops',
            command: moveCommand(name, meant),
            done: () => moved() || mentioned(),
          },
          {
            words:
              'Read this card too, and press Confirm. Within half a minute the bot sees the move at ' +
              'the pool, and the card says Done.',
            person: 'Marek',
            channel: 'pool-ops',
            done: () => moved() && since.isTitled(name, 'Done'),
          },
        ],
        astray(step) {
          if (step === 1 && since.writes().length > 0 && card())
            return 'The first one was confirmed. Cancel this one.';
          if (step === 1 && since.writes().length > 0)
            return `You confirmed it, so the pool moved it. Request another move of ${name}, and cancel that one.`;
          if ((step === 2 || step === 3) && card() && !mentioned())
            return `This card doesn’t move it to ${meant.name}. Cancel it and request the move again.`;
          if (step === 3 && !card() && since.clicks('change-cancel').length > 1)
            return `That one is cancelled too, and nothing was sent. ${again}`;
          return '';
        },
        where: () => since.channelOf(subject.name),
        ending: openBooks(stage.workspace, subject, since),
      };

      function mentioned(): boolean {
        const shown = card();
        return shown !== undefined && mentions(shown, meant.name);
      }
    },
  };
}
