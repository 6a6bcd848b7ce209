import type { KeyedQueue } from '../../domain/async/keyed-queue.js';
import { isRecord } from '../../domain/json/is-record.js';
import { isInForceStatus } from '../../domain/payments/payment-attention.js';
import { MINUTE_MS } from '../../domain/time/units.js';
import { statusIn } from '../../domain/changes/change-summary.js';
import type { Change } from '../../domain/changes/change.js';
import { toResult } from '../../domain/errors/result.js';
import type { EngineContext } from '../engine-context.js';
import { checkNumber, isLastCheck } from '../observation-schedule.js';
import { mayBeObserved } from '../../domain/changes/unresolved.js';

/** Reads back at the pool whether changes took effect. */
export function createEffects(context: EngineContext, queue: KeyedQueue) {
  const { trail, cards, clock } = context;
  /** By change id: the number of the last check. */
  const checks = new Map<string, number>();

  async function verify(guildId: string, change: Change): Promise<void> {
    const kind = context.kindOf(change.kind);
    if (!kind.isKnown(change.present, change.answer)) return;
    const pool = await context.poolFor(guildId);
    const found = await kind.read(pool.fresh(), change.input);
    const key = await context.guilds.keyInfo(guildId);
    // Another key may be another workspace, where the same name means something else.
    if (key?.connectedAt !== change.keySince) return;
    if (!kind.isSame(change.present, found, change.answer)) return;
    const step = kind.isDone(change.input, found) ? 'observed' : 'lapsed';
    const isNews = step === 'observed' ? isNewlySeen : hasLapsed;
    const { written } = await trail.record(guildId, ({ behind, changes }) => {
      const now = changes.get(change.id);
      return behind === null && now !== undefined && isNews(now, { found, at: clock.now() })
        ? { step, change: change.id, actor: 'pitboss', details: { found } }
        : null;
    });
    if (written === null) return;
    await cards.redraw(guildId, change.id);
    if (step === 'observed') await cards.redrawReplaced(guildId, change);
  }

  async function check(guildId: string, change: Change, number: number): Promise<void> {
    // A failed read needs no retry: the next check is due anyway.
    await toResult(verify(guildId, change));
    // Nothing but the last check takes back the card's word that the pool is being checked.
    if (isLastCheck(number)) await cards.redraw(guildId, change.id);
  }

  return {
    verify,
    /** Begins a check if one is due. Never throws. */
    verifyWhenDue(guildId: string, change: Change): void {
      const since = clock.now() - (change.ended?.at ?? 0);
      const due = mayBeObserved(change) ? checkNumber(since) : 0;
      if (due === 0) checks.delete(change.id);
      else if (due > (checks.get(change.id) ?? 0)) {
        checks.set(change.id, due);
        void queue.run(`verify:${change.id}`, () => check(guildId, change, due));
      }
    },
  };
}

interface Found {
  readonly found: unknown;
  readonly at: number;
}

/** Seen again, it tells something new only if the pool's status is another one. */
function isNewlySeen(change: Change, { found }: Found): boolean {
  const { observed } = change;
  if (!mayBeObserved(change)) return false;
  return observed === undefined || statusIn(observed.present) !== statusIn(found);
}

/** How long a lagging server of the pool may not show yet that a change waits there. */
const MAY_LAG_MS = 10 * MINUTE_MS;

/** It waited for approval, and the pool's record says that nothing does any more. */
function hasLapsed(change: Change, { found, at }: Found): boolean {
  const { answer, lapsed, ended } = change;
  const status = statusIn(found);
  return (
    lapsed === undefined &&
    mayBeObserved(change) &&
    isRecord(answer) &&
    answer['requires_approval'] === true &&
    change.rule === 'payments' &&
    status !== null &&
    isInForceStatus(status) &&
    at - (ended?.at ?? at) >= MAY_LAG_MS
  );
}
