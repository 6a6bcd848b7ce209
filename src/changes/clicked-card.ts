import { orAfter } from '../domain/in-time.js';
import { settle, type Settled } from '../domain/settle.js';
import type { PostedMessage } from '../reply.js';
import type { Refusal } from './change.js';
import type { Click, Desk } from './desk.js';
import { WitnessUnread } from './witnesses.js';

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

/** Of a card without its embed nobody reads what they confirm. Each card of ours has a footer. */
export function whyNotByBareCard(desk: Desk, { guildId, changeId, shown }: Click): Refusal | null {
  if (shown === undefined || shown.footer !== null) return null;
  void desk.cards.redraw(guildId, changeId);
  return { why: 'card-bare' };
}

const LOOKUP_WITHIN_MS = 2_000;

/**
 * Of the cards as they stand now and of the audit channel. False when the clicked card was
 * deleted: somebody took it back by that. Where Discord cannot tell in time, or the bot may not
 * read there, the click itself speaks for the card it came from. Throws what else went wrong: a
 * store that does not take what was found keeps the click from counting.
 */
export async function lookAtShown(desk: Desk, click: Click): Promise<boolean> {
  const { guildId, changeId, on } = click;
  const seen = { where: 'card', card: changeId } as const;
  const read = (where: PostedMessage) => inTime(desk, desk.witnesses.read(guildId, where, seen));
  const place = await desk.cards.placeOf(guildId, changeId);
  const [clicked] = await Promise.all([
    on === undefined ? null : read(on),
    place === undefined || place.messageId === on?.messageId ? null : read(place),
    lookAtAuditChannel(desk, guildId),
  ]);
  return clicked !== 'gone';
}

export async function lookAtAuditChannel(desk: Desk, guildId: string): Promise<void> {
  await inTime(desk, desk.witnesses.readAuditChannel(guildId));
}

const UNREAD = 'what people were shown could not be read before a click';

/** Null where Discord cannot tell, or not in time. */
async function inTime<Told>(desk: Desk, asking: Promise<Told>): Promise<Told | null> {
  const asked = settle(asking);
  const told = await orAfter<Settled<Told> | null>(LOOKUP_WITHIN_MS, asked, null);
  if (told === null) {
    void asked.then((late) => void (late.ok || desk.onTrouble(UNREAD, late.error)));
    return null;
  }
  if (told.ok) return told.value;
  if (!(told.error instanceof WitnessUnread)) throw told.error;
  desk.onTrouble(UNREAD, told.error);
  return null;
}
