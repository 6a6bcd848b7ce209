import type { PostedMessage } from '../../../domain/messages/reply.js';
import { toResult } from '../../../domain/errors/result.js';
import { embedLinksLacking, isChannelGone } from '../../../domain/errors/channel-refused.js';
import type { Change } from '../../../domain/changes/change.js';
import { cardKey, createCardPlaces } from './card-places.js';
import { createDrawCard, type PromptDrawing } from './draw-card.js';
import { createWhatCardsShow } from './what-cards-show.js';
import { createCardSearch } from './card-search.js';
import { createClockSkewedCards } from './clock-skewed-cards.js';
import { createStaleCards } from './stale-cards.js';
import { createCardContents } from './card-contents.js';
import { createCardReplies, type PostedCard } from './card-replies.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import { replacedBy } from '../../../domain/changes/effect/replaced-at-pool.js';
import { createRetries } from '../../../domain/async/retry-for-a-day.js';
import type { CardReading } from '../../trail/restore-detector.js';
import { reportFailure } from '../../../domain/async/report-failure.js';
import type { SharedParts } from '../../shared-parts.js';

interface CardPost {
  readonly where: PostedMessage;
  /** The trail's newest entry when the card was drawn; missing = not known. */
  readonly drawnAt?: number;
  readonly isWhole?: true | undefined;
}

export type Cards = ReturnType<typeof createCards>;

/**
 * A card is only a picture of the trail. It is drawn after a step is written, and redrawn if that
 * failed, so a stale card says less than is known, never more.
 */
