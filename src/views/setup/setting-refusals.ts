import { code, joinList } from '../kit/text.js';
import { waitingTimeWords } from '../../domain/time/duration-words.js';

export const pingEveryoneSentence =
  '@everyone can’t be pinged for a second person. Choose a role whose members may confirm. Nothing was changed.';

/** `minutes`: null if no time could be parsed. */
export function badWaitSentence(typed: string, minutes: number | null): string {
  const why =
    minutes === null
      ? 'isn’t a time'
      : `is ${waitingTimeWords(minutes)}, and a change can wait for 15 minutes to 3 days`;
  return `${code(typed, 40)} ${why}. Type something like \`30m\`, \`2h\`, \`1d\` or \`1d 12h\`, from \`15m\` to \`3d\`, or \`default\`. Nothing was changed.`;
}

export const everyoneRoleSentence =
  '@everyone can’t be given a level. Leave a level without roles for its default: everyone reads, members with Manage Server request changes.';

export const addedAndRemovedSentence = 'Add a role or `remove` it, not both. Nothing was changed.';

export const bothScopesSentence =
  'Choose subaccounts or a site, not both: the pool takes only one of them.';

export const noNamesSentence =
  'No subaccount is named there. Name one or more, separated by commas, or leave the option out.';

export function unknownSubaccountsSentence(names: readonly string[]): string {
  const named = joinList(names.map((name) => code(name, 60)));
  return `The pool lists no subaccount called ${named}. Nothing was changed. Choose names from the list.`;
}

export function setAndClearedSentence(option: string): string {
  return `Set \`${option}\` or clear it, not both. Nothing was changed.`;
}

export function unknownTimeZoneSentence(typed: string): string {
  return `${code(typed, 60)} isn’t a known time zone. Choose one from the list, such as \`Europe/Oslo\` or \`America/Chicago\`.`;
}
