import { encodeCustomId } from '../../../domain/custom-id.js';
import type { Channels } from '../../../domain/messages/channels-port.js';
import type { PostedMessage } from '../../../domain/messages/reply.js';
import type { Clock } from '../../../domain/time/clock.js';
import { CHANGE_BUTTONS } from '../../../views/changes/card/change-buttons.js';
import { fromDiscord } from '../../trail/restore-detector.js';
import type { Trail } from '../../trail/trail.js';
import { isOpen } from '../../../domain/changes/state/state-machine.js';
import { DAY_MS } from '../../../domain/time/units.js';

interface SearchParts {
  readonly trail: Pick<Trail, 'state'>;
  readonly channels: Pick<Channels, 'find'>;
  readonly clock: Clock;
}

/** How old a change that has ended may be for us to still search the channel for its card. */
const SEARCHED_FOR_MS = DAY_MS;

/**
 * Finds the card of a process that was killed after posting it and before noting its place. Null if
 * there is none, or it isn't worth a search any more. Throws a ChannelRefused if the bot may not read
 * there, a ShownEntryUnread if Discord can't tell.
 */
export async function findLostCard(
  { trail, channels, clock }: SearchParts,
  guildId: string,
  id: string,
): Promise<PostedMessage | null> {
  const change = (await trail.state(guildId, id)).changes.get(id);
  if (change === undefined) return null;
  const { channelId, askedAt } = change;
  if (!isOpen(change) && clock.now() - askedAt > SEARCHED_FOR_MS) return null;
  // Each card has this one, whatever became of the change.
  const buttonId = encodeCustomId(CHANGE_BUTTONS.details, id);
  const messageId = await fromDiscord(channels.find(channelId, buttonId, askedAt));
  return messageId === null ? null : { channelId, messageId };
}
