import type {
  APIActionRowComponent,
  APIComponentInMessageActionRow,
  APIEmbed,
  APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';

/** A message in Discord's own JSON; `clampReply` holds it to the limits before it leaves. */
export interface Reply {
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
  readonly components?: readonly APIActionRowComponent<APIComponentInMessageActionRow>[];
  readonly files?: readonly ReplyFile[];
  /** The one role that this pings as a new post; nothing else that the bot sends pings anybody. */
  readonly pings?: string;
  /** The message that it replies to as a new post of the same channel. */
  readonly repliesTo?: string;
  /** Called once the message stands in a channel; never for what only one person sees. */
  readonly onPosted?: (where: PostedMessage) => Promise<void>;
  /** Why a part of it is missing: it may be asked for again. */
  readonly failure?: unknown;
  /** What a person is told all the same where Discord doesn't take this: what was done is done. */
  readonly otherwise?: Reply;
}

export interface PostedMessage {
  readonly channelId: string;
  readonly messageId: string;
}

/** A message as people see it: what it says of the trail, and since when. */
export interface ShownMessage {
  /** Under its first embed; null = nothing, or it is not the bot's own. */
  readonly footer: string | null;
  /** The bot's own, but without a footer: somebody removed what the bot had drawn. */
  readonly isBare?: true;
  /** When it was posted or last edited, by Discord's clock, in ms. */
  readonly drawnAt: number;
}

export interface ReplyFile {
  readonly name: string;
  readonly data: Uint8Array;
  /** Alt text: says in words what a picture shows. 1,024 characters at most. */
  readonly description?: string;
}

/** A form. Only as a first response, so only from what is declared with `opens: 'modal'`. */
export interface Modal {
  readonly modal: APIModalInteractionResponseCallbackData;
}
