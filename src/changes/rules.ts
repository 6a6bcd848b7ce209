import { isAdmin, mayUse, type Member } from '../domain/guild/access.js';
import { KEY_PLACEHOLDER } from '../domain/guild/key-placeholder.js';
import { isUnresolved, mayBeWanted } from '../domain/changes/unresolved.js';
import type { Change, ChangeRequest, Refusal, ApprovalRules } from '../domain/changes/change.js';
import type { OtherNetwork } from '../domain/payments/addresses.js';
import type { ChangesState } from '../domain/changes/state.js';
import type { GuildSettings } from '../domain/guild/guild-settings.js';

/**
 * Who may do what to a change, and when: pure, and decided again on the newest state at every
 * try to write a step. `null` = nothing speaks against it.
 */

/** Who tries, with all that it is judged by. */
export interface RuleFacts {
  readonly member: Member;
  /** As the store holds them now, not as they were when the card was drawn. */
  readonly settings: GuildSettings;
  readonly now: number;
}

/** Somebody's click on a card. */
export interface AttemptFacts extends RuleFacts {
  readonly changeId: string;
}

/** Approvers confirm, but do not ask. */
export function whyNotAsk(
  trailState: ChangesState,
  { member, settings, now }: RuleFacts,
  thing: Touched,
): Refusal | null {
  if (!mayUse('manager', member, settings.roles)) return { why: 'not-allowed' };
  if (trailState.behind !== null) return { why: 'behind' };
  const isOpen = (change: Change) =>
    isUnderWay(change) || (change.state === 'pending' && !isExpired(change, now));
  return (
    busyWith(trailState, thing, (other) => (isOpen(other) ? 'same-open' : null)) ??
    unresolved(trailState, thing)
  );
}

/** Of what an expired, cancelled or checked change wanted. Another API key may be another workspace. */
export function whyNotAskAgain(
  trailState: ChangesState,
  attempt: AttemptFacts,
  keySince: number,
): Refusal | null {
  const change = trailState.changes.get(attempt.changeId);
  if (change === undefined)
    return { why: trailState.behind === null ? 'no-such-change' : 'behind' };
  const refusal = whyNotAsk(trailState, attempt, change);
  if (refusal !== null) return refusal;
  if (!mayBeWanted(change)) return { why: 'closed', change };
  return change.keySince === keySince ? null : { why: 'other-key' };
}

export function whyNotConfirm(trailState: ChangesState, attempt: AttemptFacts): Refusal | null {
  if (trailState.behind !== null) return { why: 'behind' };
  const change = trailState.changes.get(attempt.changeId);
  if (change === undefined) return { why: 'no-such-change' };
  const { member, settings, now } = attempt;
  if (!mayConfirm(member, settings)) return { why: 'not-allowed' };
  if (change.state !== 'pending' || isExpired(change, now)) return { why: 'closed', change };
  if (trailState.frozen !== null) return { why: 'frozen' };
  return (
    whyNotUnderRules(change, attempt) ??
    whyNotStruckOut(change.request) ??
    busyWith(trailState, change, (other) => (isUnderWay(other) ? 'same-open' : null)) ??
    unresolved(trailState, change)
  );
}

/** Somebody who may confirm, but not this change, or not to these addresses. */
function whyNotUnderRules(change: Change, { member, settings }: RuleFacts): Refusal | null {
  const rules = approvalRulesFor(change, settings);
  if (rules.approval === 'second' && member.userId === change.requester.id) {
    return { why: 'second-person' };
  }
  return whyNotBadChecksum(change.badAddresses ?? [], rules);
}

/** The stricter of what held when it was asked and what holds now. */
export function approvalRulesFor(
  { rule, askedUnder }: Pick<Change, 'rule' | 'askedUnder'>,
  { approval, badChecksum }: GuildSettings,
): ApprovalRules {
  return {
    approval: askedUnder?.approval === 'second' ? 'second' : approval[rule],
    badChecksum: askedUnder?.badChecksum === 'refuse' ? 'refuse' : badChecksum,
  };
}

/** Until when a change that is asked for now can be confirmed. */
export function expiryOf(
  { rule, askedAt }: Pick<Change, 'rule' | 'askedAt'>,
  { waits }: GuildSettings,
  defaultMs: number,
): number {
  const minutes = waits[rule];
  return askedAt + (minutes === undefined ? defaultMs : minutes * 60_000);
}

/** What was struck out of the pool's record must not go back to it: it never listed such a name. */
export function whyNotStruckOut({ path, body }: ChangeRequest): Refusal | null {
  const inPath = path.includes(encodeURIComponent(KEY_PLACEHOLDER));
  return inPath || JSON.stringify([body]).includes(KEY_PLACEHOLDER) ? { why: 'struck-out' } : null;
}

