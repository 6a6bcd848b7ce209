import type { Reply } from './command.js';

/** The small port through which background work (daily posts, changes, follow) reaches Discord. */
export interface Messages {
  /**
   * Posts a message. With `nonce` (25 characters at most) a repeated post within minutes gives
   * the same message instead of a second one.
   */
  post(channelId: string, reply: Reply, nonce?: string): Promise<{ messageId: string }>;
  /** Edits a message of the bot's own, at any age. */
  edit(channelId: string, messageId: string, reply: Reply): Promise<void>;
}
