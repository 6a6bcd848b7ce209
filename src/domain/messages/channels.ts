import type { Reply, ShownMessage } from './reply.js';

/**
 * The bot's messages in Discord's channels. Each method throws `ChannelRefused` where the channel
 * is gone or the bot may not do it.
 */
export interface Channels {
  /** A repeated `nonce` (25 characters at most) gives the same message again for some minutes. */
  post(channelId: string, reply: Reply, nonce?: string): Promise<{ messageId: string }>;
  /** Edits one of the bot's own messages, at any age. */
  edit(channelId: string, messageId: string, reply: Reply): Promise<void>;
  /**
   * The newest of the bot's own messages with a custom id that begins with `customIdStart`, not
   * older than a while before `sinceMs`; null when there is none.
   */
  find(channelId: string, customIdStart: string, sinceMs: number): Promise<string | null>;
  /** Null only when Discord says that there is no such message; throws when it can't tell. */
  look(channelId: string, messageId: string): Promise<ShownMessage | null>;
  /** The bot's own among the newest 50 of a channel. Without Read Message History: none. */
  newest(channelId: string): Promise<readonly ShownMessage[]>;
}
