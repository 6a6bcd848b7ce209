import type { Alert } from '../../domain/alerts/alert.js';
import type { ChannelRefused } from '../../domain/errors/channel-refused.js';
import { tellOfRefusal } from '../../domain/messages/tell-of-refusal.js';
import { nonceOf } from '../../domain/messages/nonce.js';
import { alertRefusedReply } from '../../views/alerts/alert-messages.js';
import { refusedShortSentence } from '../../views/kit/channel-permissions.js';
import type { AlertPostsParts } from './alert-posts-parts.js';
import { DAY_MS } from '../../domain/time/units.js';

/** How often an audit channel is told of a refusing channel. */
const TOLD_AGAIN_MS = DAY_MS;

/** Tells the audit channel when a channel begins to refuse alerts. Never throws. */
export function createAlertChannelRefusedNotice(parts: AlertPostsParts) {
  const { store, clock } = parts;
  return (
    guildId: string,
    { channelId, reason }: ChannelRefused,
    alert: Pick<Alert, 'condition'> | null,
  ): Promise<void> => {
    const trouble = 'the audit channel could not be told of an alert';
    return tellOfRefusal(parts, { guildId, channelId, trouble }, async () => {
      if (!(await store.claim(`alert-refused:${guildId}:${channelId}`, TOLD_AGAIN_MS))) return null;
      return {
        reply: alertRefusedReply(channelId, alert, refusedShortSentence(reason)),
        nonce: nonceOf(['alert-refused', guildId, channelId, clock.now()]),
      };
    });
  };
}

export type ChannelRefusedNotice = ReturnType<typeof createAlertChannelRefusedNotice>;