export function createCards(parts: SharedParts) {
  const { trail, channels, uptime, queue, onError } = parts;
  const places = createCardPlaces(parts.store);
  const clockSkewed = createClockSkewedCards({ ...parts, places, redraw });
  const contents = createCardContents({ ...parts, onTimeOver: clockSkewed.note }, places);
  const retries = createRetries<{ guildId: string; changeId: string }>(uptime);
  const known = createWhatCardsShow(parts);
  /** By card: the last drawing that this process was asked for and hasn't done. */
  const wanted = new Map<string, object>();
  const search = createCardSearch({
    ...parts,
    places,
    onFound: (guildId, changeId, where) => notePlace(guildId, changeId, { where }),
  });
  const { findLost, findPlace, readLatest } = search;
  const draw = createDrawCard({ ...parts, places, contents, known, search });
  const stale = createStaleCards({ ...parts, places, redraw, findLost });

  /** Notes where a card was posted, and that this process knows what it shows. */
  async function notePosted(
    guildId: string,
    changeId: string,
    { where, shown: { state, isWhole } }: PostedCard,
  ): Promise<void> {
    known.noteDrawn(where, state);
    await notePlace(guildId, changeId, { where, drawnAt: state.lastSeq, isWhole });
  }

  async function notePlace(
    guildId: string,
    changeId: string,
    { where, drawnAt, isWhole }: CardPost,
  ): Promise<void> {
    const { changes, lastSeq } = await trail.state(guildId, changeId);
    const change = changes.get(changeId);
    if (change === undefined) return;
    const { channelId, messageId } = where;
    const isPending = change.state === 'pending';
    const drawn = isPending ? change.seq : 0;
    const held = (await places.isHeld(guildId, changeId)) ? { isHeld: true as const } : {};
    const whole = isWhole ? { isWhole } : {};
    await places.note(guildId, changeId, { channelId, messageId, drawn, ...held, ...whole });
    // Something, such as a freeze, may have been entered since it was drawn.
    const isCurrent = isPending && (drawnAt ?? lastSeq) === lastSeq;
    if (!isCurrent) await redraw(guildId, changeId);
  }

  /**
   * Redraws the card with the newest state, one drawing at a time per card, so that no earlier
   * state overwrites a later one; what another process may have drawn before an edit of this one
   * was carried out is drawn once more. Never throws.
   */
  function redraw(
    guildId: string,
    changeId: string,
    prompt: PromptDrawing | null = null,
  ): Promise<void> {
    const key = cardKey(guildId, changeId);
    const mine = {};
    wanted.set(key, mine);
    return queue.run(`card:${key}`, async () => {
      const drawn = await toResult(draw(guildId, changeId, prompt));
      const isLast = wanted.get(key) === mine;
      if (isLast) wanted.delete(key);
      if (!drawn.ok) {
        if (isChannelGone(drawn.error)) await toResult(stale.giveUp(guildId, changeId));
        drawLater({ guildId, changeId }, drawn.error);
        return onError('a card could not be drawn', drawn.error);
      }
      retries.succeeded(key);
      // Not awaited, because this runs in that card's own queue.
      if (drawn.value && isLast) void redraw(guildId, changeId);
    });
  }

  function drawLater(card: { guildId: string; changeId: string }, why: unknown): void {
    retries.failed(cardKey(card.guildId, card.changeId), card, [why]);
  }

  /**
   * Posts the card of a waiting change that was never shown, because the store's answer or the
   * process was lost. Throws whatever is worth retrying.
   */
  async function postMissing(guildId: string, id: string): Promise<void> {
    if ((await places.of(guildId, id)) === undefined) await findLost(guildId, id);
    if ((await places.of(guildId, id)) !== undefined) return;
    const state = await trail.state(guildId, id);
    const change = state.changes.get(id);
    if (change?.state !== 'pending' || state.behind !== null) return;
    await postNew(guildId, change, state);
  }

  async function postNew(guildId: string, change: Change, state: ChangesState): Promise<void> {
    const { id, channelId } = change;
    const shown = { state };
    const reply = await contents.draw(guildId, change, shown);
    const { messageId, isPlain } = await channels.post(channelId, reply, id);
    await notePosted(guildId, id, { where: { channelId, messageId }, shown });
    if (isPlain === true) drawLater({ guildId, changeId: id }, embedLinksLacking(channelId));
  }

  return {
    ...createCardReplies({ ...parts, places, contents, known, search, notePosted }),
    cardMessageOf: contents.cardMessageOf,
    placeOf: places.of,
    isHeld: places.isHeld,
    redraw,
    /** Whether Discord hasn't taken the last drawing that was asked of this process. */
    isOwed(guildId: string, changeId: string): boolean {
      const key = cardKey(guildId, changeId);
      return wanted.has(key) || retries.has(key);
    },
    /** Draws the cards of changes again in whose place the pool lists this one now. */
    async redrawReplaced(guildId: string, seen: Change): Promise<void> {
      for (const { id } of replacedBy(seen, await trail.state(guildId))) await redraw(guildId, id);
    },
    /**
     * Compares what the card shows now with the trail; null if there is none. Throws a
     * ShownEntryUnread if Discord can't tell.
     */
    async judge(guildId: string, changeId: string): Promise<CardReading['verdict'] | null> {
      const place = await findPlace(guildId, changeId);
      if (place === 'none') return null;
      if (place === 'hidden') return place;
      const latest = await readLatest(guildId, changeId, place);
      return known.verdictBy(guildId, latest.place, latest.reading);
    },
    findPlace,
    readLatest,
    /** Then the noted card need not be the latest, though it fits. */
    hasFormerBots: (): boolean => channels.hasFormerBots(),
    isContentKnown: known.isContentKnown,
    isLastEditOwn: known.isLastEditOwn,
    noteRead: known.noteRead,
    /** Notes a clicked card's place, in case that failed when it was posted. */
    async clicked(guildId: string, changeId: string, where: PostedMessage): Promise<void> {
      if ((await places.of(guildId, changeId)) !== undefined) return;
      const wasDamaged = await places.isHeld(guildId, changeId);
      await notePlace(guildId, changeId, { where });
      // It still shows a button that confirms.
      if (wasDamaged) await redraw(guildId, changeId);
    },
    /** Posts a card as its own message, only once if called twice within minutes. Never throws. */
    async post(guildId: string, change: Change): Promise<void> {
      const posting = async () => postNew(guildId, change, await trail.state(guildId));
      // Nothing is lost if that fails: `/changes show` has the card too.
      await reportFailure(posting(), 'the card of a change could not be posted', onError);
    },
    areDrawn: stale.areDrawn,
    redrawStale: stale.redrawStale,
    redrawUndrawn: stale.redrawUndrawn,
    forgetContents: known.forget,
    drawAgain: stale.drawAgain,
    postMissing,
    /** Retries failed drawings, once due. */
    retry(): void {
      for (const { guildId, changeId } of retries.take()) void redraw(guildId, changeId);
      stale.drawDue();
      void clockSkewed.drawConfirmable();
    },
  };
}
