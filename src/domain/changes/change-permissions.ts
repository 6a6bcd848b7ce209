import type { Expiry } from './expiry.js';
import { isAdmin, mayUse, type Member } from '../guild/access-levels.js';
import { KEY_PLACEHOLDER } from '../guild/key-placeholder.js';
import { isKeyGone, isUnresolved, mayBeWanted } from './unresolved.js';
import type { Change, ChangeRequest, Refusal, ApprovalRules } from './change.js';
import type { OtherNetwork } from '../payment-settings/address-checks.js';
import type { ChangesState } from './state/state.js';
import type { EntryRef } from './entry-ref.js';
import type { GuildSettings } from '../guild/guild-settings.js';
import { MINUTE_MS } from '../time/units.js';

/**
 * Who may do what to a change, and when. Pure, and applied to the newest state at each attempt to
 * write a step. `null` = allowed.
 */

/** The person, and everything else that a step is judged by. */
export interface RuleFacts {
  readonly member: Member;
  /** The present settings, not those at the time of the card. */
  readonly settings: GuildSettings;
  readonly expiry: Pick<Expiry, 'whyExpired'>;
}

/** A click on the card of a change. */
export interface AttemptFacts extends RuleFacts {
  readonly changeId: string;
}

/** Approvers confirm but don't request. */
export function whyNotAsk(
  trailState: ChangesState,
  { member, settings, expiry }: RuleFacts,
  thing: TouchedThing,
): Refusal | null {
  if (!mayUse('manager', member, settings.roles)) return { why: 'not-manager' };
  if (trailState.behind !== null) return { why: 'behind' };
  return busyWith(trailState, thing, whyBusy) ?? unresolved(trailState, thing);

  function whyBusy(other: Change): 'same-open' | 'same-overdue' | null {
    if (isUnderWay(other)) return 'same-open';
    if (other.state !== 'pending') return null;
    // Not closed yet: its card may say that it was sent in entries that are lost.
    return mayBeConfirmedYet(other, expiry) ? 'same-open' : 'same-overdue';
  }
}

/** For an expired, cancelled or checked change. Another API key may mean another workspace. */
export function whyNotAskAgain(
  trailState: ChangesState,
  attempt: AttemptFacts,
  keySince: number,
): Refusal | null {
  const change = trailState.changes.get(attempt.changeId);
  // Whoever may not ask is told that first, even while entries are missing.
  if (change === undefined)
    return { why: trailState.behind === null ? 'no-such-change' : 'behind' };
  const refusal = whyNotAsk(trailState, attempt, change);
  if (refusal !== null) return refusal;
  if (!mayBeWanted(change)) return { why: 'closed', change };
  return change.keySince === keySince ? null : { why: 'other-key' };
}

export function whyNotConfirm(trailState: ChangesState, attempt: AttemptFacts): Refusal | null {
  const change = clickedChange(trailState, attempt);
  if ('why' in change) return change;
  const { member, settings, expiry } = attempt;
  if (!mayConfirm(member, settings)) return { why: 'not-allowed' };
  if (change.state !== 'pending') return { why: 'closed', change };
  const expired = expiry.whyExpired(change);
  if (expired === 'clocks-differ') return { why: expired, change };
  if (expired !== null) return { why: 'closed', change, isFromAhead: expired === 'from-ahead' };
  if (trailState.frozen !== null) return { why: 'frozen' };
  // By the trail, whatever key the store holds: one row of it may be older than the rest.
  if (isKeyGone(trailState, change)) return { why: 'other-key' };
  return (
    whyNotUnderRules(change, attempt) ??
    refusalForRedactedName(change.request) ??
    busyWith(trailState, change, (other) => (isUnderWay(other) ? 'same-open' : null)) ??
    unresolved(trailState, change)
  );
}

/** Missing entries come first: the change may be in them. */
function clickedChange(
  { behind, changes }: ChangesState,
  { changeId }: AttemptFacts,
): Change | Refusal {
  if (behind !== null) return { why: 'behind' };
  return changes.get(changeId) ?? { why: 'no-such-change' };
}

/** For people who may confirm in general, but not this change or these addresses. */
function whyNotUnderRules(change: Change, { member, settings }: RuleFacts): Refusal | null {
  const rules = approvalRulesFor(change, settings);
  if (rules.approval === 'second' && member.userId === change.requester.id) {
    return { why: 'second-person' };
  }
  return refusalForBadChecksum(change, rules);
}

/** The stricter of the rules at the request and now. */
export function approvalRulesFor(
  { rule, askedUnder }: Pick<Change, 'rule' | 'askedUnder'>,
  { approval, badChecksum }: GuildSettings,
): ApprovalRules {
  return {
    approval: askedUnder?.approval === 'second' ? 'second' : approval[rule],
    badChecksum: askedUnder?.badChecksum === 'refuse' ? 'refuse' : badChecksum,
  };
}

/** When a change requested now expires. */
export function expiryOf(
  { rule, askedAt }: Pick<Change, 'rule' | 'askedAt'>,
  { waits }: GuildSettings,
  defaultMs: number,
): number {
  const minutes = waits[rule];
  return askedAt + (minutes === undefined ? defaultMs : minutes * MINUTE_MS);
}

/** A name with a struck-out part must not go back to the pool, which never listed such a name. */
export function refusalForRedactedName({ path, body }: ChangeRequest): Refusal | null {
  const inPath = path.includes(encodeURIComponent(KEY_PLACEHOLDER));
  return inPath || JSON.stringify([body]).includes(KEY_PLACEHOLDER) ? { why: 'struck-out' } : null;
}

