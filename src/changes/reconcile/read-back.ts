import { isRecord } from '../../domain/json/is-record.js';
import { statusIn } from '../../domain/changes/change-summary.js';
import type { Change } from '../../domain/changes/change.js';
import type { EntryDraft } from '../../domain/changes/entry.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import { PoolForbidden, PoolNotFound } from '../../domain/errors/pool-errors.js';
import { toResult } from '../../domain/errors/result.js';
import { ChangeRuledOut } from '../../domain/errors/user-errors.js';
import { kindOf } from '../kinds/kinds.js';
import type { EngineContext } from '../engine/engine-context.js';
import {
  checkNumber,
  endedAge,
  isFinalCheck,
} from '../../domain/changes/effect/observation-schedule.js';
import { mayBeObserved } from '../../domain/changes/unresolved.js';

/** Reads back at the pool whether changes took effect. */
export function createEffects(context: EngineContext) {
  const { trail, cards, ageOf, queue } = context;
  /** By change id: the number of the last check. */
  const checks = new Map<string, number>();

  /**
   * Reads what the change is about, and enters that it took effect if it did. Null if what there
   * is tells nothing of it, or the pool doesn't let it be read, however often. Throws a PoolError.
   */
  async function verify(guildId: string, change: Change): Promise<ReadBack | null> {
    const kind = kindOf(change.kind);
    if (!kind.isKnown(change.present, change.answer)) return null;
    const { pool } = await context.openPool(guildId);
    const read = await toResult(kind.read(pool.fresh(), change.input));
    if (!read.ok) {
      if (FOR_GOOD.some((known) => read.error instanceof known)) return null;
      throw read.error;
    }
    const found = read.value;
    const key = await context.guilds.keyInfo(guildId);
    // Another key may be another workspace, where the same name means something else.
    if (key?.connectedAt !== change.keySince) return null;
    if (!kind.isSame(change.present, found, change.answer)) return null;
    if (!kind.isDone(change.input, found)) return { found };
    const entered = await enter(guildId, change, (now) =>
      isNewlySeen(now, found) ? { step: 'observed', details: { found } } : null,
    );
    if (entered) await cards.redrawReplaced(guildId, change);
    return { found };
  }

  /** False if nothing was to be entered. The change may have left memory at a checkpoint. */
  async function enter(
    guildId: string,
    { id }: Change,
    stepOf: (now: Change) => ReadBackStep | null,
  ): Promise<boolean> {
    const decide = ({ behind, changes }: ChangesState): EntryDraft | null => {
      const now = changes.get(id);
      const step = behind === null && now !== undefined ? stepOf(now) : null;
      return step === null ? null : { ...step, change: id, actor: 'pitboss' };
    };
    const { written } = await trail.record(guildId, decide, id);
    if (written !== null) await cards.redraw(guildId, id);
    return written !== null;
  }

  async function check(guildId: string, change: Change, number: number): Promise<void> {
    // A failed read needs no retry: the next check is due anyway.
    await toResult(verify(guildId, change));
    // Nothing but the final check takes back the card's word that the pool is being checked.
    if (isFinalCheck(number)) await cards.redraw(guildId, change.id);
  }

  return {
    verify,
    /** For a change that the pool's record no longer waits for, as two looks have shown. */
    async lapse(guildId: string, change: Change, found: unknown): Promise<void> {
      await enter(guildId, change, (now) =>
        mayLapse(now) ? { step: 'lapsed', details: { found } } : null,
      );
    },
    /** Begins a check if one is due. Never throws. */
    verifyWhenDue(guildId: string, change: Change): void {
      const due = mayBeObserved(change) ? checkNumber(endedAge(change, ageOf)) : 0;
      if (due === 0) checks.delete(change.id);
      else if (due > (checks.get(change.id) ?? 0)) {
        checks.set(change.id, due);
        void queue.run(`verify:${change.id}`, () => check(guildId, change, due));
      }
    },
  };
}

/** What the pool lists of what a change is about, in the shape of its kind. */
export interface ReadBack {
  readonly found: unknown;
}

/** Gone or unclear at the pool, or not for this key's eyes. */
const FOR_GOOD = [ChangeRuledOut, PoolForbidden, PoolNotFound];

type ReadBackStep = {
  readonly step: 'observed' | 'lapsed';
  readonly details: { readonly found: unknown };
};

/** ReadBackStep again, it tells something new only if the pool's status is another one. */
function isNewlySeen(change: Change, found: unknown): boolean {
  const { observed } = change;
  if (!mayBeObserved(change)) return false;
  return observed === undefined || statusIn(observed.present) !== statusIn(found);
}

/** The pool said that it needs an approval, and it isn't in force. */
function mayLapse(change: Change): boolean {
  const { answer, lapsed } = change;
  const needsApproval = isRecord(answer) && answer['requires_approval'] === true;
  return lapsed === undefined && needsApproval && mayBeObserved(change);
}
