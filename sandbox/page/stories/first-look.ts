import { earnedLine, owedLine, writesLine } from './pool-books.js';
import { watch } from './happened-since.js';
import { moveCommand, pickSubject, setStage, type Stage } from './stage.js';
import type { Story } from './story.js';

/** A viewer reads figures, and is refused any change. */
export function firstLook(stage: Stage): Story {
  return {
    id: 'first-look',
    title: 'First look',
    about: 'Read the figures, then try a door that stays shut.',
    async begin() {
      await setStage(stage);
      const { name, others } = pickSubject(stage);
      const since = watch(stage);
      const { workspace } = stage;
      return {
        steps: [
          {
            words: 'Send /summary: how the whole pool workspace is doing.',
            person: 'Vera',
            channel: 'pool-ops',
            command: { path: 'summary', options: {} },
            done: () => since.commands('summary').length > 0,
          },
          {
            words: 'Send /revenue: what was earned, day by day.',
            person: 'Vera',
            channel: 'pool-ops',
            command: { path: 'revenue', options: {} },
            done: () => since.commands('revenue').length > 0,
          },
          {
            words:
              `Vera may only look. Try to change something anyway: send /subaccount move ` +
              `for ${name} to ${others[0].name}.`,
            person: 'Vera',
            channel: 'pool-ops',
            command: moveCommand(name, others[0]),
            done: () => since.commands('subaccount move', 'Vera').length > 0,
          },
        ],
        astray: (step) =>
          step === 2 && since.commands('subaccount move').length > 0
            ? 'That person may request changes. Cancel the request, and try it as Vera.'
            : '',
        ending: () => [
          earnedLine(workspace, workspace.earnings.lastDay()),
          owedLine(workspace),
          writesLine(since),
        ],
      };
    },
  };
}
