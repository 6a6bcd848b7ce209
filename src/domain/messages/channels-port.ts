import type { Reply, ShownMessage } from './reply.js';

export interface PostedReply {
  readonly messageId: string;
  /** The bot lacks Embed Links, so it is written in plain words. */
  readonly isPlain?: true;
}

export interface PostedSince {
  /** In ms; a while earlier counts too. By our clock, which may have been ahead for up to a day. */
  readonly sinceMs: number;
  /** Only what was posted after this message. */
  readonly after?: string | undefined;
}

/**
 * The bot's messages in Discord's channels. Each method throws `ChannelRefused` if the channel is
 * gone or the bot lacks permission.
 */
export interface Channels {
  /** Repeating a `nonce` (25 characters at most) returns the same message for some minutes. */
  post(channelId: string, reply: Reply, nonce?: string): Promise<PostedReply>;
  /**
   * Edits one of the bot's own messages, at any age. Without Embed Links it is written in plain
   * words, and refused all the same. Returns when that was, as Discord shows it from then on, in ms;
   * undefined if it doesn't say.
   */
  edit(channelId: string, messageId: string, reply: Reply): Promise<number | undefined>;
  /**
   * The bot's message with a custom id beginning with `customIdStart`; null if there is none among the
   * newest 100 and the 5,000 from that time on.
   */
  find(channelId: string, customIdStart: string, since: PostedSince): Promise<string | null>;
  /** Null only if Discord says there is no such message; throws if it can't tell. */
  look(channelId: string, messageId: string): Promise<ShownMessage | null>;
  /** Whether the data belonged to other bots too, whose cards can be read and may be later than one's own. */
  hasFormerBots(): boolean;
  /** The bot's own among the newest 50 of a channel. Without Read Message History: none. */
  newest(channelId: string): Promise<readonly ShownMessage[]>;
}
