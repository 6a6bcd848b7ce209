import type { Guilds } from '../../guilds/guilds.js';
import type { Messages } from '../../domain/messages/ports.js';
import { refusedReply } from '../../views/daily/daily-schedules.js';
import type { PostState } from '../../domain/daily/post-state.js';
import { nonceOf, type Occurrence } from '../../domain/daily/schedule.js';

interface AuditParts {
  readonly guilds: Guilds;
  readonly messages: Pick<Messages, 'post'>;
  readonly onTrouble: (what: string, error: unknown) => void;
}

/** Tells the audit channel when a channel begins to refuse its posts, and when they are off. */
export function createRefusalNotice({ guilds, messages, onTrouble }: AuditParts) {
  return async (occurrence: Occurrence, ledger: PostState, said: string): Promise<void> => {
    const isFirst = ledger.failures === 1;
    if (!isFirst && ledger.offSince === undefined) return;
    try {
      const { auditChannelId } = await guilds.settings(occurrence.guildId);
      if (auditChannelId === undefined || auditChannelId === occurrence.schedule.channelId) return;
      const reply = refusedReply(occurrence.schedule, said, ledger.offSince !== undefined);
      await messages.post(auditChannelId, reply, `a${nonceOf(occurrence)}`);
    } catch (error) {
      onTrouble('the audit channel could not be told of a daily post', error);
    }
  };
}
