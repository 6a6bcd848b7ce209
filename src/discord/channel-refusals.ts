import { ChannelRefused } from '../domain/errors.js';
import { isDiscordsWord } from './discords-word.js';

/** Unknown channel, guild, message. */
const GONE = new Set<string | number>([10_003, 10_004, 10_008]);

/** Turns "not there" and "not allowed" into an error of our own; all others go on as they are. */
export async function telling<Answer>(channelId: string, asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (cause) {
    if (!isDiscordsWord(cause)) throw cause;
    if (GONE.has(cause.code)) throw new ChannelRefused({ channelId, reason: 'gone' }, { cause });
    if (cause.status === 403)
      throw new ChannelRefused({ channelId, reason: 'forbidden' }, { cause });
    throw cause;
  }
}
