import { statusIn } from '../../domain/changes/change-summary.js';
import type { Change, State } from '../../domain/changes/change.js';
import {
  findingKey,
  MAY_LAG_MS,
  type DifferingPolls,
  type EnteredFinding,
  type ObservedEffect,
  type Explanation,
  type ExternalFinding,
  type RecordSnapshot,
  type UnexplainedDifference,
} from '../../domain/changes/external-changes/external-finding.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import { isKeyGone, mayBeObserved } from '../../domain/changes/unresolved.js';
import { PoolError } from '../../domain/errors/pool-errors.js';
import { toResult } from '../../domain/errors/result.js';
import { awaitsApproval, isOverStatus } from '../../domain/payment-settings/payment-attention.js';
import type { Clock } from '../../domain/time/clock.js';
import { MINUTE_MS, SECOND_MS } from '../../domain/time/units.js';
import { kindOf } from '../kinds/kinds.js';
import type { ReadBack } from '../reconcile/read-back.js';
import type { Trail } from '../trail/trail.js';
import { brokenTrailAsNull } from '../trail/broken-trail-as-null.js';
import type { RestoreDetector } from '../trail/restore-detector.js';
import { withAskedFor } from './listed-record.js';
import { isAttributionUsed } from './used-attributions.js';
import { attributions, isAbout, waitIn } from './whose-change.js';

interface DifferencesParts {
  readonly trail: Trail;
  readonly clock: Clock;
  readonly restoreDetector: Pick<RestoreDetector, 'readAuditChannelOnce'>;
  /** Reads back whether a change took effect, and enters it if so; null if nothing tells. */
  readonly verify: (guildId: string, change: Change) => Promise<ReadBack | null>;
  /** Enters that it isn't in force, though nothing waits for approval any more. */
  readonly lapse: (guildId: string, change: Change, found: unknown) => Promise<void>;
}

/** Each is a walk over a list of the pool. */
const MAX_VERIFIED = 10;
/** Of those whose request left; older ones count while their effect is awaited. */
const NEWEST_SENT = 100;
/** States of changes whose request may have left. */
const MAY_HAVE_LEFT: ReadonlySet<State> = new Set(['sent', 'reported', 'failed', 'unknown']);
/** Where this process stood still for longer, another one may have entered more than is known. */
const LATE_MS = 10 * SECOND_MS;
/** How long a difference waits for the pool to let a change that may explain it be read back. */
const READ_BACK_WAIT_MS = 10 * MINUTE_MS;

