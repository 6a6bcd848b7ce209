import { ChannelRefused, ContentBlocked } from '../../domain/errors/channel-refused.js';
import {
  isAnothersMessage,
  isContentBlocked,
  isDiscordError,
  isLackingPermission,
  isTargetGone,
} from '../rest/error-codes.js';

/**
 * Turns "not there" and "not allowed" into `ChannelRefused`, and "not with that text" into `ContentBlocked`;
 * other errors pass through.
 */
export async function mapChannelErrors<Answer>(
  channelId: string,
  asking: Promise<Answer>,
  isGone: (code: number) => boolean = isTargetGone,
): Promise<Answer> {
  try {
    return await asking;
  } catch (cause) {
    if (!isDiscordError(cause)) throw cause;
    const isGoneForUs = cause.status === 404 && isGone(cause.code);
    if (isGoneForUs || (cause.status === 403 && isAnothersMessage(cause.code)))
      throw new ChannelRefused({ channelId, reason: 'gone' }, { cause });
    if (cause.status === 403 && isLackingPermission(cause.code))
      throw new ChannelRefused({ channelId, reason: 'forbidden' }, { cause });
    if (cause.status === 400 && isContentBlocked(cause.code))
      throw new ContentBlocked(`Discord blocks a message in channel ${channelId}`, { cause });
    throw cause;
  }
}
