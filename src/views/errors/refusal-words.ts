import type { Refusal } from '../../domain/changes/change.js';
import type { AccessDenied, ChangeRuledOut } from '../../domain/errors/user-errors.js';

type RefusalReason = Refusal['why'] | AccessDenied['why'] | ChangeRuledOut['why'];

interface RefusalWords {
  /** The title of its card is the reason; the sentence below says what to do. */
  readonly title: string;
  /** In the audit channel, after what was tried; null if it makes no entry. */
  readonly audit: string | null;
}

export const REFUSAL_WORDS: Record<RefusalReason, RefusalWords> = {
  'no-such-change': { title: 'No such change here', audit: 'this server has no such change' },
  'unknown-id': {
    title: 'This button no longer works',
    audit: 'this server has nothing with that id',
  },
  'not-allowed': { title: 'You need another role', audit: 'their roles don’t allow it' },
  'not-manager': { title: 'You need another role', audit: 'their roles don’t allow it' },
  'second-person': { title: 'Second person needed', audit: 'a second person is needed' },
  'second-to-check': {
    title: 'Second person needed',
    audit: 'somebody other than the requester has to check it',
  },
  'not-yours': {
    title: 'Only the requester or a manager',
    audit: 'only the requester or a manager may',
  },
  frozen: { title: 'Changes are frozen', audit: 'changes are frozen' },
  'already-frozen': { title: 'Changes are already frozen', audit: 'changes were already frozen' },
  'not-frozen': { title: 'Changes aren’t frozen', audit: 'changes were not frozen' },
  'other-key': {
    title: 'The API key was changed',
    audit: 'the API key has changed since the request',
  },
  'wrong-characters': {
    title: 'Wrong last characters',
    audit: 'wrong last characters of the new addresses',
  },
  'card-gone': { title: 'This card was deleted', audit: 'its card was deleted' },
  'card-bare': { title: 'This card was emptied', audit: 'its card had been emptied' },
  'card-plain': {
    title: 'This card is in plain words',
    audit: 'its card was in plain words, as the bot lacks Embed Links there',
  },
  'card-held': {
    title: 'This change can no longer be confirmed',
    audit:
      'its card had been emptied while Pitboss was away, or the note of where it stands is damaged',
  },
  'card-not-shown': {
    title: 'The card couldn’t be read',
    audit: 'Discord could not show its card, and this was another message',
  },
  'card-unread': {
    title: 'Confirm this on its card',
    audit: 'the bot could not read its card, and this was another message',
  },
  'audit-unread': {
    title: 'The audit channel couldn’t be read',
    audit: 'Discord could not show the audit channel',
  },
  'not-admin': { title: 'Admins only', audit: 'they are not an admin' },
  'own-loosening': {
    title: 'Another admin has to confirm',
    audit: 'another admin has to confirm it',
  },
  'no-loosening': { title: 'No longer waiting', audit: 'it was no longer waiting' },
  behind: { title: 'Audit entries are missing', audit: 'entries are missing' },
  'lost-entries': { title: 'Audit entries are missing', audit: 'its card belongs to lost entries' },
  'not-behind': {
    title: 'No audit entries are missing',
    audit: 'there was nothing to accept, or another loss has been found',
  },
  'clocks-differ': {
    title: 'The bot’s clocks disagree',
    audit: 'its time is over by the bot’s clock, but not by the bot’s own count of time',
  },
  closed: { title: 'Too late', audit: 'it was no longer waiting' },
  'nothing-to-resolve': { title: 'Nothing to check', audit: 'its outcome was not open' },
  'same-overdue': {
    title: 'An earlier change isn’t closed yet',
    audit: 'an earlier change to it was not closed yet',
  },
  'same-open': { title: 'A change is already open', audit: 'another change to it was open' },
  'same-unknown': {
    title: 'An earlier change needs a check',
    audit: 'an earlier change to it has an unknown outcome',
  },
  'bad-checksum': { title: 'Wrong checksum', audit: 'a new address has a wrong checksum' },
  'other-network': { title: 'Wrong network', audit: 'a new address belongs to another network' },
  'struck-out': {
    title: 'A name contains the API key',
    audit: 'a name in it held the API key at the pool',
  },
  unreadable: {
    title: 'Couldn’t read the pool’s values',
    audit: 'the pool’s present values couldn’t be read',
  },
  'unseen-letters': {
    title: 'Invisible characters',
    audit: 'a name has characters that nobody can see',
  },
  'not-shown-whole': {
    title: 'Can’t be shown whole',
    audit: 'a name or an id can’t be shown whole',
  },
  'named-as-address': {
    title: 'The name is another address',
    audit: 'an address was named with another address',
  },
  'path-name': {
    title: 'This name can’t be sent',
    audit: 'that name can’t be part of a request’s path',
  },
  'name-taken': { title: 'This name is taken', audit: 'a subaccount of that name already exists' },
  'already-there': { title: 'Nothing to change', audit: 'it was already there' },
  'allocation-sum': {
    title: 'Allocations don’t add up',
    audit: 'the allocations don’t add up to 100',
  },
  'several-listed': {
    title: 'More than one with that name',
    audit: 'the pool lists more than one of that name',
  },
  'several-site-names': {
    title: 'A site with two names',
    audit: 'the pool’s list gives the site more than one name',
  },
  'other-currency': {
    title: 'Another currency',
    audit: 'the pool gave a record in another currency',
  },
  'other-id': {
    title: 'Another subaccount’s id',
    audit: 'the pool’s record has another id than its subaccount',
  },
  'other-name': {
    title: 'Another name for this subaccount',
    audit: 'the pool’s record has another name than its subaccount',
  },
  'nameless-record': {
    title: 'A record without a name',
    audit: 'a record that the pool gave doesn’t name its subaccount',
  },
  'alike-record': {
    title: 'A name that is almost the same',
    audit: 'the pool gave a record of a name that is written almost alike',
  },
  'no-addresses': {
    title: 'A record without addresses',
    audit: 'the pool’s record says nothing of its addresses',
  },
  'no-address-in-entry': {
    title: 'An entry without an address',
    audit: 'an entry of the pool’s record has no address that can be read',
  },
  'self-contradiction': {
    title: 'The pool’s record contradicts itself',
    audit: 'the pool’s record contradicts itself',
  },
  'listed-twice': {
    title: 'An address listed twice',
    audit: 'the pool lists an address twice, and it was not clear which is meant',
  },
  'unclear-entry': {
    title: 'The pool’s record is unclear',
    audit: 'the pool’s record was not clear',
  },
  'inexact-id': {
    title: 'An id that can’t be sent',
    audit: 'the pool’s id of an address can’t be sent exactly',
  },
  'repeated-id': {
    title: 'One id for two addresses',
    audit: 'the pool lists one id for two entries',
  },
  'too-much-to-show': { title: 'Too much for one card', audit: 'it would not fit on one card' },
  'ruled-out': { title: 'The pool rules this out', audit: 'the pool’s records don’t allow it' },
  'unknown-name': { title: 'No such name at the pool', audit: null },
};
