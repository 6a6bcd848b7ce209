import { ChangeRuledOut } from '../../domain/errors/errors.js';
import { unseenLetters } from '../../domain/names/name-letters.js';
import {
  notShownWholeSentence,
  unseenLettersSentence,
} from '../../views/changes/subaccount-change.js';
import { isShownWhole } from '../../views/kit/text.js';

/** Why nobody could read a new name on its card; `what` begins the sentence. */
export function whyNameUnreadable(what: string, name: string, most: number): ChangeRuledOut | null {
  const letters = unseenLetters(name);
  if (letters.length > 0) {
    return new ChangeRuledOut('unseen-letters', unseenLettersSentence(what, name, letters));
  }
  return isShownWhole(name, most)
    ? null
    : new ChangeRuledOut('not-shown-whole', notShownWholeSentence(what, name, most));
}
