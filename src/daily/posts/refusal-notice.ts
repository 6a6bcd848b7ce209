import type { Guilds } from '../../guilds/guilds.js';
import type { Channels } from '../../domain/messages/ports.js';
import { refusedReply } from '../../views/daily/daily-schedules.js';
import type { PostState } from '../../domain/daily/post-state.js';
import { nonceOf, type Occurrence } from '../../domain/daily/schedule.js';

interface AuditParts {
  readonly guilds: Guilds;
  readonly channels: Pick<Channels, 'post'>;
  readonly onError: (what: string, error: unknown) => void;
}

/** Tells the audit channel when a channel begins to refuse its posts, and when they are off. */
export function createRefusalNotice({ guilds, channels, onError }: AuditParts) {
  return async (occurrence: Occurrence, state: PostState, said: string): Promise<void> => {
    const isFirst = state.failures === 1;
    if (!isFirst && state.offSince === undefined) return;
    try {
      const { auditChannelId } = await guilds.settings(occurrence.guildId);
      if (auditChannelId === undefined || auditChannelId === occurrence.schedule.channelId) return;
      const reply = refusedReply(occurrence.schedule, said, state.offSince !== undefined);
      await channels.post(auditChannelId, reply, `a${nonceOf(occurrence)}`);
    } catch (error) {
      onError('the audit channel could not be told of a daily post', error);
    }
  };
}
