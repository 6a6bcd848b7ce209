import type { Guilds } from '../../guilds/guilds.js';
import type { Channels } from '../../domain/messages/channels-port.js';
import { refusedReply } from '../../views/daily/daily-schedules.js';
import { tellOfRefusal } from '../../domain/messages/tell-of-refusal.js';
import { nonceOf } from '../../domain/messages/nonce.js';
import type { PostingParts } from './posting.js';

interface RefusalParts extends Pick<PostingParts, 'onError'> {
  readonly guilds: Guilds;
  readonly channels: Pick<Channels, 'post'>;
}

/** Tells the audit channel when a channel starts refusing its posts, and when they are off. */
export function createDailyChannelRefusedNotice(parts: RefusalParts): PostingParts['onRefused'] {
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
