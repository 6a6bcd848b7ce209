import { refusedReply } from '../../views/daily/daily-schedules.js';
import { tellOfRefusal } from '../../domain/messages/tell-of-refusal.js';
import { nonceOf } from '../../domain/messages/nonce.js';
import type { PostingParts } from './posting.js';

/** Tells the audit channel when a channel starts refusing its posts, and when they are off. */
export function createDailyChannelRefusedNotice(
  parts: Parameters<typeof tellOfRefusal>[0],
): PostingParts['onRefused'] {
  return async ({ guildId, schedule, date }, { failures, offSince }, said) => {
    if (failures !== 1 && offSince === undefined) return;
    const { id, channelId } = schedule;
    const trouble = 'the audit channel could not be told of a daily post';
    await tellOfRefusal(parts, { guildId, channelId, trouble }, () => ({
      reply: refusedReply(schedule, said, offSince !== undefined),
      nonce: nonceOf(['daily-refused', guildId, id, date]),
    }));
  };
}
