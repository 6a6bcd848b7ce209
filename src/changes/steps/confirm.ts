import { hashOf } from '../../domain/json/canonical-json.js';
import { PoolError, UserError } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { PoolClient } from '../../pool-api/client.js';
import { askAgain } from './propose.js';
import { personOf, type Change, type Refusal } from '../../domain/changes/change.js';
import { checkCardWitness, whyNotByCard } from './clicked-card.js';
import {
  changeToShow,
  attemptOf,
  refuse,
  takeStep,
  type Click,
  type EngineContext,
} from '../engine-context.js';
import { changeIn } from '../../domain/changes/state.js';
import { whyNotConfirm } from '../rules.js';
import { sendOnce } from './send.js';

/**
 * From a click on Confirm to the pool's answer:
 *
 *   may they? → read the present again → unchanged? → still may they, at the moment of
 *   writing `confirmed`? → `sent` → the request → what came of it
 *
 * Whatever speaks against it before `confirmed` is written leaves the change as it was.
 */
export async function confirm(
  context: EngineContext,
  click: Click,
  typed: string,
): Promise<Change> {
  const { guildId } = click;
  const no = (refusal: Refusal) => refuse(context, click, { attempt: 'confirm', refusal });

  const change = await checkConfirm(context, click);
  if (click.on !== undefined) await context.cards.clicked(guildId, change.id, click.on);
  if (!isTyped(context, change, typed)) return no({ why: 'wrong-characters' });

  const [now, stands] = await Promise.all([
    toResult(readAgain(context, guildId, change)),
    checkCardWitness(context, click),
  ]);
  if (!stands) return no({ why: 'card-gone' });
  if (!now.ok) return no(whyUnreadable(now.error));
  const { pool, present, keySince } = now.value;
  if (keySince !== change.keySince) return no({ why: 'other-key' });
  if (hashOf(present) !== hashOf(change.present)) return drift(context, click, { change, present });

  const refusal = await takeStep(context, click, {
    judge: (trailState, standing) =>
      whyNotConfirm(trailState, { ...standing, changeId: change.id }),
    draft: { step: 'confirmed', change: change.id, actor: personOf(click.member), details: {} },
  });
  if (refusal !== null) return no(refusal);
  return sendOnce(context, guildId, { change, pool, by: personOf(click.member) });
}

/** Throws, and records, what speaks against a confirmation before anything is read. */
export async function checkConfirm(context: EngineContext, click: Click): Promise<Change> {
  const byCard = await whyNotByCard(context, click);
  const trailState = await context.trail.state(click.guildId);
  const attempt = await attemptOf(context, click, trailState);
  const refusal = byCard ?? whyNotConfirm(trailState, attempt);
  if (refusal !== null) return refuse(context, click, { attempt: 'confirm', refusal });
  return changeIn(trailState, click.changeId);
}

/**
 * Phones begin lines with a capital, and the card groups by four, so neither case nor spaces
 * are held against anybody; order is neither.
 */
function isTyped(context: EngineContext, change: Change, typed: string): boolean {
  const wanted = context.kindOf(change.kind).toType(change.input, change.present);
  const sorted = (words: readonly string[]) => words.map((word) => word.toLowerCase()).toSorted();
  const given = typed.replaceAll(/[\s,;]+/g, '');
  const ends = wanted.map(({ end }) => end);
  const length = ends[0]?.length ?? 1;
  const words = given.match(new RegExp(`.{1,${length}}`, 'gu')) ?? [];
  return hashOf(sorted(words)) === hashOf(sorted(ends));
}

interface Present {
  readonly pool: PoolClient;
  readonly present: unknown;
  /** Read after the key was opened, so a key that changed meanwhile is noticed. */
  readonly keySince: number;
}

async function readAgain(
  context: EngineContext,
  guildId: string,
  change: Change,
): Promise<Present> {
  const pool = await context.poolFor(guildId);
  const present = await context.kindOf(change.kind).read(pool.fresh(), change.input);
  const key = await context.guilds.keyInfo(guildId);
  return { pool, present, keySince: key?.connectedAt ?? 0 };
}

/** Only what the pool or the settings did; a bug stays a bug. */
function whyUnreadable(error: unknown): Refusal {
  if (error instanceof PoolError || error instanceof UserError) return { why: 'unreadable', error };
  throw error;
}

/** What people agreed to is no longer what would happen: close it, and ask again. */
async function drift(
  context: EngineContext,
  click: Click,
  { change, present }: { change: Change; present: unknown },
): Promise<Change> {
  const { guildId } = click;
  const refusal = await takeStep(context, click, {
    judge: (trailState, standing) =>
      whyNotConfirm(trailState, { ...standing, changeId: change.id }),
    draft: {
      step: 'drifted',
      change: change.id,
      actor: personOf(click.member),
      details: { found: present },
    },
  });
  if (refusal !== null) return refuse(context, click, { attempt: 'confirm', refusal });
  const next = await askAgain(context, guildId, { drifted: change, present });
  await context.cards.redraw(guildId, change.id);
  if (next !== null) await context.cards.post(guildId, next);
  return changeToShow(context, guildId, change.id);
}
