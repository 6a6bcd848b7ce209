import type { ErrorWords } from '../../../domain/errors/user-errors.js';
import { waitingTimeText } from '../../../domain/time/duration-text.js';
import { code } from '../../kit/text.js';

/** Why an alert can't be acted on or a silence can't be set. */

/** `most` is in minutes. */
export function badSilenceWords(typed: string, most: number): ErrorWords {
  return {
    title: 'Check the time',
    sentence: `${code(typed, 40)} isn’t a time to be silent for. Type something like \`30\`, \`45 min\`, \`2h\` or \`1d\`, from 1 min to ${waitingTimeText(most)}. Nothing was changed.`,
  };
}

export function tooLongSilenceWords(what: 'all' | 'one'): ErrorWords {
  const why =
    what === 'all'
      ? 'All rules at once can be silenced for a day at most, since that silences changes made elsewhere too. To silence one rule for longer, name it as `rule`.'
      : 'A rule about changes made elsewhere can be silenced for a day at most: somebody may be changing where the money goes.';
  return { title: 'A day at most', sentence: `${why} Nothing was changed.` };
}

export const noSilenceTimeWords = {
  title: 'For how long?',
  sentence: 'Say for how long: `for:2h`, say; or `off:True` to end a silence. Nothing was changed.',
};

export const notSilencedWords = {
  title: 'Nothing is silenced',
  sentence: 'Nothing is silenced there. Nothing was changed.',
};

export const oldAlertWords = {
  title: 'Nothing to do here',
  sentence:
    'This alert is over, its rule is gone, or it was lost when an older copy of the bot’s store was put back. `/alerts list` shows what fires now.',
};

export function alreadyAcknowledgedWords(by: string): ErrorWords {
  return { title: 'Somebody has it', sentence: `<@${by}> has acknowledged this alert already.` };
}

export const allAcknowledgedWords = {
  title: 'Somebody has them',
  sentence: 'Each of these alerts has been acknowledged already.',
};
