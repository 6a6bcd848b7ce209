import { ChangeRuledOut } from '../../domain/errors/user-errors.js';
import { invisibleCharacters } from '../../domain/names/suspicious-characters.js';
import {
  notInPathSentence,
  notShownWholeSentence,
  siteIdNotShownWholeSentence,
  invisibleLettersSentence,
} from '../../views/changes/subaccounts/subaccount-change.js';
import { MAX_ID_LENGTH } from '../../views/changes/subaccounts/site-text.js';
import { fitsIntoPath } from '../../pool-api/request.js';
import { isShownWhole } from '../../views/kit/text.js';

/** Why no request can name this subaccount, though the pool lists it. */
export function whyNotInPath(name: string): ChangeRuledOut | null {
  return fitsIntoPath(name) ? null : new ChangeRuledOut('path-name', notInPathSentence(name));
}

/** Why the card couldn't show the id that the request would hold. */
export function whySiteUnreadable(site: {
  readonly id: string;
  readonly name: string;
}): ChangeRuledOut | null {
  return isShownWhole(site.id, MAX_ID_LENGTH)
    ? null
    : new ChangeRuledOut('not-shown-whole', siteIdNotShownWholeSentence(site.name, site.id));
}

/** Why a new name would be unreadable on its card; `what` begins the sentence. */
export function whyNameUnreadable(what: string, name: string, most: number): ChangeRuledOut | null {
  const letters = invisibleCharacters(name);
  if (letters.length > 0) {
    return new ChangeRuledOut('unseen-letters', invisibleLettersSentence(what, name, letters));
  }
  return isShownWhole(name, most)
    ? null
    : new ChangeRuledOut('not-shown-whole', notShownWholeSentence(what, name, most));
}
