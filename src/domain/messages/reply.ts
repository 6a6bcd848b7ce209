import type {
  APIActionRowComponent,
  APIComponentInMessageActionRow,
  APIEmbed,
  APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';

/** A message in Discord's own JSON; `clampReply` enforces the limits before it leaves. */
export interface Reply {
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
  readonly components?: readonly APIActionRowComponent<APIComponentInMessageActionRow>[];
  readonly files?: readonly ReplyFile[];
  /** The one role this pings as a new post; nothing else the bot sends pings anybody. */
  readonly pings?: string;
  /** The message in the same channel that it replies to as a new post. */
  readonly repliesTo?: string;
  /** Called once the message is in a channel; never for what only one person sees. */
  readonly onPosted?: (where: PostedMessage) => Promise<void>;
  /** Why part of it is missing: that can be asked for again. */
  readonly failure?: unknown;
  /** What a person is told if Discord rejects this, since what was done is done. */
  readonly otherwise?: Reply;
}

export interface PostedMessage {
  readonly channelId: string;
  readonly messageId: string;
}

/** A message as people see it: what it says about the trail, and since when. */
export interface ShownMessage {
  /** The text under its first embed, or under its plain words; null = none, or the message is not the bot's own. */
  readonly footer: string | null;
  /** The bot's own, but without a footer: somebody removed what the bot had drawn. */
  readonly isBare?: true;
  /** In plain words, because the bot lacks Embed Links: some may be cut. */
  readonly isPlain?: true;
  /** It offers nothing to press. */
  readonly hasNoButtons?: true;
  /** Of a bot that the data belonged to before: it can't be edited, and its buttons reach nobody. */
  readonly isFormerBots?: true;
  /** When it was posted or last edited, by Discord's clock, in ms. */
  readonly drawnAt: number;
  /** When it was last edited, by Discord's clock, in ms; missing: it is as it was posted. */
  readonly editedAt?: number;
}

export interface ReplyFile {
  readonly name: string;
  readonly data: Uint8Array;
  /** Alt text: describes a picture in words. 1,024 characters at most. */
  readonly description?: string;
}

/** A form. Only as a first response, so only from something declared with `opens: 'modal'`. */
export interface Modal {
  readonly modal: APIModalInteractionResponseCallbackData;
}