/** Judges a difference at the pool by the changes that Pitboss sent. */
export function createDifferences(parts: DifferencesParts) {
  const { trail, restoreDetector, verify, lapse } = parts;

  /** Changes of the same thing whose request left; newest first. */
  async function changesTo(
    guildId: string,
    what: UnexplainedDifference,
  ): Promise<readonly Change[]> {
    const { changes, digests } = await trail.state(guildId);
    const left = [...digests.entries()].flatMap(([id, { state }]) =>
      MAY_HAVE_LEFT.has(state) ? [id] : [],
    );
    const oldest = left.length - NEWEST_SENT;
    const found: Change[] = [];
    for (const id of left.filter((each, index) => index >= oldest || changes.has(each))) {
      const change = await changeNow(guildId, id);
      if (change === undefined || change.number >= (what.beforeChange ?? Infinity)) continue;
      if (attributions.mayConcern(change, what)) found.push(change);
    }
    return found.toReversed();
  }

  async function changeNow(guildId: string, id: string): Promise<Change | undefined> {
    return (await trail.state(guildId, id)).changes.get(id);
  }

  /** Null if the pool may yet let the change be read back. */
  async function readBack(
    guildId: string,
    { change, polls }: { readonly change: Change; readonly polls: DifferingPolls },
  ): Promise<ReadBack | 'inconclusive' | null> {
    const read = await toResult(verify(guildId, change));
    if (read.ok) return read.value ?? 'inconclusive';
    if (!(read.error instanceof PoolError)) throw read.error;
    return mayWait(polls) ? null : 'inconclusive';
  }

  /**
   * The change by Pitboss that did it, else the numbers of those that perhaps brought it, newest first.
   * Null if that can't be told yet.
   */
  async function causesOf(
    guildId: string,
    what: UnexplainedDifference,
    all: readonly Change[],
  ): Promise<Causes | null> {
    const perhaps: number[] = [];
    let laterSeenAt: number | undefined;
    for (const each of all) {
      if (laterSeenAt !== undefined) {
        // It was replaced, and this is somebody's own; or its approval comes only now.
        if (attributions.mayBeByEarlier(each, what, laterSeenAt)) perhaps.push(each.number);
        continue;
      }
      const isOtherKey = isKeyGone(await trail.state(guildId), each);
      if (attributions.wasFound(each, what, isOtherKey)) return { brought: each };
      const change = await afterReadingBack(guildId, each, what);
      if (change === null) return null;
      const judged = attributions.of(change, what, isOtherKey);
      if (judged === 'waits') return judged;
      if (judged === 'brought') return { brought: change };
      if (judged === 'perhaps') perhaps.push(change.number);
      laterSeenAt = change.observed?.at;
    }
    return { perhaps };
  }

  /** Null if the pool may yet let the change be read back, or as its list shows it already. */
  async function afterReadingBack(
    guildId: string,
    change: Change,
    what: UnexplainedDifference,
  ): Promise<Change | null> {
    if (!mayBeObserved(change)) return change;
    const { polls } = what;
    const read = await readBack(guildId, { change, polls });
    if (read === null) return null;
    const now = (await changeNow(guildId, change.id)) ?? change;
    if (read === 'inconclusive' || !mayWait(polls)) return now;
    const isRead = kindOf(now.kind).isDone(now.input, read.found);
    return !isRead && attributions.isDone(now, what) ? null : now;
  }

  /**
   * Whatever waited there until now is in force, or never will be. False if the pool may yet let a
   * change be read back.
   */
  async function lapseWaiting(
    guildId: string,
    what: UnexplainedDifference,
    all: readonly Change[],
  ): Promise<boolean> {
    const { polls } = what;
    if (!polls.areAgreed || !nothingWaitsNow(what)) return true;
    for (const change of all) {
      if (!mayBeObserved(change) || (change.sent?.at ?? Infinity) >= what.storedAt) continue;
      const read = await readBack(guildId, { change, polls });
      if (read === null) return false;
      if (read === 'inconclusive' || !isOverStatus(statusIn(read.found))) continue;
      // In force in other words, such as with another id of an address.
      const isInForce =
        kindOf(change.kind).isLike(change.input, read.found) || attributions.isLike(change, what);
      if (!isInForce) await lapse(guildId, change, read.found);
    }
    return true;
  }

  return {
    /**
     * Splits a difference by who brought it, and leaves out what a change of Pitboss explains. A
     * change whose effect nobody has seen yet is read back, however old: an approval at the pool
     * may take days. Null if that can't be told yet: an answer is on its way, or the pool doesn't
     * let a change be read back at present.
     */
    async explain(guildId: string, what: UnexplainedDifference): Promise<Explanation | null> {
      const { before, after } = what;
      // In a restored store the trail may not know of the change.
      const looked = await toResult(restoreDetector.readAuditChannelOnce(guildId));
      const trailState = await brokenTrailAsNull(trail.state(guildId));
      if (!looked.ok || trailState === null || trailState.behind !== null)
        return { parts: [{ before, after, isBehind: true }] };
      const all = await changesTo(guildId, what);
      // The pool may show the effect before it answers; a request without an answer soon ends.
      if (all.some(({ state }) => state === 'sent')) return null;
      if (!(await lapseWaiting(guildId, what, all))) return null;
      const causes = await causesOf(guildId, what, all);
      if (causes === null) return null;
      if (causes === 'waits') return { parts: [] };
      const middle = after === null ? null : withAskedFor(before, after);
      const others = { before: middle, after };
      if ('brought' in causes) {
        const { number: by, sent, present: foundBefore } = causes.brought;
        // The list may have shown its effect before.
        const wasListed = attributions.isDone(causes.brought, { before: null, after: before });
        const sentAt = sent?.at ?? 0;
        const effectBefore = lastEffect(all, { from: what.storedAt, to: sentAt, before: by });
        const brought = { by, sentAt, foundBefore, after: effectBefore };
        return { parts: [others], ...(!wasListed && { brought }) };
      }
      // The same finding may be told again after a crash.
      const own = { key: findingKey({ ...what, after: middle }), waiting: waitIn(what) };
      const perhapsBy = causes.perhaps.find(
        (number) => !isAttributionUsed(number, own, trailState.findings),
      );
      if (perhapsBy === undefined)
        return { parts: [{ before, after, ...doubtOf(trailState, what) }] };
      const waiting = own.waiting && { waiting: own.waiting };
      return { parts: [{ before, after: middle, perhapsBy, ...waiting }, others] };
    },
    /**
     * Changes whose effect nobody has seen yet, in force or at all. One that can't be read, such as
     * that of a deleted subaccount, must not keep the watch from beginning.
     */
    async verifyAwaited(guildId: string): Promise<void> {
      const trailState = await brokenTrailAsNull(trail.state(guildId));
      if (trailState === null || trailState.behind !== null) return;
      const all = [...trailState.changes.values()].filter((change) => mayBeObserved(change));
      for (const change of all.slice(-MAX_VERIFIED)) await toResult(verify(guildId, change));
    },
    /** Of changes that are in force, oldest first; none from a trail that lacks entries. */
    async effects(guildId: string): Promise<readonly ObservedEffect[]> {
      const trailState = await brokenTrailAsNull(trail.state(guildId));
      if (trailState === null || trailState.behind !== null) return [];
      const all = [...trailState.changes.values()].flatMap((change): ObservedEffect[] => {
        const { observed, keySince, number: by, sent, present: foundBefore } = change;
        if (observed?.seq === undefined || mayBeObserved(change)) return [];
        const { seq, at, present: found } = observed;
        const about = (record: RecordSnapshot) => isAbout(change, record);
        const sentAt = sent?.at ?? 0;
        return [{ seq, at, keySince, found, by, sentAt, foundBefore, isAbout: about }];
      });
      return all.toSorted((one, other) => one.seq - other.seq);
    },
    /**
     * Enters a finding once; not while entries are missing or broken, nor long after it was asked
     * for, at `askedAt`.
     */
    async enter(guildId: string, found: ExternalFinding, askedAt: number): Promise<EnteredFinding> {
      // A restored store is written to only once it is known what it lacks.
      const looked = await toResult(restoreDetector.readAuditChannelOnce(guildId));
      if (!looked.ok) return 'impossible';
      const isLate = () => Math.abs(parts.clock.now() - askedAt) >= LATE_MS;
      // A broken trail takes no entry, but people are told all the same.
      const recorded = await brokenTrailAsNull(
        trail.record(guildId, ({ findings, behind }) =>
          behind !== null || isAmong(findings, found) || isLate()
            ? null
            : { step: 'found-elsewhere', actor: 'pitboss', details: found },
        ),
      );
      if (recorded !== null && isAmong(recorded.trailState.findings, found)) return 'entered';
      return recorded?.trailState.behind === null && isLate() ? 'late' : 'impossible';
    },
  };
}

