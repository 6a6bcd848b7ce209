import { listed } from '../cards/kit/text.js';
import { moment } from '../cards/kit/times.js';
import type { Member } from '../discord/command.js';
import { UserError } from '../errors.js';
import { isAdmin } from '../guilds/access.js';
import type { GuildRow } from '../guilds/guild-row.js';
import type { GuildSettings } from '../guilds/settings.js';
import type { Change } from './change.js';
import { kindOf } from './kinds/kinds.js';

/** Who decides, and what decides beside the change, as the transaction sees it. */
export interface Judged {
  readonly member: Member;
  readonly row: GuildRow;
  readonly now: number;
}

const holds = ({ roleIds }: Member, wanted: readonly string[]) =>
  wanted.some((id) => roleIds.includes(id));

function mayConfirm(member: Member, { roles }: GuildSettings): boolean {
  return isAdmin(member) || holds(member, [...roles.manager, ...roles.approver]);
}

/** The stricter of the rule when it was asked and the rule now. */
export function needsSecond({ kind, rule }: Change, { approval }: GuildSettings): boolean {
  const now = kindOf(kind).isPayment ? approval.payments : approval.others;
  return rule === 'second' || now === 'second';
}

function hasRequested({ requester, earlierRequesters }: Change, { id }: Member): boolean {
  return requester === id || earlierRequesters.includes(id);
}

/** Another process connected a key a moment ago, and this one still asks with the former. */
export function whyOtherKey(keyVersion: number, row: GuildRow): UserError | null {
  return keyVersion === row.keyVersion
    ? null
    : new UserError('The API key changed', 'Try again in ten seconds.');
}

/** Null if this person may let Pitboss send this change now. */
export function whyNotConfirm(
  change: Change,
  { member, row, now, typed }: Judged & { readonly typed: readonly string[] },
): UserError | null {
  const { settings, frozen, keyVersion } = row;
  if (!mayConfirm(member, settings)) return confirmersOnly();
  const late = whyTooLate(change, now);
  if (late) return late;
  if (needsSecond(change, settings) && hasRequested(change, member))
    return secondNeeded(change, settings, 'confirm');
  if (frozen)
    return new UserError('Changes are frozen', 'An admin can lift it with `/changes unfreeze`.');
  if (keyVersion !== change.keyVersion)
    return new UserError(
      'The API key changed',
      `Request it again: #${change.number} was made with another key.`,
    );
  const wanted = kindOf(change.kind).newAddresses(change.input, change.present).map(lastSix);
  const isTyped = wanted.every((end, index) => typed[index]?.trim() === end);
  return isTyped
    ? null
    : new UserError(
        'Not the last six characters',
        'Nothing was sent. Compare the whole address with your own records, then confirm again.',
      );
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
    return late(
      replacedBy === null ? 'It’s out of date.' : `It’s out of date, see #${replacedBy}.`,
    );
  return late(`<@${confirmer}> confirmed #${number} already; your click sent nothing.`);
}

export function whyNotCancel(
  change: Change,
  { member, row: { settings }, now }: Judged,
): UserError | null {
  const mayCancel =
    change.requester === member.id || isAdmin(member) || holds(member, settings.roles.manager);
  if (!mayCancel)
    return new UserError('Not yours', `Only <@${change.requester}> or a manager can cancel this.`);
  return whyTooLate(change, now);
}

/** Under `second`, who asked does not judge what came of it. */
export function whyNotCheck(
  change: Change,
  { member, row: { settings } }: Judged,
): UserError | null {
  if (!mayConfirm(member, settings)) return confirmersOnly();
  if (change.state !== 'unknown' || change.checked !== null)
    return new UserError('Too late', `#${change.number} needs no check any more.`);
  return needsSecond(change, settings) && hasRequested(change, member)
    ? secondNeeded(change, settings, 'check')
    : null;
}

function confirmersOnly(): UserError {
  const sentence = 'Ask an admin; roles are set with `/setup roles`.';
  return new UserError('Managers and approvers only', sentence);
}

function secondNeeded(
  { number }: Change,
  settings: GuildSettings,
  act: 'confirm' | 'check',
): UserError {
  const sentence = `You requested #${number}. Ask ${whoConfirms(settings)} to ${act} it.`;
  return new UserError('Second person needed', sentence);
}

/** Of a new request for something that another open change touches. */
export function stillOpen(open: Change): UserError {
  return open.state === 'unknown'
    ? new UserError(
        `#${open.number} needs a check first`,
        `Look at the pool, then mark #${open.number} as checked: its outcome is unknown.`,
      )
    : new UserError(
        `#${open.number} is still open`,
        `Confirm or cancel #${open.number} first: it changes the same thing.`,
      );
}

/** "@Approvers, @Pool manager"; without roles, whom Discord's permission names. */
function whoConfirms({ roles }: GuildSettings): string {
  const named = [...roles.approver, ...roles.manager].map((id) => `<@&${id}>`);
  return named.length === 0 ? 'a member with Manage Server' : listed(named, 4);
}

export function lastSix(address: string): string {
  return address.slice(-6);
}

/** A change that may have been done, or still may be, is not asked for again. */
export function whyNotAskAgain({ number, state, checked }: Change): UserError | null {
  const isOver = ['declined', 'unsent', 'cancelled', 'expired', 'drifted'].includes(state);
  if (isOver || (state === 'unknown' && checked !== null)) return null;
  return new UserError('Too late', `#${number} can’t be asked for again as it stands.`);
}
