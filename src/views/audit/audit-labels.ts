import type { Refusal } from '../../domain/changes/change.js';
import type { Entry } from '../../domain/changes/entry.js';
import type { Audited, SettingChanges } from '../../domain/changes/setting-changes.js';
import type { AccessDenied, ChangeRuledOut } from '../../domain/errors/user-errors.js';

/** Short labels for the trail's codes. */

interface StepWords {
  /** Stands before the actor to catch the eye; empty for the usual. */
  readonly mark: string;
  /** Stands after the actor; `change` = which one. */
  readonly did: (change: string) => string;
}

export const STEP_WORDS: Record<Exclude<Entry['step'], 'set' | 'refused'>, StepWords> & {
  readonly refused: Pick<StepWords, 'mark'>;
} = {
  asked: { mark: '', did: (change) => `requested ${change}` },
  confirmed: { mark: '', did: (change) => `confirmed ${change}` },
  refused: { mark: '⛔' },
  cancelled: { mark: '', did: (change) => `cancelled ${change}` },
  expired: { mark: '', did: (change) => `closed ${change}: nobody confirmed in time` },
  drifted: {
    mark: '',
    did: (change) => `confirmed ${change}, but the pool’s values had changed, so nothing was sent`,
  },
  frozen: { mark: '🧊', did: () => 'froze all changes' },
  unfrozen: { mark: '', did: () => 'unfroze changes' },
  sent: { mark: '', did: (change) => `sent ${change}` },
  reported: { mark: '', did: (change) => `got the pool’s answer to ${change}` },
  failed: { mark: '⚠️', did: (change) => `closed ${change} as failed` },
  unknown: { mark: '⚠️', did: (change) => `doesn’t know the outcome of ${change}` },
  observed: { mark: '✅', did: (change) => `saw ${change} at the pool` },
  lapsed: {
    mark: '⚠️',
    did: (change) => `found nothing waiting at the pool any more, and not what ${change} asked for`,
  },
  resolved: { mark: '', did: (change) => `checked the unknown outcome of ${change}` },
  'loosening-asked': { mark: '🔓', did: () => 'requested a looser rule' },
  'loosening-confirmed': { mark: '🔓', did: () => 'confirmed the looser rule' },
  'loosening-withdrawn': { mark: '', did: () => 'withdrew the looser rule' },
  'found-elsewhere': { mark: '🚨', did: () => 'found at the pool' },
  behind: { mark: '⛔', did: () => 'found that audit entries are missing' },
  'restore-accepted': { mark: '⚠️', did: () => 'accepted that audit entries are missing' },
};

/** Follows "couldn't". Attempted commands and ids are shown as received. */
export const ATTEMPT_WORDS: ReadonlyMap<string, StepWords['did']> = new Map<
  string,
  StepWords['did']
>([
  ['confirm', (change) => `confirm ${change}`],
  ['cancelled', (change) => `cancel ${change}`],
  ['asked-again', (change) => `ask again for ${change}`],
  ['resolved', (change) => `mark ${change} as checked`],
  ['frozen', () => 'freeze changes'],
  ['unfrozen', () => 'unfreeze changes'],
  ['loosening-confirmed', () => 'confirm a looser rule'],
  ['loosening-withdrawn', () => 'withdraw a looser rule'],
  ['restore-accepted', () => 'accept that audit entries are missing'],
]);

/** A name that matches nothing listed makes no entry. */
type RuledOut = Exclude<ChangeRuledOut['why'], 'unknown-name'>;

const REASONS: Record<Refusal['why'] | AccessDenied['why'] | RuledOut, string> = {
  'no-such-change': 'this server has no such change',
  'unknown-id': 'this server has nothing with that id',
  'not-allowed': 'their roles don’t allow it',
  'second-person': 'a second person is needed',
  'second-to-check': 'somebody other than the requester has to check it',
  'not-yours': 'only the requester or a manager may',
  frozen: 'changes are frozen',
  'already-frozen': 'changes were already frozen',
  'not-frozen': 'changes were not frozen',
  'other-key': 'the API key has changed since the request',
  'wrong-characters': 'wrong last characters of the new addresses',
  'card-gone': 'its card was deleted',
  'card-bare': 'its card had been emptied',
  'card-held': 'its card had been emptied while Pitboss was away',
  closed: 'it was no longer waiting',
  'nothing-to-resolve': 'its outcome was not open',
  'same-open': 'another change to it was open',
  'same-unknown': 'an earlier change to it has an unknown outcome',
  'bad-checksum': 'a new address has a wrong checksum',
  'other-network': 'a new address belongs to another network',
  'struck-out': 'a name in it held the API key at the pool',
  unreadable: 'the pool’s present values couldn’t be read',
  'unseen-letters': 'a name has characters that nobody can see',
  'not-shown-whole': 'a name is too long to be shown whole',
  'named-as-address': 'an address was named with another address',
  'path-name': 'that name can’t be part of a request’s path',
  'name-taken': 'a subaccount of that name already exists',
  'already-there': 'it was already there',
  'allocation-sum': 'the allocations don’t add up to 100',
  'several-listed': 'the pool lists more than one of that name',
  'other-currency': 'the pool gave a record in another currency',
  'unclear-entry': 'the pool lists an address twice, and it was not clear which is meant',
  'inexact-id': 'the pool’s id of an address can’t be sent exactly',
  'repeated-id': 'the pool lists one id for two entries',
  'too-much-to-show': 'it would not fit on one card',
  'ruled-out': 'the pool’s records don’t allow it',
  'not-admin': 'they are not an admin',
  'own-loosening': 'another admin has to confirm it',
  'no-loosening': 'it was no longer waiting',
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

export const SET_WORDS: Record<SettingChanges['by'], { mark: string; did: string }> = {
  roles: { mark: '⚙️', did: 'set who may do what' },
  defaults: { mark: '⚙️', did: 'set the defaults' },
  key: { mark: '🔑', did: 'connected an API key' },
  disconnect: { mark: '🔑', did: 'disconnected the server' },
  'bot-removed': {
    mark: '🔑',
    did: 'forgot key and settings, because the bot was removed from the server',
  },
  loosened: { mark: '🔓', did: 'loosened a rule' },
  found: { mark: '⚠️', did: 'found settings that were changed without an entry' },
};