/** Of changes with a lower number, newest first, whose request left and was read back within that time. */
function lastEffect(
  all: readonly Change[],
  { from, to, before }: { readonly from: number; readonly to: number; readonly before: number },
): Pick<ObservedEffect, 'by' | 'found'> | undefined {
  for (const change of all) {
    const { number: by, sent, observed } = change;
    const isWithinTime = (sent?.at ?? 0) >= from && (observed?.at ?? Infinity) <= to;
    if (by < before && isWithinTime && !mayBeObserved(change))
      return { by, found: observed?.present };
  }
  return undefined;
}

type Causes = 'waits' | { readonly brought: Change } | { readonly perhaps: readonly number[] };

/** Whether the pool may yet let a change be read back. */
function mayWait({ at, firstAt }: DifferingPolls): boolean {
  return Math.abs(at - firstAt) < READ_BACK_WAIT_MS;
}

/** Whether a change in entries that were lost may have brought it: nobody can tell any more. */
function doubtOf({ restores }: ChangesState, { seenAt }: UnexplainedDifference) {
  const last = restores.at(-1);
  const mayBeLost = last !== undefined && seenAt - MAY_LAG_MS <= (last.at ?? last.askedAt);
  return mayBeLost ? { isBehind: true as const } : {};
}

/** The record said that something waits for approval, and no longer does. */
function nothingWaitsNow(
  what: UnexplainedDifference,
): what is UnexplainedDifference & { readonly after: RecordSnapshot } {
  const { before, after } = what;
  return (
    before?.what === 'payments' &&
    after?.what === 'payments' &&
    awaitsApproval(before) &&
    after.status !== null &&
    isOverStatus(after.status)
  );
}

function isAmong(findings: ChangesState['findings'], { key }: ExternalFinding): boolean {
  return findings.some((each) => each.key === key);
}
