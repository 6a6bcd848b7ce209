/**
 * Whether words may tell that something was done, is being done or will be, apart from what a plain
 * no right before denies. Better unknown too often than a second payout.
 */
export function mayMeanDone(words: string): boolean {
  return words
    .replaceAll('_', ' ')
    .split(/[.,;:!?()\n–—/]+|\s-+\s/)
    .some((clause) => new RegExp(DOING, 'i').test(clause.replaceAll(DENIED, '')));
}

const DOING =
  '\\b(?:ok|okay|success\\w*|succeeded|done|complet(?:ed?|ing)|accept(?:ed|ing)|creat(?:ed|ing)' +
  '|mov(?:ed|ing)|queue?(?:d|ing)?|appl(?:ied|ying)|process(?:ed|ing)|updat(?:ed|ing)' +
  '|chang(?:ed|ing)|sav(?:ed|ing)|replac(?:ed|ing)|register(?:ed|ing)|record(?:ed|ing)' +
  '|stor(?:ed|ing)|set|sent|submitted|executed|initiated|scheduled?|pending|awaiting|approv\\w+' +
  '|in progress|in flight|under review|already|duplicated?|repeated)\\b';

/** `was not moved`, `cannot be changed`: at most two words between the no and what it denies. */
const DENIED = new RegExp(
  `\\b(?:not|no|nothing|never|none|neither|nor|cannot|failed to|unable to|\\w+n['’]t)(?:\\s+\\w+){0,2}\\s+${DOING}`,
  'gi',
);
