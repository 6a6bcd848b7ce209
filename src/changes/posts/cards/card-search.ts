import { encodeCustomId } from '../../../domain/custom-id.js';
import { createShared } from '../../../domain/async/keyed-queue.js';
import { isOpen } from '../../../domain/changes/state/state-machine.js';
import {
  ChannelRefused,
  isChannelGone,
  nullIfRefused,
} from '../../../domain/errors/channel-refused.js';
import { toResult } from '../../../domain/errors/result.js';
import type { Change } from '../../../domain/changes/change.js';
import type { PostedMessage } from '../../../domain/messages/reply.js';
import { DAY_MS } from '../../../domain/time/units.js';
import { CHANGE_BUTTONS } from '../../../views/changes/card/change-buttons.js';
import { fromDiscord, type CardReading } from '../../trail/restore-detector.js';
import { cardKey, type CardPlace, type CardPlaces, type FoundPlace } from './card-places.js';
import type { SharedParts } from '../../shared-parts.js';

interface CardSearchParts extends SharedParts {
  readonly places: CardPlaces;
  readonly onFound: (guildId: string, changeId: string, where: PostedMessage) => Promise<void>;
}

export interface ReadCard {
  readonly place: CardPlace;
  readonly reading: CardReading;
  /** The bot may not look for a later one. */
  readonly isUnsearched?: true;
}

/** How old a change that has ended may be for us to still search the channel for its card. */
const SEARCHED_FOR_MS = DAY_MS;

export type CardSearch = ReturnType<typeof createCardSearch>;

/**
 * Finds cards whose place isn't known: their process was killed after posting them and before noting
 * it, or an older copy of the store was put back.
 */
export function createCardSearch(parts: CardSearchParts) {
  const { trail, channels, restoreDetector, clock, places } = parts;
  const searches = createShared<void>();
  const laterSearches = createShared<CardPlace | null>();

  /** Null also for a change that isn't worth a search any more. */
  async function search(
    change: Change,
    { channelId, after }: SearchedChannel,
  ): Promise<string | null> {
    const { id, askedAt } = change;
    if (!isOpen(change) && clock.now() - askedAt > SEARCHED_FOR_MS) return null;
    // Each card has this one, whatever became of the change.
    const buttonId = encodeCustomId(CHANGE_BUTTONS.details, id);
    return fromDiscord(channels.find(channelId, buttonId, { sinceMs: askedAt, after }));
  }

  /**
   * Notes where the card stands, unless there is none. Throws a ChannelRefused if the bot may not read
   * there, a ShownEntryUnread if Discord can't tell.
   */
  async function findLost(guildId: string, changeId: string): Promise<void> {
    const change = await trail.changeOf(guildId, changeId);
    if (change === undefined) return;
    const { channelId } = change;
    const messageId = await search(change, { channelId });
    if (messageId !== null) await parts.onFound(guildId, changeId, { channelId, messageId });
  }

  /**
   * Where the card is, searched for if that isn't known; several at the same time share a search.
   * Throws a ShownEntryUnread if Discord can't tell.
   */
  async function findPlace(guildId: string, changeId: string): Promise<FoundPlace> {
    const place = await places.of(guildId, changeId);
    if (place !== undefined) return place;
    const key = cardKey(guildId, changeId);
    const searched = await toResult(searches(key, () => findLost(guildId, changeId)));
    if (!searched.ok && !(searched.error instanceof ChannelRefused)) throw searched.error;
    const isHidden = !searched.ok && !isChannelGone(searched.error);
    return (await places.of(guildId, changeId)) ?? (isHidden ? 'hidden' : 'none');
  }

  /**
   * A card that was posted after the one at `place`; null if there is none. Several at the same time
   * share a search. Throws as `findLost` does.
   */
  function lookLater(
    guildId: string,
    changeId: string,
    place: CardPlace,
  ): Promise<CardPlace | null> {
    return laterSearches(`${cardKey(guildId, changeId)}:${place.messageId}`, async () => {
      const change = await trail.changeOf(guildId, changeId);
      if (change === undefined) return null;
      for (const channelId of new Set([place.channelId, change.channelId])) {
        const where = { channelId, after: place.messageId };
        const messageId = await nullIfRefused(search(change, where), 'gone');
        // Drawn again once it has been read.
        if (messageId !== null) return { ...place, channelId, messageId, drawn: 0 };
      }
      return null;
    });
  }

  /**
   * Notes one, where the card at `place` is deleted or tells only of what is over: what noted it may be
   * lost. Gives the one that was noted while Discord was asked, if there is one.
   */
  async function findLater(
    guildId: string,
    changeId: string,
    place: CardPlace,
  ): Promise<CardPlace | null> {
    const noted = await places.of(guildId, changeId);
    const later = await lookLater(guildId, changeId, place);
    if (later === null) return null;
    const now = await places.of(guildId, changeId);
    if (now !== undefined && now.messageId !== noted?.messageId) return now;
    await places.note(guildId, changeId, later);
    return later;
  }

  /**
   * Reads the card at `place` or, where that is deleted or tells only of what is over, the latest one
   * after it. Throws a ShownEntryUnread if Discord can't tell.
   */
  async function readLatest(
    guildId: string,
    changeId: string,
    place: CardPlace,
  ): Promise<ReadCard> {
    const reading = await restoreDetector.readCard(guildId, changeId, place);
    const isOver = reading.verdict === 'gone' || reading.verdict === 'lost';
    if (!isOver && !channels.hasFormerBots()) return { place, reading };
    const look = isOver ? findLater : lookLater;
    const later = await toResult(look(guildId, changeId, place));
    if (!later.ok) {
      if (!(later.error instanceof ChannelRefused)) throw later.error;
      // A deleted one confirms nothing as it is; another would, without what a later one tells.
      const isGone = reading.verdict === 'gone';
      return isGone ? { place, reading } : { place, reading: HIDDEN, isUnsearched: true };
    }
    if (later.value === null) return { place, reading };
    const latest = await readLatest(guildId, changeId, later.value);
    // One of another bot's that tells of nothing lost takes no place.
    return isOver || !TELL_NOTHING.has(latest.reading.verdict) ? latest : { place, reading };
  }

  return { findLost, findPlace, findLater, readLatest };
}

const TELL_NOTHING: ReadonlySet<CardReading['verdict']> = new Set(['fits', 'lost', 'gone']);

const HIDDEN = { verdict: 'hidden' as const };

interface SearchedChannel {
  readonly channelId: string;
  /** The message after which it was posted. */
  readonly after?: string;
}
