import type { PostedMessage } from '../../../domain/messages/reply.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import type { CardReading } from '../../trail/restore-detector.js';
import type { CardPlace } from './card-places.js';
import { createCardsDrawnHere } from './cards-drawn-here.js';
import type { SharedParts } from '../../shared-parts.js';

export type WhatCardsShow = ReturnType<typeof createWhatCardsShow>;

/** What a card shows, by Discord or, where Discord can't tell, by what this process remembers. */
export function createWhatCardsShow({ trail, restoreDetector }: SharedParts) {
  const ownRenders = createCardsDrawnHere();
  /** What they show is known from a click. */
  const shownByClick = createCardsDrawnHere();

  /**
   * What Discord shows there is read before each drawing, of one's own too: another process may have
   * drawn over it, and its entries be lost since. Where Discord can't show it, memory counts.
   */
  async function verdictOf(
    guildId: string,
    changeId: string,
    place: CardPlace,
  ): Promise<CardReading['verdict']> {
    return verdictBy(guildId, place, await restoreDetector.readCard(guildId, changeId, place));
  }

  /** With what this process knows of it where Discord can't show it. */
  async function verdictBy(
    guildId: string,
    place: PostedMessage,
    { verdict, editedAt }: CardReading,
  ): Promise<CardReading['verdict']> {
    if (verdict === 'hidden') return (await isContentKnown(guildId, place)) ? 'fits' : 'hidden';
    if (verdict !== 'bare') return verdict;
    return (await isLastEditOwn(guildId, place, editedAt)) ? 'fits' : 'bare';
  }

  /** Whether this process drew it, or somebody clicked it and the trail has what it showed. */
  async function isContentKnown(guildId: string, where: PostedMessage): Promise<boolean> {
    const state = await trail.state(guildId);
    return ownRenders.has(where, state) || shownByClick.has(where, state);
  }

  /** Whether an emptied card showed what this process drew: nobody has edited it since. */
  async function isLastEditOwn(
    guildId: string,
    where: PostedMessage,
    editedAt: number | undefined,
  ): Promise<boolean> {
    return ownRenders.isLast(where, await trail.state(guildId), editedAt);
  }

  /** Somebody clicked it, and the trail has what it showed. */
  async function noteRead(guildId: string, where: PostedMessage): Promise<void> {
    shownByClick.add(where, await trail.state(guildId));
  }

  return {
    verdictOf,
    verdictBy,
    isContentKnown,
    isLastEditOwn,
    /** This process drew it; `editedAt`: when, as Discord shows it, unless it was posted. */
    noteDrawn(where: PostedMessage, state: ChangesState, editedAt?: number): void {
      ownRenders.add(where, state, editedAt);
    },
    noteRead,
    /** What this process remembers of the trail is no proof any more, nor what it drew by that. */
    forget: (): void => {
      ownRenders.clear();
      shownByClick.clear();
    },
  };
}
