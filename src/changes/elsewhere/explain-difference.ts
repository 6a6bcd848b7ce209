import {
  answerOf,
  contradictionsOf,
  statusIn,
  textIn,
} from '../../domain/changes/change-summary.js';
import { answeredFailure } from '../../domain/answers/answered-failure.js';
import type { Change, State } from '../../domain/changes/change.js';
import {
  findingKey,
  MAY_LAG_MS,
  type DifferingLooks,
  type Explanation,
  type FoundElsewhere,
  type SeenRecord,
  type Unexplained,
} from '../../domain/changes/elsewhere/found-elsewhere.js';
import type { ChangesState } from '../../domain/changes/state.js';
import { PoolError } from '../../domain/errors/pool-errors.js';
import { toResult } from '../../domain/errors/result.js';
import { MINUTE_MS } from '../../domain/time/units.js';
import type { Trail } from '../trail/trail.js';
import { unlessBroken } from '../trail/unless-broken.js';
import type { Witnesses } from '../trail/witnesses.js';
import type { ReadBack } from '../sweep/effects.js';
import { isKeyGone, mayBeObserved } from '../../domain/changes/unresolved.js';
import type { ChangeKind } from '../kinds/kind.js';
import { presentOf, touchedBy, touchedId, withAskedFor } from './asked-for.js';
import {
  isItsWait,
  isLikely,
  isSeenAfter,
  isSeenLately,
  isWaitOnly,
  nothingWaitsNow,
  wasRefused,
} from './by-looks.js';
import { isInForceStatus } from '../../domain/payments/payment-attention.js';

type Differing = Pick<FoundElsewhere, 'before' | 'after'>;

interface DifferencesParts {
  readonly trail: Trail;
  readonly kindOf: (name: string) => ChangeKind;
  readonly witnesses: Pick<Witnesses, 'readAuditChannelOnce'>;
  /** Reads back whether a change took effect, and enters it if so; null if nothing tells. */
  readonly verify: (guildId: string, change: Change) => Promise<ReadBack | null>;
  /** Enters that it isn't in force, though nothing waits for approval any more. */
  readonly lapse: (guildId: string, change: Change, found: unknown) => Promise<void>;
}

/** Each is a walk over a list of the pool. */
const MOST_VERIFIED = 10;
/** Of those whose request left; older ones count while their effect is awaited. */
const NEWEST_SENT = 100;
/** States of changes whose request may have left. */
const MAY_HAVE_LEFT: ReadonlySet<State> = new Set(['sent', 'reported', 'failed', 'unknown']);
/** How long a difference waits for the pool to let a change that may explain it be read back. */
const READ_BACK_WAIT_MS = 10 * MINUTE_MS;

