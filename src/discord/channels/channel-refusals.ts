import { ChannelRefused } from '../../domain/errors/channel-refused.js';
import { isDiscordError, isTargetGone } from '../rest/discord-errors.js';

/** Turns "not there" and "not allowed" into `ChannelRefused`; other errors pass through. */
export async function mapChannelErrors<Answer>(
  channelId: string,
  asking: Promise<Answer>,
): Promise<Answer> {
  try {
    return await asking;
  } catch (cause) {
    if (!isDiscordError(cause)) throw cause;
    if (isTargetGone(cause.code))
      throw new ChannelRefused({ channelId, reason: 'gone' }, { cause });
    // Discord's general error, 0, names no permission; others answer with it too.
    if (cause.status === 403 && cause.code !== 0)
      throw new ChannelRefused({ channelId, reason: 'forbidden' }, { cause });
    throw cause;
  }
}
