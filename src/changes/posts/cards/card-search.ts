import { encodeCustomId } from '../../../domain/custom-id.js';
import { createShared } from '../../../domain/async/keyed-queue.js';
import { isOpen } from '../../../domain/changes/state/state-machine.js';
import { ChannelRefused, isChannelGone } from '../../../domain/errors/channel-refused.js';
import { toResult } from '../../../domain/errors/result.js';
import type { Channels } from '../../../domain/messages/channels-port.js';
import type { PostedMessage } from '../../../domain/messages/reply.js';
import type { Clock } from '../../../domain/time/clock.js';
import { DAY_MS } from '../../../domain/time/units.js';
import { CHANGE_BUTTONS } from '../../../views/changes/card/change-buttons.js';
import { fromDiscord } from '../../trail/restore-detector.js';
import type { Trail } from '../../trail/trail.js';
import { cardKey, type CardPlaces, type FoundPlace } from './card-places.js';

interface CardSearchParts {
  readonly trail: Pick<Trail, 'state'>;
  readonly channels: Pick<Channels, 'find'>;
  readonly clock: Clock;
  readonly places: Pick<CardPlaces, 'of'>;
  readonly onFound: (guildId: string, changeId: string, where: PostedMessage) => Promise<void>;
}

/** How old a change that has ended may be for us to still search the channel for its card. */
const SEARCHED_FOR_MS = DAY_MS;
const MOST_FOUND_NONE = 1_000;

/**
 * Finds cards whose place isn't known: their process was killed after posting them and before noting
 * it, or an older copy of the store was put back.
 */
export function createCardSearch(parts: CardSearchParts) {
  const { trail, channels, clock, places } = parts;
  const searches = createShared<void>();
  /**
   * By card: until when none was posted, in ms. A search may be dozens of requests; the next one looks
   * only at what was posted since, as by another process.
   */
  const nonePostedUntil = new Map<string, number>();

  /**
   * Notes where the card stands, unless there is none, or it isn't worth a search any more. Throws a
   * ChannelRefused if the bot may not read there, a ShownEntryUnread if Discord can't tell.
   */
  async function findLost(guildId: string, changeId: string): Promise<void> {
    const change = (await trail.state(guildId, changeId)).changes.get(changeId);
    if (change === undefined) return;
    const { channelId, askedAt } = change;
    if (!isOpen(change) && clock.now() - askedAt > SEARCHED_FOR_MS) return;
    const key = cardKey(guildId, changeId);
    const beganAt = clock.now();
    // Each card has this one, whatever became of the change.
    const buttonId = encodeCustomId(CHANGE_BUTTONS.details, changeId);
    const since = nonePostedUntil.get(key) ?? askedAt;
    const messageId = await fromDiscord(channels.find(channelId, buttonId, since));
    if (messageId !== null) return parts.onFound(guildId, changeId, { channelId, messageId });
    if (nonePostedUntil.size >= MOST_FOUND_NONE) nonePostedUntil.clear();
    nonePostedUntil.set(key, beganAt);
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

  return { findLost, findPlace };
}
