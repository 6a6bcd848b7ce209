import type { ErrorWords } from '../../domain/errors/user-errors.js';
import type { UnlistedName } from '../../domain/errors/pool-errors.js';
import { meantSentence } from '../kit/card.js';
import { code, joinList } from '../kit/text.js';
import { waitingTimeText } from '../../domain/time/duration-text.js';

export const pingEveryoneWords = {
  title: 'Choose a role, not everyone',
  sentence:
    '@everyone can’t be pinged for a second person. Choose a role whose members may confirm. Nothing was changed.',
};

/** `minutes`: null if no time could be parsed. */
export function badWaitWords(typed: string, minutes: number | null): ErrorWords {
  const why =
    minutes === null
      ? 'isn’t a time'
      : `is ${waitingTimeText(minutes)}, and a change can wait for 15 minutes to 3 days`;
  return {
    title: 'Between 15 minutes and 3 days',
    sentence: `${code(typed, 40)} ${why}. Type something like \`30m\`, \`2h\`, \`1d\` or \`1d 12h\`, from \`15m\` to \`3d\`, or \`default\`. Nothing was changed.`,
  };
}

export const everyoneRoleWords = {
  title: 'Choose a role, not everyone',
  sentence:
    '@everyone can’t be given a level. Leave a level without roles for its default: everyone reads, members with Manage Server request changes.',
};

export const addedAndRemovedWords = {
  title: 'Add or remove, not both',
  sentence: 'Add a role or `remove` it, not both. Nothing was changed.',
};

export const bothScopesWords = {
  title: 'Subaccounts or a site',
  sentence: 'Choose subaccounts or a site, not both: the pool takes only one of them.',
};

export const noNamesWords = {
  title: 'No subaccount named',
  sentence:
    'No subaccount is named there. Name one or more, separated by commas, or leave the option out.',
};

/** Each name with the listed ones that are near it, if any. */
export function unknownSubaccountsWords(names: readonly UnlistedName[]): ErrorWords {
  const named = joinList(names.map(({ name }) => code(name, 60)));
  const unlisted = `The pool lists no subaccount called ${named}. Nothing was changed. Choose names from the list.`;
  const meant = meantSentence(names.filter(({ near }) => near.length > 0));
  return {
    title: 'No such subaccount',
    sentence: meant === null ? unlisted : `${unlisted} ${meant}`,
  };
}

export function setAndClearedWords(option: string): ErrorWords {
  return {
    title: 'Set or clear, not both',
    sentence: `Set \`${option}\` or clear it, not both. Nothing was changed.`,
  };
}

export function unknownTimeZoneWords(typed: string): ErrorWords {
  return {
    title: 'Unknown time zone',
    sentence: `${code(typed, 60)} isn’t a known time zone. Choose one from the list, such as \`Europe/Oslo\` or \`America/Chicago\`.`,
  };
}
