import type { Alert } from '../../domain/alerts/alert.js';
import type { ChannelRefused } from '../../domain/errors/channel-refused.js';
import { nonceOf } from '../../domain/messages/nonce.js';
import { alertRefusedReply } from '../../views/alerts/alert-messages.js';
import { refusedShortSentence } from '../../views/kit/channel-permissions.js';
import type { AlertPostsParts } from './parts.js';

/** How often an audit channel is told of a refusing channel. */
const TOLD_AGAIN_MS = 24 * 3_600_000;

/** Tells the audit channel when a channel begins to refuse alerts. Never throws. */
export function createAlertRefusalNotice(parts: AlertPostsParts) {
  const { store, guilds, channels, clock, onError } = parts;
  return async (
    guildId: string,
    { channelId, reason }: ChannelRefused,
    alert: Pick<Alert, 'condition'> | null,
  ): Promise<void> => {
    try {
      const { auditChannelId } = await guilds.settings(guildId);
      if (auditChannelId === undefined || auditChannelId === channelId) return;
      if (!(await store.claim(`alert-refused:${guildId}:${channelId}`, TOLD_AGAIN_MS))) return;
      const nonce = nonceOf(['alert-refused', guildId, channelId, clock.now()]);
      await channels.post(
        auditChannelId,
        alertRefusedReply(channelId, alert, refusedShortSentence(reason)),
        nonce,
      );
    } catch (error) {
      onError('the audit channel could not be told of an alert', error);
    }
  };
}

export type RefusalNotice = ReturnType<typeof createAlertRefusalNotice>;