/** Admins decide whether new addresses with a wrong checksum are allowed. */
export function refusalForBadChecksum(
  { badAddresses = [] }: Pick<Change, 'badAddresses'>,
  { badChecksum }: Pick<ApprovalRules, 'badChecksum'>,
): Refusal | null {
  if (badChecksum === 'warn' || badAddresses.length === 0) return null;
  return { why: 'bad-checksum', addresses: badAddresses };
}

/** Coins paid to another network's address are lost, so nobody can allow that. */
export function refusalForOtherNetwork(otherNetworks: readonly OtherNetwork[]): Refusal | null {
  return otherNetworks.length === 0 ? null : { why: 'other-network', addresses: otherNetworks };
}

/** Applied when `sent` is written. `member`: who confirmed, with the roles of that click. */
export function whyNotSend(
  trailState: ChangesState,
  change: Change,
  facts: RuleFacts,
): 'behind' | 'frozen' | 'expired' | 'other-key' | 'other-rules' | null {
  if (trailState.behind !== null) return 'behind';
  if (trailState.frozen !== null) return 'frozen';
  if (facts.expiry.whyExpired(change) !== null) return 'expired';
  if (isKeyGone(trailState, change)) return 'other-key';
  const isEnough =
    mayConfirm(facts.member, facts.settings) && whyNotUnderRules(change, facts) === null;
  return isEnough ? null : 'other-rules';
}

/**
 * Applied right before the first byte. A request that others may have given up as lost must not
 * leave.
 */
export function whyNotPassGate(
  trailState: ChangesState,
  change: Change,
  facts: RuleFacts,
): ReturnType<typeof whyNotSend> | 'late' {
  if (trailState.behind !== null) return 'behind';
  if (trailState.changes.get(change.id)?.state !== 'sent') return 'late';
  return whyNotSend(trailState, change, facts);
}

export function whyNotCancel(trailState: ChangesState, attempt: AttemptFacts): Refusal | null {
  const change = clickedChange(trailState, attempt);
  if ('why' in change) return change;
  const { member, settings } = attempt;
  const isTheirs = member.userId === change.requester.id;
  if (!isTheirs && !mayUse('manager', member, settings.roles)) return { why: 'not-yours' };
  return change.state === 'pending' ? null : { why: 'closed', change };
}

export function whyNotMarkChecked(trailState: ChangesState, attempt: AttemptFacts): Refusal | null {
  const change = clickedChange(trailState, attempt);
  if ('why' in change) return change;
  const { member, settings } = attempt;
  if (!mayConfirm(member, settings)) return { why: 'not-allowed' };
  if (!isUnresolved(change)) return { why: 'nothing-to-resolve', change };
  // Resolving unblocks the next request, so it needs a second person too.
  const isTheirs = member.userId === change.requester.id;
  const { approval } = approvalRulesFor(change, settings);
  return isTheirs && approval === 'second' ? { why: 'second-to-check' } : null;
}

/** A manager freezes, an admin unfreezes. */
export function whyNotFreeze(
  trailState: ChangesState,
  { member, settings }: RuleFacts,
): Refusal | null {
  if (!mayUse('manager', member, settings.roles)) return { why: 'not-manager' };
  return trailState.frozen === null ? null : { why: 'already-frozen' };
}

export function whyNotUnfreeze(trailState: ChangesState, { member }: RuleFacts): Refusal | null {
  if (!isAdmin(member)) return { why: 'not-admin' };
  return trailState.frozen === null ? { why: 'not-frozen' } : null;
}

/** `found`: the entry about the loss that the admin saw, so that no later one is accepted unseen. */
export function whyNotAcceptRestore(
  { behind }: ChangesState,
  { member }: RuleFacts,
  found: EntryRef,
): Refusal | null {
  if (!isAdmin(member)) return { why: 'not-admin' };
  const isSame = behind?.seq === found.seq && behind.head === found.head;
  return isSame ? null : { why: 'not-behind' };
}

/** Now, or once the clocks agree. */
function mayBeConfirmedYet(change: Change, expiry: RuleFacts['expiry']): boolean {
  return [null, 'clocks-differ'].includes(expiry.whyExpired(change));
}

function isUnderWay({ state }: Change): boolean {
  return state === 'confirmed' || state === 'sent';
}

function mayConfirm(member: Member, { roles }: GuildSettings): boolean {
  if (mayUse('manager', member, roles)) return true;
  return roles.approver.some((id) => member.roleIds.includes(id));
}

function unresolved(trailState: ChangesState, thing: TouchedThing): Refusal | null {
  return busyWith(trailState, thing, (change) => (isUnresolved(change) ? 'same-unknown' : null));
}

type TouchedThing = Pick<Change, 'touches' | 'touchesId'>;

/** Compares names, and ids in case the pool has renamed it since. */
export function isSameThing(one: TouchedThing, other: TouchedThing): boolean {
  const hasSameId = one.touchesId !== undefined && one.touchesId === other.touchesId;
  return hasSameId || one.touches === other.touches;
}

function busyWith(
  { changes }: ChangesState,
  thing: TouchedThing,
  judge: (change: Change) => 'same-open' | 'same-overdue' | 'same-unknown' | null,
): Refusal | null {
  for (const other of changes.values()) {
    const why = isSameThing(other, thing) ? judge(other) : null;
    if (why !== null) return { why, other };
  }
  return null;
}
