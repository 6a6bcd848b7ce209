/**
 * Whether words may tell that something was done, is being done or will be, without a plain no
 * before it in the same clause. Better unknown too often than a second payout.
 */
export function mayMeanDone(words: string): boolean {
  return words
    .replaceAll('_', ' ')
    .split(/[.,;:!?()\n]+|\b(?:and|but|so|because|since|after|though|while)\b/i)
    .some((clause) => DOING.test(clause.replace(NOT_SO, '')));
}

const DOING =
  /\b(?:ok|okay|success\w*|succeeded|done|complet(?:ed?|ing)|accept(?:ed|ing)|creat(?:ed|ing)|mov(?:ed|ing)|queue?(?:d|ing)?|appl(?:ied|ying)|process(?:ed|ing)|updat(?:ed|ing)|chang(?:ed|ing)|sav(?:ed|ing)|submitted|executed|initiated|scheduled?|pending|in progress|already|duplicated?|repeated)\b/i;

/** All that follows a plain no. */
const NOT_SO =
  /\b(?:not|no|nothing|never|none|neither|nor|cannot|failed to|unable to|\w+n['’]t)\b.*$/is;
