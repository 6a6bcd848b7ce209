import { withoutInvisible } from '../names/invisible-characters.js';

/**
 * Whether words may mean that something was, is being or will be done, other than what an explicit
 * rejection just before denies. Better unknown too often than a second payout.
 */
export function wordsMayMeanDone(words: string): boolean {
  const plain = withoutInvisible(words).replaceAll('_', ' ');
  if (IS_TAKEN.test(plain)) return false;
  return plain
    .split(/[.,;:!?()\n–—/]+|\s-+\s/)
    .some((clause) =>
      IS_DOING.test(IS_IN_PART.test(clause) ? clause : clause.replaceAll(DENIED, '')),
    );
}

const DOING =
  '\\b(?:ok|okay|success\\w*|succeeded|done|complet(?:ed?|ing)|accept(?:ed|ing)|creat(?:ed|ing)' +
  '|mov(?:ed|ing)|queue?(?:d|ing)?|appl(?:ied|ying)|process(?:ed|ing)|updat(?:ed|ing)' +
  '|chang(?:ed|ing)|sav(?:ed|ing)|replac(?:ed|ing)|register(?:ed|ing)|record(?:ed|ing)' +
  '|stor(?:ed|ing)|set|sent|submitted|executed|initiated|scheduled?|pending|awaiting|approv\\w+' +
  '|transferr(?:ed|ing)|reassign(?:ed|ing)|assign(?:ed|ing)|relocat(?:ed|ing)|switch(?:ed|ing)' +
  '|commit(?:ted|ting)|persist(?:ed|ing)|writ(?:ten|ing)|enqueued|deferred|delivered|forwarded' +
  '|handled|acknowledged|opened|posted|filed|logged|noted|taken|began|begun|start(?:ed|ing)' +
  '|runs?|running|executing|finish(?:ed|ing)|effective|takes effect|under ?way|waiting|held' +
  '|needs? \\w+|replayed|reused|identical|now|in effect|no longer (?:at|in|on)|through|in line' +
  '|in (?:the )?background|execution|commit|anyway|regardless|nevertheless' +
  '|in progress|in flight|under review|already|duplicated?|repeated|confirm(?:ed|s|ing)?' +
  '|for \\d+ (?:hours?|days?))\\b';

const IS_DOING = new RegExp(DOING, 'i');

/** `not approved yet`, `not applied until …`, `not all were saved`: such a no denies little. */
const IS_IN_PART = /\b(?:yet|until|unless|all|every\w*|fully|completely|entirely|only|till)\b/i;

/** `was not moved`, `cannot be changed`: at most two words between the no and what it denies. */
const DENIED = new RegExp(
  `\\b(?:not|no|nothing|never|none|neither|nor|cannot|failed to|unable to|\\w+n['’]t)(?:\\s+\\w+){0,2}\\s+${DOING}`,
  'gi',
);

/** Whether words say no at all. Others, including those in another language, may mean anything. */
export function saysNo(words: string): boolean {
  const plain = withoutInvisible(words).replaceAll(/[_-]/g, ' ').replaceAll(NO_FAILURE, '');
  return NO.test(plain.replaceAll(NO_REFUSAL, '')) || IS_TAKEN.test(plain);
}

/** How Rails and Laravel refuse a name that somebody else has; the whole text, no other `taken`. */
const IS_TAKEN =
  /^\s*(?:(?:the )?(?:\w+ ){0,2}(?:name|address|id) )?has already been taken\W*(?:and \d+ more errors?\W*)?$/i;

/** Tells of what is being done or was done: `cannot be undone`, `you must wait while …`. */
const NO_REFUSAL =
  /\b(?:cannot|can['’]?t|can ?not|may not|must not) be (?:undone|reversed|reverted|cancell?ed|stopped|interrupted)\b|\b(?:must|should|required to) (?:please )?wait\b/gi;

/** `no errors`, `nothing failed`, `without a problem`: the opposite of a no. */
const NO_FAILURE =
  /\b(?:no|not|nothing|none|without|0|zero)(?: an?| any)? (?:errors?|problems?|issues?|fail\w*|exceptions?|rejections?|denied|refused|rejected|declined)\b/gi;

const NO = new RegExp(
  "\\b(?:no|not|none|never|nothing|neither|nor|cannot|unable|\\w+n['’]t|without" +
    '|in(?:valid|correct|sufficient|active|eligible)|un(?:known|recogni[sz]ed|authori[sz]ed|supported|expected' +
    '|acceptable|available|processable)|mal ?formed|bad|wrong|illegal|missing|absent|expired' +
    '|forbidden|denied|den(?:y|ies)|refus\\w+|reject\\w+|declin\\w+|disallow\\w+|prohibit\\w+' +
    '|block(?:ed|s)|restrict\\w+|suspended|disabled|closed|locked|errors?|fail\\w*|exception' +
    '|violat\\w+|exceed\\w*|too (?:many|long|large|big|short|small|few)|limit(?:ed|s)?|quota|throttl\\w+' +
    '|must|ensure (?:this|that)|enter a valid|required?|expected|should|only|mismatch\\w*|differs?|outside|out of range' +
    '|(?:is|are) full|(?:below|above) the (?:minimum|maximum))\\b',
  'i',
);
