import { unseenLetters } from '../../domain/names/name-letters.js';
import {
  notShownWholeSentence,
  unseenLettersSentence,
} from '../../views/changes/subaccount-change.js';
import { isShownWhole } from '../../views/kit/text.js';

/** Why nobody could read a new name on its card; `what` begins the sentence. */
export function whyNameUnreadable(what: string, name: string, most: number): string | null {
  const letters = unseenLetters(name);
  if (letters.length > 0) return unseenLettersSentence(what, name, letters);
  return isShownWhole(name, most) ? null : notShownWholeSentence(what, name, most);
}
