import type { Reply } from './reply.js';

/** Posting and editing outside of interactions, by the bot's own token. */
export interface Channels {
  /** @throws ChannelError */
  post(channelId: string, reply: Reply, options?: PostOptions): Promise<PostedMessage>;
  /** @throws ChannelError */
  edit(message: PostedMessage, reply: Reply): Promise<void>;
  /** The channel's newest messages by the bot itself, newest first, at most 50. @throws ChannelError */
  recent(
    channelId: string,
  ): Promise<readonly (PostedMessage & { readonly nonce: string | null })[]>;
  /**
   * Names of the permissions the bot lacks to post cards and files there, as Discord writes them. In
   * a thread Send Messages in Threads counts in place of Send Messages. @throws ChannelError
   */
  missingPermissions(channelId: string): Promise<readonly string[]>;
  /** Whether a mention of the role notifies its members. */
  canPing(guildId: string, roleId: string): Promise<boolean>;
}

export interface PostedMessage {
  readonly channelId: string;
  readonly messageId: string;
}

export interface PostOptions {
  /** At most 25 characters; Discord posts a message with the same nonce once within minutes. */
  readonly nonce?: string;
  /** The message this one answers. */
  readonly replyTo?: string;
}

/** Discord refused; `gone` will not get better, `forbidden` needs a person, `failed` may pass. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError';
  constructor(
    readonly kind: 'gone' | 'forbidden' | 'failed',
    /** For people, such as "Pitboss lacks Embed Links". */
    readonly sentence: string,
    options: ErrorOptions = {},
  ) {
    super(sentence, options);
  }
}
