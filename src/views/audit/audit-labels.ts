import type { Refusal } from '../../domain/changes/change.js';
import type { Entry } from '../../domain/changes/entry.js';
import type { Audited, SettingChanges } from '../../domain/changes/setting-changes.js';
import type { AccessDenied, ChangeRuledOut } from '../../domain/errors/errors.js';

/** Short labels for the trail's codes. */

export const STEP_WORDS: Record<Exclude<Entry['step'], 'set'>, string> = {
  asked: 'asked for it',
  confirmed: 'confirmed',
  refused: '⛔ tried',
  cancelled: 'cancelled',
  expired: 'closed it as expired',
  drifted: 'confirmed it, but the present state had changed: closed, nothing sent',
  frozen: '🧊 froze all changes',
  unfrozen: 'unfroze changes',
  sent: 'sent the request',
  reported: 'noted the pool’s answer',
  failed: 'noted that it was not done',
  unknown: '⚠️ noted an unknown outcome',
  observed: 'saw the wanted state at the pool',
  resolved: 'checked an unknown outcome',
  'loosening-asked': '🔓 asked to loosen a rule',
  'loosening-confirmed': '🔓 confirmed the loosening',
  'loosening-withdrawn': 'withdrew the loosening',
  behind: '⛔ found that entries are missing',
  'restore-accepted': '⚠️ accepted that entries are missing',
};

/** Follows "tried". Attempted commands and ids are shown as received. */
export const ATTEMPT_WORDS: ReadonlyMap<string, string> = new Map([
  ['confirm', 'to confirm'],
  ['cancelled', 'to cancel'],
  ['asked-again', 'to ask again'],
  ['resolved', 'to mark it as checked'],
  ['frozen', 'to freeze changes'],
  ['unfrozen', 'to unfreeze changes'],
  ['loosening-confirmed', 'to confirm the loosening of a rule'],
  ['loosening-withdrawn', 'to withdraw the loosening of a rule'],
  ['restore-accepted', 'to accept that entries are missing'],
]);

/** A name that nothing is listed by is no entry. */
type RuledOut = Exclude<ChangeRuledOut['why'], 'unknown-name'>;

const REASONS: Record<Refusal['why'] | AccessDenied['why'] | RuledOut, string> = {
  'no-such-change': 'this server has no such change',
  'unknown-id': 'this server has nothing by that id',
  'not-allowed': 'their roles do not allow it',
  'second-person': 'a second person has to',
  'not-yours': 'neither theirs, nor are they a manager',
  frozen: 'changes are frozen',
  'already-frozen': 'changes were frozen already',
  'not-frozen': 'changes were not frozen',
  'other-key': 'the API key is another since it was asked for',
  'wrong-characters': 'other last characters were typed than the new addresses have',
  'card-gone': 'its card was deleted',
  'card-bare': 'its card showed nothing any more',
  'card-held': 'its card had been emptied while Pitboss was away',
  closed: 'it waited no more',
  'nothing-to-resolve': 'its outcome was not open',
  'same-open': 'another change to the same thing was open',
  'same-unknown': 'an earlier change to the same thing has an unknown outcome',
  'bad-checksum': 'a new address has a wrong checksum',
  'other-network': 'a new address is of another network',
  'struck-out': 'a name in it held the API key at the pool',
  unreadable: 'the present state could not be read',
  'unseen-letters': 'a name has characters that nobody can see',
  'not-shown-whole': 'a name is too long to be shown whole',
  'named-as-address': 'an address was named with another address',
  'path-name': 'that name can’t be part of a request’s path',
  'name-taken': 'a subaccount of that name exists already',
  'already-there': 'it was there already',
  'allocation-sum': 'the allocations don’t add up to 100',
  'several-listed': 'the pool lists more than one of that name',
  'other-currency': 'the pool gave a record in another currency',
  'unclear-entry': 'the pool lists an address twice, and it was not clear which is meant',
  'inexact-id': 'the pool’s id of an address can’t be sent exactly',
  'repeated-id': 'the pool lists one id for two entries',
  'too-much-to-show': 'it would not fit on one card',
  'ruled-out': 'the pool’s records do not allow it',
  'not-admin': 'they are not an admin',
  'own-loosening': 'another admin has to confirm it',
  'no-loosening': 'it was not waiting any more',
  behind: 'entries are missing',
  'lost-entries': 'its card belongs to lost entries',
  'not-behind': 'there was nothing to accept, or another loss has been found',
};

/** The code may come from another version of the bot. */
export const WHY_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(REASONS));

export const SETTING_WORDS: Record<Audited, string> = {
  viewer: 'viewer roles',
  manager: 'manager roles',
  approver: 'approver roles',
  payments: 'payment changes',
  others: 'other changes',
  badChecksum: 'wrong checksums',
  paymentsWait: 'payment changes wait',
  othersWait: 'other changes wait',
  ping: 'role to ping',
  audit: 'audit channel',
  key: 'API key',
  currency: 'currency',
  timeZone: 'time zone',
  site: 'site',
  subaccounts: 'subaccounts',
};

export const RULE_WORDS: ReadonlyMap<string, string> = new Map([
  ['self', 'may be confirmed by the requester'],
  ['second', 'need a second person'],
  ['refuse', 'refused'],
  ['warn', 'allowed with a warning'],
]);

export const SET_WORDS: Record<SettingChanges['by'], string> = {
  roles: '⚙️ set who may do what',
  defaults: '⚙️ set the defaults',
  key: '🔑 connected an API key',
  disconnect: '🔑 disconnected the server',
  'bot-removed': '🔑 forgot key and settings, because the bot was removed from the server',
  loosened: '🔓 loosened a rule',
  found: '⚠️ found settings that were changed without an entry',
};