/** Whether addresses with a wrong checksum may be paid to is for the server's admins to say. */
export function whyNotBadChecksum(
  badAddresses: readonly string[],
  { badChecksum }: Pick<ApprovalRules, 'badChecksum'>,
): Refusal | null {
  if (badChecksum === 'warn' || badAddresses.length === 0) return null;
  return { why: 'bad-checksum', addresses: badAddresses };
}

/** What is paid to an address of another network is lost: nobody may allow that. */
export function whyNotOtherNetwork(otherNetworks: readonly OtherNetwork[]): Refusal | null {
  return otherNetworks.length === 0 ? null : { why: 'other-network', addresses: otherNetworks };
}

/** Judged when `sent` is written. `member` is who confirmed, with the roles of that click. */
export function whyNotSend(
  trailState: ChangesState,
  change: Change,
  facts: RuleFacts,
): 'behind' | 'frozen' | 'expired' | 'other-rules' | null {
  if (trailState.behind !== null) return 'behind';
  if (trailState.frozen !== null) return 'frozen';
  if (isExpired(change, facts.now)) return 'expired';
  const isEnough =
    mayConfirm(facts.member, facts.settings) && whyNotUnderRules(change, facts) === null;
  return isEnough ? null : 'other-rules';
}

/** Judged right before the first byte: once others took the request for lost, it must not leave. */
export function whyNotLeave(
  trailState: ChangesState,
  change: Change,
  facts: RuleFacts,
): ReturnType<typeof whyNotSend> | 'late' {
  if (trailState.behind !== null) return 'behind';
  if (trailState.changes.get(change.id)?.state !== 'sent') return 'late';
  return whyNotSend(trailState, change, facts);
}

export function whyNotCancel(trailState: ChangesState, attempt: AttemptFacts): Refusal | null {
  if (trailState.behind !== null) return { why: 'behind' };
  const change = trailState.changes.get(attempt.changeId);
  if (change === undefined) return { why: 'no-such-change' };
  const { member, settings } = attempt;
  const isTheirs = member.userId === change.requester.id;
  if (!isTheirs && !mayUse('manager', member, settings.roles)) return { why: 'not-yours' };
  return change.state === 'pending' ? null : { why: 'closed', change };
}

export function whyNotResolve(trailState: ChangesState, attempt: AttemptFacts): Refusal | null {
  if (trailState.behind !== null) return { why: 'behind' };
  const change = trailState.changes.get(attempt.changeId);
  if (change === undefined) return { why: 'no-such-change' };
  if (!mayConfirm(attempt.member, attempt.settings)) return { why: 'not-allowed' };
  return isUnresolved(change) ? null : { why: 'nothing-to-resolve', change };
}

/** A manager freezes, an admin unfreezes. */
export function whyNotFreeze(
  trailState: ChangesState,
  { member, settings }: RuleFacts,
): Refusal | null {
  if (!mayUse('manager', member, settings.roles)) return { why: 'not-allowed' };
  return trailState.frozen === null ? null : { why: 'already-frozen' };
}

export function whyNotUnfreeze(trailState: ChangesState, { member }: RuleFacts): Refusal | null {
  if (!isAdmin(member)) return { why: 'not-allowed' };
  return trailState.frozen === null ? { why: 'not-frozen' } : null;
}

/** `found`: the entry that the admin was shown, so that a later finding is not accepted unseen. */
export function whyNotAcceptRestore(
  { behind }: ChangesState,
  { member }: RuleFacts,
  found: number,
): Refusal | null {
  if (!isAdmin(member)) return { why: 'not-allowed' };
  return behind?.seq === found ? null : { why: 'not-behind' };
}

export function isExpired(change: Change, now: number): boolean {
  return now >= change.expiresAt;
}

function isUnderWay({ state }: Change): boolean {
  return state === 'confirmed' || state === 'sent';
}

function mayConfirm(member: Member, { roles }: GuildSettings): boolean {
  if (mayUse('manager', member, roles)) return true;
  return roles.approver.some((id) => member.roleIds.includes(id));
}

function unresolved(trailState: ChangesState, thing: Touched): Refusal | null {
  return busyWith(trailState, thing, (change) => (isUnresolved(change) ? 'same-unknown' : null));
}

/** What a change is about. */
type Touched = Pick<Change, 'touches' | 'touchesId'>;

/** By its name, or by its id where the pool has renamed it since. */
export function isSameThing(one: Touched, other: Touched): boolean {
  const hasSameId = one.touchesId !== undefined && one.touchesId === other.touchesId;
  return hasSameId || one.touches === other.touches;
}

function busyWith(
  { changes }: ChangesState,
  thing: Touched,
  judge: (change: Change) => 'same-open' | 'same-unknown' | null,
): Refusal | null {
  for (const other of changes.values()) {
    const why = isSameThing(other, thing) ? judge(other) : null;
    if (why !== null) return { why, other };
  }
  return null;
}
