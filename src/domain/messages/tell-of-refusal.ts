import type { Channels } from './channels-port.js';
import type { Reply } from './reply.js';

interface TellingParts {
  readonly guilds: {
    settings(guildId: string): Promise<{ readonly auditChannelId?: string | undefined }>;
  };
  readonly channels: Pick<Channels, 'post'>;
  readonly onError: (what: string, error: unknown) => void;
}

interface RefusingChannel {
  readonly guildId: string;
  /** The channel that refuses posts. */
  readonly channelId: string;
  /** What to log if nobody could be told. */
  readonly trouble: string;
}

interface RefusalPost {
  readonly reply: Reply;
  readonly nonce: string;
}

/**
 * Tells the audit channel that a channel refuses posts, unless it is that channel itself. `tell`:
 * asked only if there is an audit channel to tell; null = it was told before. Never throws.
 */
export async function tellOfRefusal(
  { guilds, channels, onError }: TellingParts,
  { guildId, channelId, trouble }: RefusingChannel,
  tell: () => Promise<RefusalPost | null> | RefusalPost,
): Promise<void> {
  try {
    const { auditChannelId } = await guilds.settings(guildId);
    if (auditChannelId === undefined || auditChannelId === channelId) return;
    const told = await tell();
    if (told !== null) await channels.post(auditChannelId, told.reply, told.nonce);
  } catch (error) {
    onError(trouble, error);
  }
}
