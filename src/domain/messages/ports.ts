import type { Reply, ShownMessage } from './reply.js';

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

/** What people see of the bot's own messages now. Throws `ChannelRefused` where it may not look. */
export interface Lookup {
  /** Null only when Discord says that there is no such message. Throws when it cannot tell. */
  look(channelId: string, messageId: string): Promise<ShownMessage | null>;
  /** The bot's own among the newest 50 of a channel. Without Read Message History: none. */
  newest(channelId: string): Promise<readonly ShownMessage[]>;
}

/** What stands in a channel already, for who was killed while posting. */
export interface History {
  /**
   * The newest message of the bot's own that has a component whose custom id begins with
   * `customIdStart`, looking back to a while before `sinceMs`. Null when there is none.
   * Throws `ChannelRefused` where the channel is gone or may not be read.
   */
  find(channelId: string, customIdStart: string, sinceMs: number): Promise<string | null>;
}
