/**
 * Whether an action is another than was requested. What a pool calls its actions isn't known, so
 * these rule out what they can't be called.
 */

type IsOtherAction = (words: readonly string[]) => boolean;

export const isOtherThanMove: IsOtherAction = (words) =>
  isAnotherThing(words) ||
  (has(words, /^WORKSPACES?$/) && !has(words, /^(?:SUBACCOUNT|SITE|MOVE)/)) ||
  has(words, /^(?:CREATE|PAYMENT|PAYOUT)/);

export const isOtherThanCreation: IsOtherAction = (words) =>
  isAnotherThing(words) ||
  (has(words, /^WORKSPACES?$/) && !has(words, /^(?:SUBACCOUNT|SITE)/)) ||
  has(words, /^(?:PAYMENT|PAYOUT)/) ||
  (!has(words, /^(?:CREAT|ADD|NEW|OPEN|REGIST)/) && isOfOneThatIsThere(words));

export const isOtherThanPayment: IsOtherAction = (words) =>
  isAnotherThing(words) ||
  (has(words, /^(?:SUBACCOUNT|SITE|WORKSPACE)S?$/) && !has(words, /^(?:PAY|PAYMENT|PAYOUT)S?$/));

function isOfOneThatIsThere(words: readonly string[]): boolean {
  return (
    has(words, /^(?:MOVE|MOVED|MOVING|TRANSFER)/) ||
    (has(words, /^UPDAT/) && has(words, /^SUBACCOUNTS?$/))
  );
}

function has(words: readonly string[], known: RegExp): boolean {
  return words.some((word) => known.test(word));
}

/** No change of ours removes anything, or concerns people or the rest of a workspace. */
const OTHERS = new Set(
  (
    'DELETE DELETED REMOVE REMOVED DISABLE DISABLED DEACTIVATE ARCHIVE CLOSE CANCEL RENAME INVITE ' +
    'MEMBER MEMBERS MEMBERSHIP OWNER OWNERS OWNERSHIP ROLE ROLES PERMISSION PERMISSIONS WATCHER ' +
    'WATCHERS REFERRAL DERIVATIVES ORDER ORDERS EMAIL FLOW 2FA MFA PASSWORD KEY KEYS'
  ).split(' '),
);

function isAnotherThing(words: readonly string[]): boolean {
  return words.some((word) => OTHERS.has(word));
}
