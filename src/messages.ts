import type { Reply } from './reply.js';

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

/** A message as people see it: what it says of the trail, and since when. */
export interface ShownMessage {
  /** Under its first embed; null = nothing, or it is not the bot's own. */
  readonly footer: string | null;
  /** When it was posted or last edited, by Discord's clock, in ms. */
  readonly drawnAt: number;
}

/** What people see of the bot's own messages now. Throws `ChannelRefused` where it may not look. */
export interface Lookup {
  /** Null only when Discord says that there is no such message. Throws when it cannot tell. */
  read(channelId: string, messageId: string): Promise<ShownMessage | null>;
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
