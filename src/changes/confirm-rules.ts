import { moment } from '../cards/kit/times.js';
import { UserError } from '../errors.js';
import { holdsOneOf, isAdmin, type Member } from '../guilds/access.js';
import type { GuildRow, InGuild } from '../guilds/transaction.js';
import type { GuildSettings } from '../guilds/settings.js';
import type { Change } from './change.js';
import { kindOf } from './kinds/kinds.js';

function mayConfirm(member: Member, { roles }: GuildSettings): boolean {
  return isAdmin(member) || holdsOneOf(member, [...roles.manager, ...roles.approver]);
}

/** The stricter of the rule at the time of the request and the rule now. */
export function needsSecond({ kind, rule }: Change, { approval }: GuildSettings): boolean {
  const now = kind === 'payments' ? approval.payments : approval.others;
  return rule === 'second' || now === 'second';
}

/** Another process connected a key a moment ago, and this one still uses the old one. */
export function whyOtherKey(keyVersion: number, row: GuildRow): UserError | null {
  return keyVersion === row.keyVersion
    ? null
    : new UserError('The API key changed', 'Try again in ten seconds.');
}

/** A server, and when it is judged (ms). */
type Present = GuildRow & Pick<InGuild, 'now'>;

/** Null if this person may let Pitboss send this change now. */
export function whyNotConfirm(
  change: Change,
  guild: Present,
  { member, typed }: { readonly member: Member; readonly typed: readonly string[] },
): UserError | null {
  const { settings, frozen, keyVersion, now } = guild;
  if (!mayConfirm(member, settings)) return confirmersOnly();
  const tooLate = whyTooLate(change, now);
  if (tooLate) return tooLate;
  if (isAlone(change, settings, member)) return secondNeeded(change, settings, 'confirm');
  if (frozen)
    return new UserError('Changes are frozen', 'An admin can lift it with `/changes unfreeze`.');
  if (keyVersion !== change.keyVersion) {
    const sentence = `Request it again: #${change.number} was made with another key.`;
    return new UserError('The API key changed', sentence);
  }
  if (endsOf(change).every((end, index) => isEnd(typed[index] ?? '', end))) return null;
  return new UserError(
    'Not the last six characters',
    'Nothing was sent. Compare the whole address with your own records, then confirm again.',
  );
}

/** The card shows addresses in groups of four, and a phone begins with a capital. */
function isEnd(typed: string, end: string): boolean {
  const plain = typed.replaceAll(/\s/g, '');
  return plain === end || (end === end.toLowerCase() && plain.toLowerCase() === end);
}

/** What is typed to confirm it: the last six characters of each new address. */
export function endsOf(change: Change): string[] {
  return kindOf(change).newAddresses.map((address) => address.slice(-6));
}

/** Null while the change waits to be confirmed. */
function whyTooLate(change: Change, now: number): UserError | null {
  const { number, state, confirmer, ending, replacedBy, expiresAt } = change;
  const late = (sentence: string) => new UserError('Too late', sentence);
  if (state === 'pending' && now < expiresAt) return null;
  if (state === 'pending' || state === 'expired')
    return late(`It expired ${moment(expiresAt, 'R')}.`);
  if (state === 'cancelled') return late(`<@${ending?.by}> cancelled it.`);
  if (state === 'drifted')
    return late(`It’s out of date${replacedBy ? `, see #${replacedBy.number}` : ''}.`);
  if (confirmer === null) return late('A backup was restored, so it can’t be confirmed.');
  return late(`<@${confirmer}> confirmed #${number} already; your click sent nothing.`);
}

export function whyNotCancel(
  change: Change,
  { settings, now }: Present,
  member: Member,
): UserError | null {
  const { requester } = change;
  const mayCancel =
    requester === member.id || isAdmin(member) || holdsOneOf(member, settings.roles.manager);
  return mayCancel
    ? whyTooLate(change, now)
    : new UserError('Not yours', `Only <@${requester}> or a manager can cancel this.`);
}

/** Under `second`, the requester does not judge the outcome. */
export function whyNotCheck(
  change: Change,
  { settings }: Present,
  member: Member,
): UserError | null {
  if (!mayConfirm(member, settings)) return confirmersOnly();
  if (change.state !== 'unknown' || change.checked !== null)
    return new UserError('Too late', `#${change.number} needs no check any more.`);
  return isAlone(change, settings, member) ? secondNeeded(change, settings, 'check') : null;
}

/** A change that may have been done, or still may be, is not requested again. */
export function whyNotAskAgain({ number, state, checked }: Change): UserError | null {
  const isOver = ['declined', 'unsent', 'cancelled', 'expired', 'drifted'].includes(state);
  if (isOver || (state === 'unknown' && checked !== null)) return null;
  return new UserError('Too late', `#${number} can’t be asked for again as it stands.`);
}

/** Refuses a new request for something that another open change touches. */
export function stillOpen({ number, kind, state }: Change): UserError {
  if (state === 'unknown') {
    const sentence = `Look at the pool, then mark #${number} as checked: its outcome is unknown.`;
    return new UserError(`#${number} needs a check first`, sentence);
  }
  const thing = kind === 'payments' ? 'payouts' : 'subaccount';
  const sentence = `Confirm or cancel #${number} first: it changes the same ${thing}.`;
  return new UserError(`#${number} is still open`, sentence);
}

function confirmersOnly(): UserError {
  const sentence = 'Ask an admin; roles are set with `/setup roles`.';
  return new UserError('Managers and approvers only', sentence);
}

/** Requested it, or one that it repeats, where a second person is needed. */
function isAlone(change: Change, settings: GuildSettings, { id }: Member): boolean {
  const requesters = [change.requester, ...change.earlierRequesters];
  return requesters.includes(id) && needsSecond(change, settings);
}

function secondNeeded(
  { number }: Change,
  settings: GuildSettings,
  act: 'confirm' | 'check',
): UserError {
  const others = confirmersOf(settings) || 'a member with Manage Server';
  const sentence = `You requested #${number}. Ask ${others} to ${act} it.`;
  return new UserError('Second person needed', sentence);
}

const MOST_ROLES = 3;

/** Role mentions; empty where no role is set, so that only admins may. */
export function confirmersOf({ roles }: GuildSettings): string {
  const ids = [...new Set([...roles.approver, ...roles.manager])];
  const more = ids.length - MOST_ROLES;
  const shown = ids.slice(0, MOST_ROLES).map((id) => `<@&${id}>`);
  return shown.join(' ') + (more > 0 ? ` and ${more} more` : '');
}
