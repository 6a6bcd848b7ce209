import { hashOf } from '../domain/canonical-json.js';
import { PoolError, UserError } from '../domain/errors.js';
import { settle } from '../domain/settle.js';
import type { PoolClient } from '../pool-api/client.js';
import { askAgain } from './asking.js';
import { personOf, type Change, type Refusal } from './change.js';
import { lookAtShown, whyNotByBareCard, whyNotByCard } from './clicked-card.js';
import { changeToShow, attemptOf, refuse, takeStep, type Click, type Desk } from './desk.js';
import { changeIn } from './ledger.js';
import { whyNotConfirm } from './rules.js';
import { sendOnce } from './sending.js';

/**
 * From a click on Confirm to the pool's answer:
 *
 *   may they? → read the present again → unchanged? → still may they, at the moment of
 *   writing `confirmed`? → `sent` → the request → what came of it
 *
 * Whatever speaks against it before `confirmed` is written leaves the change as it was.
 */
export async function confirm(desk: Desk, click: Click, typed: string): Promise<Change> {
  const { guildId } = click;
  const no = (refusal: Refusal) => refuse(desk, click, { attempt: 'confirm', refusal });

  const change = await checkConfirm(desk, click);
  if (click.on !== undefined) await desk.cards.clicked(guildId, change.id, click.on);
  if (!isTyped(desk, change, typed)) return no({ why: 'wrong-characters' });

  const [now, stands] = await Promise.all([
    settle(readAgain(desk, guildId, change)),
    lookAtShown(desk, click),
  ]);
  if (!stands) return no({ why: 'card-gone' });
  if (!now.ok) return no(whyUnreadable(now.error));
  const { pool, present, keySince } = now.value;
  if (keySince !== change.keySince) return no({ why: 'other-key' });
  if (hashOf(present) !== hashOf(change.present)) return drift(desk, click, { change, present });

  const refusal = await takeStep(desk, click, {
    judge: (ledger, standing) => whyNotConfirm(ledger, { ...standing, changeId: change.id }),
    draft: { step: 'confirmed', change: change.id, actor: personOf(click.member), details: {} },
  });
  if (refusal !== null) return no(refusal);
  return sendOnce(desk, guildId, { change, pool, by: personOf(click.member) });
}

/** Throws, and records, what speaks against a confirmation before anything is read. */
export async function checkConfirm(desk: Desk, click: Click): Promise<Change> {
  const byCard = (await whyNotByCard(desk, click)) ?? whyNotByBareCard(desk, click);
  const attempt = await attemptOf(desk, click);
  const ledger = await desk.trail.ledger(click.guildId);
  const refusal = byCard ?? whyNotConfirm(ledger, attempt);
  if (refusal !== null) return refuse(desk, click, { attempt: 'confirm', refusal });
  return changeIn(ledger, click.changeId);
}

/**
 * Phones begin lines with a capital, and the card groups by four, so neither case nor spaces
 * are held against anybody; order is neither.
 */
function isTyped(desk: Desk, change: Change, typed: string): boolean {
  const wanted = desk.kindOf(change.kind).toType(change.input, change.present);
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

async function readAgain(desk: Desk, guildId: string, change: Change): Promise<Present> {
  const pool = await desk.poolFor(guildId);
  const present = await desk.kindOf(change.kind).read(pool.fresh(), change.input);
  const key = await desk.guilds.keyInfo(guildId);
  return { pool, present, keySince: key?.connectedAt ?? 0 };
}

/** Only what the pool or the settings did; a bug stays a bug. */
function whyUnreadable(error: unknown): Refusal {
  if (error instanceof PoolError || error instanceof UserError) return { why: 'unreadable', error };
  throw error;
}

/** What people agreed to is no longer what would happen: close it, and ask again. */
async function drift(
  desk: Desk,
  click: Click,
  { change, present }: { change: Change; present: unknown },
): Promise<Change> {
  const { guildId } = click;
  const refusal = await takeStep(desk, click, {
    judge: (ledger, standing) => whyNotConfirm(ledger, { ...standing, changeId: change.id }),
    draft: {
      step: 'drifted',
      change: change.id,
      actor: personOf(click.member),
      details: { found: present },
    },
  });
  if (refusal !== null) return refuse(desk, click, { attempt: 'confirm', refusal });
  const next = await askAgain(desk, guildId, { drifted: change, present });
  await desk.cards.redraw(guildId, change.id);
  if (next !== null) await desk.cards.post(guildId, next);
  return changeToShow(desk, guildId, change.id);
}
