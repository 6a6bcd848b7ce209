import { isAdmin, mayUse, type Member } from '../domain/access.js';
import { isUnresolved } from '../domain/unresolved.js';
import type { GuildSettings } from '../guilds/guilds.js';
import type { Change, Refusal, RuleInForce } from './change.js';
import type { Ledger } from './ledger.js';

/**
 * Who may do what to a change, and when: pure, and decided anew on the newest ledger at every
 * try to write a step. `null` = nothing speaks against it.
 */

/** Who tries, with all that it is judged by. */
export interface Standing {
  readonly member: Member;
  /** As the store holds them now, not as they were when the card was drawn. */
  readonly settings: GuildSettings;
  readonly now: number;
}

/** Somebody's click on a card. */
export interface Attempt extends Standing {
  readonly changeId: string;
}

/** Approvers confirm, but do not ask. */
export function whyNotAsk(
  ledger: Ledger,
  { member, settings, now }: Standing,
  touches: string,
): Refusal | null {
  if (!mayUse('manager', member, settings.roles)) return { why: 'not-allowed' };
  if (ledger.behind !== null) return { why: 'behind' };
  const isOpen = (change: Change) =>
    isUnderWay(change) || (change.state === 'pending' && !isOver(change, now));
  return (
    busyWith(ledger, touches, (other) => (isOpen(other) ? 'same-open' : null)) ??
    unresolved(ledger, touches)
  );
}

export function whyNotConfirm(ledger: Ledger, attempt: Attempt): Refusal | null {
  if (ledger.behind !== null) return { why: 'behind' };
  const change = ledger.changes.get(attempt.changeId);
  if (change === undefined) return { why: 'no-such-change' };
  const { member, settings, now } = attempt;
  if (!mayConfirm(member, settings)) return { why: 'not-allowed' };
  if (change.state !== 'pending' || isOver(change, now)) return { why: 'closed', change };
  if (ledger.frozen !== null) return { why: 'frozen' };
  const rule = ruleFor(change, settings);
  if (rule.approval === 'second' && member.userId === change.requester.id) {
    return { why: 'second-person' };
  }
  return (
    whyNotPay(change.badAddresses ?? [], rule) ??
    busyWith(ledger, change.touches, (other) => (isUnderWay(other) ? 'same-open' : null)) ??
    unresolved(ledger, change.touches)
  );
}

/** The stricter of what held when it was asked and what holds now. */
export function ruleFor(
  { rule, askedUnder }: Pick<Change, 'rule' | 'askedUnder'>,
  { approval, badChecksum }: GuildSettings,
): RuleInForce {
  return {
    approval: askedUnder?.approval === 'second' ? 'second' : approval[rule],
    badChecksum: askedUnder?.badChecksum === 'refuse' ? 'refuse' : badChecksum,
  };
}

/** Whether addresses with a wrong checksum may be paid to is for the server's admins to say. */
export function whyNotPay(
  badAddresses: readonly string[],
  { badChecksum }: Pick<RuleInForce, 'badChecksum'>,
): Refusal | null {
  if (badChecksum === 'warn' || badAddresses.length === 0) return null;
  return { why: 'bad-checksum', addresses: badAddresses };
}

/** The last look before the request leaves. */
export function whyNotSend(
  ledger: Ledger,
  change: Change,
  now: number,
): 'behind' | 'frozen' | 'expired' | null {
  if (ledger.behind !== null) return 'behind';
  if (ledger.frozen !== null) return 'frozen';
  return isOver(change, now) ? 'expired' : null;
}

/**
 * The very last: of a request that is said to leave. Whoever took it for lost goes on without it,
 * so then it must not leave any more.
 */
export function whyNotLeave(
  ledger: Ledger,
  change: Change,
  now: number,
): ReturnType<typeof whyNotSend> | 'late' {
  if (ledger.behind !== null) return 'behind';
  if (ledger.changes.get(change.id)?.state !== 'sent') return 'late';
  return whyNotSend(ledger, change, now);
}

export function whyNotCancel(ledger: Ledger, attempt: Attempt): Refusal | null {
  if (ledger.behind !== null) return { why: 'behind' };
  const change = ledger.changes.get(attempt.changeId);
  if (change === undefined) return { why: 'no-such-change' };
  const { member, settings } = attempt;
  const isTheirs = member.userId === change.requester.id;
  if (!isTheirs && !mayUse('manager', member, settings.roles)) return { why: 'not-yours' };
  return change.state === 'pending' ? null : { why: 'closed', change };
}

export function whyNotResolve(ledger: Ledger, attempt: Attempt): Refusal | null {
  if (ledger.behind !== null) return { why: 'behind' };
  const change = ledger.changes.get(attempt.changeId);
  if (change === undefined) return { why: 'no-such-change' };
  if (!mayConfirm(attempt.member, attempt.settings)) return { why: 'not-allowed' };
  return isUnresolved(change) ? null : { why: 'nothing-to-resolve', change };
}

/** A manager freezes, an admin unfreezes. */
export function whyNotFreeze(ledger: Ledger, { member, settings }: Standing): Refusal | null {
  if (!mayUse('manager', member, settings.roles)) return { why: 'not-allowed' };
  return ledger.frozen === null ? null : { why: 'already-frozen' };
}

export function whyNotUnfreeze(ledger: Ledger, { member }: Standing): Refusal | null {
  if (!isAdmin(member)) return { why: 'not-allowed' };
  return ledger.frozen === null ? { why: 'not-frozen' } : null;
}

/** `found`: the entry that the admin was shown, so that a later finding is not accepted unseen. */
export function whyNotAcceptRestore(
  { behind }: Ledger,
  { member }: Standing,
  found: number,
): Refusal | null {
  if (!isAdmin(member)) return { why: 'not-allowed' };
  return behind?.seq === found ? null : { why: 'not-behind' };
}

export function isOver(change: Change, now: number): boolean {
  return now >= change.expiresAt;
}

function isUnderWay({ state }: Change): boolean {
  return state === 'confirmed' || state === 'sent';
}

function mayConfirm(member: Member, { roles }: GuildSettings): boolean {
  if (mayUse('manager', member, roles)) return true;
  return roles.approver.some((id) => member.roleIds.includes(id));
}

function unresolved(ledger: Ledger, touches: string): Refusal | null {
  return busyWith(ledger, touches, (change) => (isUnresolved(change) ? 'same-unknown' : null));
}

function busyWith(
  { changes }: Ledger,
  touches: string,
  judge: (change: Change) => 'same-open' | 'same-unknown' | null,
): Refusal | null {
  for (const other of changes.values()) {
    const why = other.touches === touches ? judge(other) : null;
    if (why !== null) return { why, other };
  }
  return null;
}
