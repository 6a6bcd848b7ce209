import type { Guilds } from '../../guilds/guilds.js';
import type { Channels } from '../../domain/messages/channels.js';
import { refusedReply } from '../../views/daily/daily-schedules.js';
import { nonceOf } from '../../domain/messages/nonce.js';
import type { PostingParts } from './posting.js';

interface RefusalParts extends Pick<PostingParts, 'onError'> {
  readonly guilds: Guilds;
  readonly channels: Pick<Channels, 'post'>;
}

/** Tells the audit channel when a channel starts refusing its posts, and when they are off. */
export function createDailyRefusalNotice(parts: RefusalParts): PostingParts['onRefused'] {
  const { guilds, channels, onError } = parts;
  return async ({ guildId, schedule, date }, { failures, offSince }, said) => {
    if (failures !== 1 && offSince === undefined) return;
    try {
      const { auditChannelId } = await guilds.settings(guildId);
      if (auditChannelId === undefined || auditChannelId === schedule.channelId) return;
      const reply = refusedReply(schedule, said, offSince !== undefined);
      const nonce = nonceOf(['daily-refused', guildId, schedule.id, date]);
      await channels.post(auditChannelId, reply, nonce);
    } catch (error) {
      onError('the audit channel could not be told of a daily post', error);
    }
  };
}
