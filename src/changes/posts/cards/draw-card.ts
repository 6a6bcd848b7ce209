import type { PostedMessage } from '../../../domain/messages/reply.js';
import { nonceOf } from '../../../domain/messages/nonce.js';
import { embedLinksLacking, nullIfRefused } from '../../../domain/errors/channel-refused.js';
import type { Change } from '../../../domain/changes/change.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import { withFallback } from '../../../domain/async/timeout.js';
import { ShownEntryUnread, type CardReading } from '../../trail/restore-detector.js';
import type { CardContents } from './card-contents.js';
import type { CardPlace, CardPlaces } from './card-places.js';
import type { CardSearch } from './card-search.js';
import type { WhatCardsShow } from './what-cards-show.js';
import { isStaleRender } from './stale-render.js';
import type { SharedParts } from '../../shared-parts.js';

interface DrawCardParts extends SharedParts {
  readonly places: CardPlaces;
  readonly contents: CardContents;
  readonly known: WhatCardsShow;
  readonly search: CardSearch;
}

interface DrawnCard {
  readonly change: Change;
  readonly state: ChangesState;
  /** The card's place when it was drawn. */
  readonly place: CardPlace;
}

/** A drawing that can't wait for long, in place of one that waits until it is known what the card shows. */
export interface PromptDrawing {
  /** Draws after that long, even if Discord hasn't shown by then what the card shows, in ms. */
  readonly readWithinMs: number;
  /** Called with the reading, which may take longer. */
  readonly onReading: (reading: Promise<unknown>) => void;
}

/** Draws a card once, after reading what it shows: in its place, or as a new message beside it. */
export function createDrawCard(parts: DrawCardParts) {
  const { trail, channels, places, contents, known, search } = parts;

  /** True if the card must be drawn again, because more had been entered when it was drawn. */
  return async function draw(
    guildId: string,
    changeId: string,
    prompt: PromptDrawing | null,
  ): Promise<boolean> {
    const place = await places.of(guildId, changeId);
    if (place === undefined) return false;
    const reading = known.verdictOf(guildId, changeId, place);
    prompt?.onReading(reading);
    const verdict = await (prompt === null ? reading : soon(reading, prompt.readWithinMs));
    // Judging the card may have entered that the trail is behind.
    const state = await trail.state(guildId, changeId);
    const change = state.changes.get(changeId);
    if (change === undefined || state.behind !== null) return false;
    // The loss was accepted just now: read again, it tells of entries known to be lost.
    if (verdict === 'behind') return true;
    const isPending = change.state === 'pending';
    // Before another takes its place: one may have, in entries that are lost.
    const isOver = verdict === 'lost' || verdict === 'gone';
    if (isOver && prompt === null) {
      const looking = search.findLater(guildId, changeId, place);
      // What came of a change is told all the same where the bot may not look.
      if ((await (isPending ? looking : nullIfRefused(looking))) !== null) return true;
    }
    // It alone may tell of lost entries: a click brings what it shows.
    if (verdict === 'hidden' && (isPending || place.drawn >= change.seq)) return false;
    // What it showed can't be read; it may have said that this change was sent.
    const isUnread = verdict === 'bare' && (isPending || change.state === 'confirmed');
    const held = isUnread || place.isHeld ? { isHeld: true as const } : {};
    if (isUnread) await places.note(guildId, changeId, { ...place, ...held });
    const { isWhole } = place;
    const shown = { state, isHeld: held.isHeld === true, isWhole };
    const reply = await contents.draw(guildId, change, shown);
    const { channelId } = place;
    const drawn = { channelId, drawn: change.seq, ...held };
    // Leave the old card as it is: it alone still tells of lost entries, or may, or it shows nothing
    // no matter what is drawn.
    if (verdict === 'lost' || verdict === 'hidden' || isUnread) {
      const nonce = nonceOf([guildId, changeId, change.seq]);
      const { messageId, isPlain } = await channels.post(channelId, reply, nonce);
      known.noteDrawn({ channelId, messageId }, state);
      if (await gaveWay(guildId, { change, state, place }, { channelId, messageId })) return false;
      await places.note(guildId, changeId, { ...drawn, messageId });
      if (isPlain === true) throw embedLinksLacking(channelId);
      return (await trail.state(guildId)).lastSeq !== state.lastSeq;
    }
    const { messageId } = place;
    known.noteDrawn(place, state, await channels.edit(channelId, messageId, reply));
    if (await gaveWay(guildId, { change, state, place }, place)) return false;
    // Also where it is older than what another process drew: now the card shows this.
    await places.note(guildId, changeId, { ...drawn, messageId, ...(isWhole && { isWhole }) });
    return isStaleRender({ change, state }, await trail.state(guildId));
  };

  /** Where another card took the place meanwhile, draws this message as a copy. */
  async function gaveWay(
    guildId: string,
    { change, state, place }: DrawnCard,
    { channelId, messageId }: PostedMessage,
  ): Promise<boolean> {
    const live = await places.of(guildId, change.id);
    // Another process may have posted the same message, by its nonce.
    if (live === undefined || [place.messageId, messageId].includes(live.messageId)) return false;
    const copy = await contents.draw(guildId, change, { state, live });
    await channels.edit(channelId, messageId, copy);
    return true;
  }
}

/**
 * What Discord can't show in time counts as it was last read. A loss that is found later is entered
 * all the same.
 */
async function soon(
  reading: Promise<CardReading['verdict']>,
  withinMs: number,
): Promise<CardReading['verdict']> {
  const read = reading.catch((error: unknown) => {
    if (error instanceof ShownEntryUnread) return 'fits' as const;
    throw error;
  });
  return withFallback(withinMs, read, 'fits');
}
