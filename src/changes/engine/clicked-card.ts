import { reportFailure } from '../../domain/async/report-failure.js';
import { withFallback } from '../../domain/async/timeout.js';
import { toResult, type Result } from '../../domain/errors/result.js';
import type { Refusal } from '../../domain/changes/change.js';
import { readEntryRef } from '../../domain/changes/entry-ref.js';
import type { FoundPlace } from '../posts/cards/card-places.js';
import type { EngineContext } from './engine-context.js';
import type { Click } from './click.js';
import { ShownEntryUnread } from '../trail/restore-detector.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** Compares what people were shown with the trail before a click takes a step. */

/**
 * Judges the clicked card's own contents, without asking Discord. If entries are missing, enters
 * that, which the rules then refuse.
 */
export async function judgeClickedCard(
  context: EngineContext,
  click: Click,
): Promise<Refusal | null> {
  const { guildId, changeId, on, shown } = click;
  if (shown === undefined) return null;
  const verdict = await context.restoreDetector.judge(guildId, shown, {
    where: 'card',
    card: changeId,
  });
  // Where the bot may not read, nothing else tells what the card shows.
  if (verdict === 'fits' && on !== undefined && readEntryRef(shown.footer) !== null)
    await context.cards.noteRead(guildId, on);
  if (verdict !== 'lost') return null;
  const { digests } = await context.trail.state(guildId);
  return digests.get(changeId) ? null : { why: 'lost-entries' };
}

/**
 * Nobody can read what they confirm on a card without its embed, and each embed has a footer. One
 * in plain words has it too, but may be cut.
 */
export function whyNotByBareCard(
  context: EngineContext,
  { guildId, changeId, shown }: Click,
): Refusal | null {
  if (shown === undefined || (shown.footer !== null && shown.isPlain !== true)) return null;
  void context.cards.redraw(guildId, changeId);
  return { why: shown.footer === null ? 'card-bare' : 'card-plain' };
}

/** What an earlier process showed can't be read, so no card of the change confirms. */
export async function whyNotByHeldCard(
  { cards, onError }: EngineContext,
  { guildId, changeId, on }: Click,
): Promise<Refusal | null> {
  if (!(await cards.isHeld(guildId, changeId))) return null;
  // Where its place can't be read, this is the card: it is drawn again without that button.
  if (on !== undefined)
    void reportFailure(cards.clicked(guildId, changeId, on), 'a card could not be noted', onError);
  return { why: 'card-held' };
}

const LOOKUP_WITHIN_MS = 2 * SECOND_MS;
/** Longer, because it may wait for a look that began before the click. */
const AUDIT_WITHIN_MS = 4 * SECOND_MS;

/**
 * Judges the cards and the audit channel as they are now: the clicked card may have been deleted,
 * or another process's card emptied. If Discord can't show the card in time, or the bot may not read
 * there, a click on it counts all the same: it brings what the card shows. Throws other failures, such
 * as the store's.
 */
export async function judgePostedCards(
  context: EngineContext,
  click: Click,
): Promise<Refusal | null> {
  const { guildId, changeId, on } = click;
  const { cards, restoreDetector } = context;
  const found = await placeFor(context, click);
  if (found === null) return { why: 'card-not-shown' };
  if (found === 'hidden') return { why: 'card-unread' };
  const noted = found === 'none' ? undefined : found;
  const isItself = noted?.messageId === on?.messageId;
  const isAlone = isItself && !cards.hasFormerBots();
  const [clicked, latest, isAuditRead] = await Promise.all([
    on === undefined
      ? null
      : inTime(context, restoreDetector.readCard(guildId, changeId, on), LOOKUP_WITHIN_MS),
    noted === undefined || isAlone
      ? null
      : inTime(context, cards.readLatest(guildId, changeId, noted), LOOKUP_WITHIN_MS),
    judgeAuditChannel(context, guildId),
  ]);
  const posted = latest?.reading ?? null;
  const place = latest?.place ?? noted;
  // Nor does a card for one person, or a stray one, confirm where the card itself is deleted.
  if (clicked?.verdict === 'gone' || posted?.verdict === 'gone') return { why: 'card-gone' };
  if (!isAuditRead) return { why: 'audit-unread' };
  if (place === undefined) return null;
  // Then only the card itself tells what it shows, by a click on it.
  if (!isAlone && posted === null) return { why: 'card-not-shown' };
  if (latest?.isUnsearched) return { why: 'card-unread' };
  if (posted?.verdict === 'hidden' && !(await cards.isContentKnown(guildId, place)))
    return { why: 'card-unread' };
  const reading = isAlone ? clicked : posted;
  if (reading?.verdict !== 'bare') return null;
  return (await cards.isLastEditOwn(guildId, place, reading.editedAt))
    ? null
    : { why: 'card-held' };
}

/** A click on a card brings where it is; else it is looked for. Null if Discord can't tell. */
async function placeFor(
  context: EngineContext,
  { guildId, changeId, on }: Click,
): Promise<FoundPlace | null> {
  const { cards } = context;
  if (on !== undefined) return (await cards.placeOf(guildId, changeId)) ?? 'none';
  return inTime(context, cards.findPlace(guildId, changeId), LOOKUP_WITHIN_MS);
}

/**
 * False if Discord can't show it now: entries may be missing, also where it was read before. True
 * where the bot may not read, or none is set.
 */
export async function judgeAuditChannel(context: EngineContext, guildId: string): Promise<boolean> {
  const reading = context.restoreDetector.readAuditChannel(guildId).then(() => true as const);
  return (await inTime(context, reading, AUDIT_WITHIN_MS)) ?? false;
}

const UNREAD = 'what people were shown could not be read before a click';

/** Null if Discord can't tell in time. */
async function inTime<Told>(
  context: EngineContext,
  asking: Promise<Told>,
  withinMs: number,
): Promise<Told | null> {
  const asked = toResult(asking);
  const told = await withFallback<Result<Told> | null>(withinMs, asked, null);
  if (told === null) {
    void asked.then((late) => void (late.ok || context.onError(UNREAD, late.error)));
    return null;
  }
  if (told.ok) return told.value;
  if (!(told.error instanceof ShownEntryUnread)) throw told.error;
  context.onError(UNREAD, told.error);
  return null;
}