/** Judges a difference at the pool by the changes that Pitboss sent. */
export function createDifferences(parts: DifferencesParts) {
  const { trail, witnesses, kindOf, verify, lapse } = parts;

  /** Changes of the same thing whose request left; newest first. */
  async function changesTo(guildId: string, what: Differing): Promise<readonly Change[]> {
    const { changes, digests } = await trail.state(guildId);
    const left = [...digests.entries()].flatMap(([id, { state }]) =>
      MAY_HAVE_LEFT.has(state) ? [id] : [],
    );
    const oldest = left.length - NEWEST_SENT;
    const found: Change[] = [];
    for (const id of left.filter((each, index) => index >= oldest || changes.has(each))) {
      const change = (await trail.state(guildId, id)).changes.get(id);
      if (change?.sent === undefined) continue;
      if (isOf(change, what.before) || isOf(change, what.after) || created(change, what))
        found.push(change);
    }
    return found.toReversed();
  }

  /** Null if the pool may yet let the change be read back. */
  async function readBack(
    guildId: string,
    { change, looks }: { readonly change: Change; readonly looks: DifferingLooks },
  ): Promise<ReadBack | 'inconclusive' | null> {
    const read = await toResult(verify(guildId, change));
    if (read.ok) return read.value ?? 'inconclusive';
    if (!(read.error instanceof PoolError)) throw read.error;
    return Math.abs(looks.at - looks.firstAt) < READ_BACK_WAIT_MS ? null : 'inconclusive';
  }

  return {
    /**
     * Splits a difference by who brought it, and leaves out what a change of Pitboss explains. A
     * change whose effect nobody has seen yet is read back, however old: an approval at the pool
     * may take days. Null if that can't be told yet: an answer is on its way, or the pool doesn't
     * let a change be read back at present.
     */
    async explain(guildId: string, what: Unexplained): Promise<Explanation | null> {
      const { before, after, looks } = what;
      let perhapsBy: number | undefined;
      let laterSeenAt: number | undefined;
      // In a restored store the trail may not know of the change.
      await toResult(witnesses.readAuditChannelOnce(guildId));
      const trailState = await unlessBroken(trail.state(guildId));
      if (trailState === null || trailState.behind !== null)
        return [{ before, after, isBehind: true }];
      const { findings } = trailState;
      // Each change takes effect once. The same finding may be told again after a crash.
      const middle = after === null ? null : withAskedFor(before, after);
      const ownKey = findingKey({ ...what, after: middle });
      const mayBe = ({ number }: Change) =>
        !findings.some((each) => each.perhapsBy === number && each.key !== ownKey);
      const all = await changesTo(guildId, what);
      // The pool may show the effect before it answers; a request without an answer soon ends.
      if (all.some(({ state }) => state === 'sent')) return null;
      if (!(await lapseWaiting(guildId, what, all))) return null;
      for (const change of all) {
        if (laterSeenAt !== undefined) {
          // It was replaced, and this is somebody's own; or its approval comes only now.
          const mayCome = mayBeObserved(change) || isSeenAfter(change, laterSeenAt);
          if (mayCome && (isLike(change, what) || isWaitOnly(what)) && mayBe(change))
            perhapsBy ??= change.number;
          continue;
        }
        if (mayBeObserved(change) && (await readBack(guildId, { change, looks })) === null)
          return null;
        const now = (await trail.state(guildId, change.id)).changes.get(change.id) ?? change;
        const isSeen = isSeenAfter(now, looks.sameAt - MAY_LAG_MS) && brought(now, what);
        const isCertain = isSeen && isSeenLately(now, looks) && isLikely(now, what);
        if (isCertain && !wasDeclined(now)) return [{ before: middle, after }];
        const isWait = isWaitOnly(what);
        const isItsOwn = isWait && !isKeyGone(trailState, now) && isItsWait(now, what);
        if (isItsOwn && !wasDeclined(now)) return [];
        // Nothing tells it from another's: no id, other words, or another key or name since.
        const mayHave =
          isSeen ||
          (isWait && mayBeObserved(now)) ||
          ((mayBeObserved(now) || wasRefused(now)) && isLike(now, what)) ||
          created(now, what);
        if (mayHave && mayBe(now)) perhapsBy ??= now.number;
        laterSeenAt = now.observed?.at;
      }
      if (perhapsBy === undefined) return [{ before, after }];
      return [
        { before, after: middle, perhapsBy },
        { before: middle, after },
      ];
    },
    /**
     * Changes whose effect nobody has seen yet, in force or at all. One that can't be read, such as
     * that of a deleted subaccount, must not keep the watch from beginning.
     */
    async verifyAwaited(guildId: string): Promise<void> {
      const trailState = await unlessBroken(trail.state(guildId));
      if (trailState === null || trailState.behind !== null) return;
      const all = [...trailState.changes.values()].filter((change) => mayBeObserved(change));
      for (const change of all.slice(-MOST_VERIFIED)) await toResult(verify(guildId, change));
    },
    /** Enters a finding once; false while it can't be, as entries are missing or broken. */
    async enter(guildId: string, found: FoundElsewhere): Promise<boolean> {
      // A restored store is written to only once it is known what it lacks.
      const looked = await toResult(witnesses.readAuditChannelOnce(guildId));
      if (!looked.ok) return false;
      // A broken trail takes no entry, but people are told all the same.
      const recorded = await unlessBroken(
        trail.record(guildId, ({ findings, behind }) =>
          behind !== null || isAmong(findings, found)
            ? null
            : { step: 'found-elsewhere', actor: 'pitboss', details: found },
        ),
      );
      return recorded !== null && isAmong(recorded.trailState.findings, found);
    },
  };

  /**
   * Whatever waited there until now is in force, or never will be. False if the pool may yet let a
   * change be read back.
   */
  async function lapseWaiting(
    guildId: string,
    what: Unexplained,
    all: readonly Change[],
  ): Promise<boolean> {
    const { looks } = what;
    if (!looks.areAgreed || !nothingWaitsNow(what)) return true;
    for (const change of all) {
      const { kind, input, sent } = change;
      if (!mayBeObserved(change) || (sent?.at ?? Infinity) >= what.storedAt) continue;
      const read = await readBack(guildId, { change, looks });
      if (read === null) return false;
      if (read === 'inconclusive' || !isInForceStatus(statusIn(read.found))) continue;
      // In force in other words, such as with another id of an address.
      const isInForce = kindOf(kind).isLike(input, read.found) || isLike(change, what);
      if (!isInForce) await lapse(guildId, change, presentOf(what.after));
    }
    return true;
  }

  /** Whether the present listing is what the change wanted. */
  function brought(change: Change, { after }: Differing): boolean {
    return isOf(change, after) && kindOf(change.kind).isDone(change.input, presentOf(after));
  }

  /** The same if the pool says it in other words, such as another id of an address. */
  function isLike(change: Change, { after }: Differing): boolean {
    return isOf(change, after) && kindOf(change.kind).isLike(change.input, presentOf(after));
  }

  /** Whether the pool's answer speaks against any effect of it. */
  function wasDeclined(change: Change): boolean {
    const { answer } = change;
    const isOver = OVER.test(textIn(answer, 'status') ?? '');
    return (
      isOver || answeredFailure(change) || contradictionsOf(change, kindOf(change.kind)).length > 0
    );
  }

  /** Whether it is new, and has the id that the pool gave the subaccount which the change created. */
  function created(change: Change, { before, after }: Differing): boolean {
    if (before !== null || after?.what !== 'subaccount' || change.present !== null) return false;
    const { isKnown, isSame } = kindOf(change.kind);
    const answer = answerOf(change);
    return isKnown(change.present, answer) && isSame(change.present, presentOf(after), answer);
  }
}

/** By id, else by name: names change hands. */
function isOf(change: Change, record: SeenRecord | null): record is SeenRecord {
  if (record === null) return false;
  const id = touchedId(record);
  return id === null || change.touchesId === undefined
    ? touchedBy(record) === change.touches
    : id === change.touchesId;
}

function isAmong(findings: ChangesState['findings'], { key }: FoundElsewhere): boolean {
  return findings.some((each) => each.key === key);
}

/** Of a workspace action: nothing comes of it any more. */
const OVER = /cancel|expire/i;
