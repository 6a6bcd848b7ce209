import { orAfter } from '../domain/in-time.js';
import type { PostedMessage } from '../reply.js';
import type { Refusal } from './change.js';
import type { Click, Desk } from './desk.js';

/** What people were shown is held against the trail before a click takes a step. */

/**
 * Of the card as it was clicked, which costs nothing. A trail that is behind is entered as that,
 * which the rules refuse; null = nothing else speaks against it.
 */
export async function whyNotByCard(desk: Desk, click: Click): Promise<Refusal | null> {
  const { guildId, changeId, shown } = click;
  if (shown === undefined) return null;
  const verdict = await desk.witnesses.judge(guildId, shown, { where: 'card', card: changeId });
  if (verdict !== 'lost') return null;
  const { changes } = await desk.trail.ledger(guildId);
  return changes.has(changeId) ? null : { why: 'lost-entries' };
}

const LOOKUP_WITHIN_MS = 2_000;

/**
 * Of the cards as they stand now and of the audit channel. False when the clicked card was
 * deleted: somebody took it back by that. Where Discord cannot tell in time, or the bot may not
 * read there, the click itself speaks for the card it came from.
 */
export async function lookAtShown(desk: Desk, click: Click): Promise<boolean> {
  const { guildId, changeId, on } = click;
  const inTime = <Told>(asking: Promise<Told>) =>
    orAfter<Told | null>(
      LOOKUP_WITHIN_MS,
      asking.catch(() => null),
      null,
    );
  const seen = { where: 'card', card: changeId } as const;
  const read = (where: PostedMessage) => inTime(desk.witnesses.read(guildId, where, seen));
  const place = await desk.cards.placeOf(guildId, changeId);
  const [clicked] = await Promise.all([
    on === undefined ? null : read(on),
    place === undefined || place.messageId === on?.messageId ? null : read(place),
    inTime(desk.witnesses.readAuditChannel(guildId)),
  ]);
  return clicked !== 'gone';
}
