import { hashOf } from '../../../domain/json/canonical-json.js';
import { PoolError } from '../../../domain/errors/pool-errors.js';
import { areTyped } from '../../../domain/payment-settings/last-characters.js';
import { UserError } from '../../../domain/errors/user-errors.js';
import { toResult } from '../../../domain/errors/result.js';
import type { PoolClient } from '../../../pool-api/client.js';
import { kindOf } from '../../kinds/kinds.js';
import { renew } from '../propose.js';
import { personOf, type Change, type Refusal } from '../../../domain/changes/change.js';
import {
  judgePostedCards,
  whyNotByBareCard,
  judgeClickedCard,
  whyNotByHeldCard,
} from '../../engine/clicked-card.js';
import { changeAfter, attemptOf, refuse, takeStep } from '../../engine/take-step.js';
import type { Click } from '../../engine/click.js';
import type { EngineContext } from '../../engine/engine-context.js';
import { changeIn } from '../../../domain/changes/state/state.js';
import { whyNotConfirm } from '../../../domain/changes/change-permissions.js';
import { sendOnce, type SendContext } from './send.js';

/** As the trail calls it. */
const attempt = 'confirm';

/**
 * From a click on Confirm to the pool's answer: allowed? → read the present state again →
 * unchanged? → still allowed when `confirmed` is written? → `sent` → the request → its outcome. A
 * refusal before `confirmed` is written leaves the change as it was.
 */
export async function confirm(context: SendContext, click: Click, typed: string): Promise<Change> {
  const { guildId } = click;
  const refuseConfirm = (refusal: Refusal) => refuse(context, click, { attempt, refusal });

  const change = await checkConfirm(context, click);
  if (click.on !== undefined) await context.cards.clicked(guildId, change.id, click.on);
  if (!areTyped(kindOf(change.kind).toType(change), typed))
    return refuseConfirm({ why: 'wrong-characters' });

  const read = await toResult(readAgain(context, guildId, change));
  // After the pool, which may take its time: another process may have been told to send it meanwhile.
  const refusal = await judgePostedCards(context, click);
  if (refusal !== null) return refuseConfirm(refusal);
  if (!read.ok) return refuseConfirm(whyReadFailed(read.error));
  const { pool, present, keySince } = read.value;
  if (keySince !== change.keySince) return refuseConfirm({ why: 'other-key' });

  const hasDrifted = hashOf(present) !== hashOf(change.present);
  const by = personOf(click.member);
  const state = await takeStep(context, click, {
    attempt,
    judge: whyNotConfirm,
    draft: hasDrifted
      ? { step: 'drifted', change: change.id, actor: by, details: { found: present } }
      : { step: 'confirmed', change: change.id, actor: by, details: {} },
  });
  if (!hasDrifted) return sendOnce(context, guildId, { change, pool, by: click.member });

  // What people agreed to is no longer what would happen.
  const renewed = await toResult(renew(context, guildId, { drifted: change, present, pool }));
  // Nothing goes out without it, and the card says that nothing took its place.
  if (!renewed.ok) context.onError('a drifted change could not be requested again', renewed.error);
  const again = renewed.ok ? renewed.value : null;
  await context.cards.redraw(guildId, change.id);
  if (again !== null) await context.cards.post(guildId, again.next);
  return changeAfter(again?.state ?? state, change.id);
}

/** Throws and records what can be refused before anything is read from the pool. */
export async function checkConfirm(context: EngineContext, click: Click): Promise<Change> {
  const byCard = (await judgeClickedCard(context, click)) ?? whyNotByBareCard(context, click);
  const trailState = await context.trail.state(click.guildId, click.changeId);
  const facts = await attemptOf(context, click, trailState);
  const byRules = byCard ?? whyNotConfirm(trailState, facts);
  const refusal = byRules ?? (await whyNotByHeldCard(context, click));
  // The card may still say that it can be confirmed: its time has passed since it was drawn.
  const isClosing = refusal?.why === 'closed' && refusal.change.state === 'pending';
  if (isClosing || refusal?.why === 'clocks-differ')
    void context.cards.redraw(click.guildId, click.changeId);
  if (refusal !== null) return refuse(context, click, { attempt, refusal });
  return changeIn(trailState, click.changeId);
}

interface PresentAtPool {
  readonly pool: PoolClient;
  readonly present: unknown;
  /** Read after the key was opened, so that a key change in between is noticed. */
  readonly keySince: number;
}

async function readAgain(
  context: EngineContext,
  guildId: string,
  change: Change,
): Promise<PresentAtPool> {
  const { pool } = await context.openPool(guildId);
  const present = await kindOf(change.kind).read(pool.fresh(), change.input);
  const key = await context.guilds.keyInfo(guildId);
  return { pool, present, keySince: key?.connectedAt ?? 0 };
}

/** Rethrows bugs. */
function whyReadFailed(error: unknown): Refusal {
  if (error instanceof PoolError || error instanceof UserError) return { why: 'unreadable', error };
  throw error;
}
