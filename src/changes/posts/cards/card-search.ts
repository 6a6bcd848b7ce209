import { encodeCustomId } from '../../../domain/custom-id.js';
import { createShared } from '../../../domain/async/keyed-queue.js';
import { isOpen } from '../../../domain/changes/state/state-machine.js';
import { ChannelRefused, isChannelGone } from '../../../domain/errors/channel-refused.js';
import { toResult } from '../../../domain/errors/result.js';
import type { Channels } from '../../../domain/messages/channels-port.js';
import type { PostedMessage } from '../../../domain/messages/reply.js';
import type { Clock } from '../../../domain/time/clock.js';
import { DAY_MS, MINUTE_MS } from '../../../domain/time/units.js';
import type { Uptime } from '../../../domain/time/uptime.js';
import { CHANGE_BUTTONS } from '../../../views/changes/card/change-buttons.js';
import { fromDiscord } from '../../trail/restore-detector.js';
import type { Trail } from '../../trail/trail.js';
import { cardKey, type CardPlaces, type FoundPlace } from './card-places.js';

interface CardSearchParts {
  readonly trail: Pick<Trail, 'state'>;
  readonly channels: Pick<Channels, 'find'>;
  readonly clock: Clock;
  readonly uptime: Uptime;
  readonly places: Pick<CardPlaces, 'of'>;
  readonly onFound: (guildId: string, changeId: string, where: PostedMessage) => Promise<void>;
}

/** How old a change that has ended may be for us to still search the channel for its card. */
const SEARCHED_FOR_MS = DAY_MS;
/** A search may be dozens of requests. */
const FOUND_NONE_MS = MINUTE_MS;
const MOST_FOUND_NONE = 1_000;

/**
 * Finds cards whose place isn't known: their process was killed after posting them and before noting
 * it, or an older copy of the store was put back.
 */
export function createCardSearch(parts: CardSearchParts) {
  const { trail, channels, clock, uptime, places } = parts;
  const searches = createShared<void>();
  /** By card: when a search last found none, by uptime in ms. */
  const foundNone = new Map<string, number>();

  /**
   * Notes where the card stands, unless there is none, or it isn't worth a search any more. Throws a
   * ChannelRefused if the bot may not read there, a ShownEntryUnread if Discord can't tell.
   */
  async function findLost(guildId: string, changeId: string): Promise<void> {
    const change = (await trail.state(guildId, changeId)).changes.get(changeId);
    if (change === undefined) return;
    const { channelId, askedAt } = change;
    if (!isOpen(change) && clock.now() - askedAt > SEARCHED_FOR_MS) return;
    // Each card has this one, whatever became of the change.
    const buttonId = encodeCustomId(CHANGE_BUTTONS.details, changeId);
    const messageId = await fromDiscord(channels.find(channelId, buttonId, askedAt));
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
    if (uptime() - (foundNone.get(key) ?? -Infinity) < FOUND_NONE_MS) return 'none';
    const searched = await toResult(searches(key, () => findLost(guildId, changeId)));
    if (!searched.ok && !(searched.error instanceof ChannelRefused)) throw searched.error;
    const isHidden = !searched.ok && !isChannelGone(searched.error);
    const found = await places.of(guildId, changeId);
    if (found !== undefined || isHidden) return found ?? 'hidden';
    if (foundNone.size >= MOST_FOUND_NONE) foundNone.clear();
    foundNone.set(key, uptime());
    return 'none';
  }

  return { findLost, findPlace };
}
