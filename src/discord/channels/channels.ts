import { randomBytes } from 'node:crypto';
import { RESTJSONErrorCodes, Routes, type REST } from 'discord.js';
import { z } from 'zod';
import { embedLinksLacking, isChannelGone } from '../../domain/errors/channel-refused.js';
import { toResult } from '../../domain/errors/result.js';
import type { Channels } from '../../domain/messages/channels-port.js';
import type { PostedMessage, ShownMessage } from '../../domain/messages/reply.js';
import { firstMessage, wholeMessage, type MessageBody } from '../messages/message-body.js';
import { messagesOf, takenMessageId, type SentMessage } from '../messages/shown-as-sent.js';
import { requestBody } from '../messages/request-body.js';
import { isChannelCodeGone, isDiscordError } from '../rest/error-codes.js';
import type { CommandIds } from '../limits/command-ids.js';
import { mapChannelErrors } from './channel-refusals.js';
import { firstSnowflakeAt } from '../messages/snowflake-time.js';
import { createMessageSearch } from './find-message.js';
import { lostItsEmbeds, plainWords } from '../messages/without-embeds.js';
import { shownMessage } from '../messages/shown-message.js';

export interface ChannelsParts {
  /** discord.js's own queue, which respects Discord's rate limits for posts. */
  readonly rest: Pick<REST, 'get' | 'post' | 'patch'>;
  /** Known once the bot is connected. */
  readonly botId: () => Promise<string>;
  /** Bots that the data belonged to before; known once `botId` is. */
  readonly formerBots?: ReadonlySet<string>;
  readonly hasFormerBots?: () => boolean;
  /** Filled once the commands are registered. */
  readonly commandIds?: CommandIds;
}

const withAuthor = z.object({
  id: z.string(),
  content: z.string().optional(),
  author: z.object({ id: z.string() }),
  edited_timestamp: z.string().nullish(),
  components: z.array(z.unknown()).optional(),
  embeds: z.array(z.looseObject({ footer: z.object({ text: z.string() }).optional() })).catch([]),
});

/** Undefined where it can't be read. */
const editTime = z
  .object({ edited_timestamp: z.string() })
  .transform(({ edited_timestamp: edited }) => Date.parse(edited))
  .optional()
  .catch(undefined);

/** How many posts to search for the last audit post. */
const NEWEST = 50;

export function createChannels(parts: ChannelsParts): Channels {
  const { rest, botId, formerBots = new Set(), commandIds = new Map() } = parts;
  const { hasFormerBots = () => false } = parts;
  const findMessage = createMessageSearch();

  /** Without Read Message History, Discord returns an empty list (docs, Get Channel Messages). */
  async function read(channelId: string, query: Record<string, string>): Promise<unknown[]> {
    const asked = rest.get(Routes.channelMessages(channelId), {
      query: new URLSearchParams(query),
    });
    return messagesOf(channelId, await mapChannelErrors(channelId, asked, isChannelCodeGone));
  }

  /** True if Discord dropped the embeds: then the message has their words. */
  async function saidInWords(
    { channelId, messageId }: PostedMessage,
    { json }: MessageBody,
    answer: unknown,
  ): Promise<boolean> {
    if (!lostItsEmbeds(json, answer)) return false;
    const body = { content: plainWords(json), allowed_mentions: { parse: [] } };
    const edited = await mapChannelErrors(
      channelId,
      rest.patch(Routes.channelMessage(channelId, messageId), { body }),
      isChannelCodeGone,
    );
    idOf(edited, { json: body, channelId, messageId });
    return true;
  }

  async function look(channelId: string, messageId: string): Promise<ShownMessage | null> {
    const asked = rest.get(Routes.channelMessage(channelId, messageId));
    const body = await toResult(mapChannelErrors(channelId, asked));
    if (body.ok) {
      const [found] = messagesOf(channelId, [body.value]);
      // One that can't be read may be ours, and tell of lost entries.
      const message = withAuthor.extend({ id: z.literal(messageId) }).parse(found);
      return shownIfOwn(message, { botId: await botId(), formerBots }) ?? NOT_OURS;
    }
    if (isChannelGone(body.error)) return null;
    throw body.error;
  }

  return {
    async post(channelId, reply, nonce = randomNonce()) {
      const message = firstMessage(reply, { commandIds });
      const { json, files } = message;
      // discord.js retries after a lost answer; the nonce prevents a second post.
      const posted = (content: object) =>
        asReply(reply.repliesTo, (reference: object) => {
          const body = { ...json, ...content, ...reference, nonce, enforce_nonce: true };
          return rest.post(Routes.channelMessages(channelId), upload({ json: body, files }));
        });
      const first = await toResult(posted({}));
      if (first.ok) {
        const messageId = idOf(first.value, { json, channelId, nonce });
        // Where that fails it is posted again: the same message, by its nonce.
        const isPlain = await saidInWords({ channelId, messageId }, message, first.value);
        return isPlain ? { messageId, isPlain } : { messageId };
      }
      const words = mayLackEmbedLinks(first.error) ? plainWords(json) : null;
      // A post whose nonce is that of a deleted message is told to be unknown, and is sent again.
      if (words === null)
        return mapChannelErrors(channelId, Promise.reject(first.error), isChannelCodeGone);
      const plain = { content: words, embeds: [] };
      const again = await mapChannelErrors(channelId, posted(plain), isChannelCodeGone);
      return { messageId: idOf(again, { json: plain, channelId, nonce }), isPlain: true };
    },
    async edit(channelId, messageId, reply) {
      const whole = wholeMessage(reply, { commandIds });
      // Discord goes on leaving out embeds that somebody suppressed until it is told not to.
      const message = { ...whole, json: { ...whole.json, flags: 0 } };
      const edited = await mapChannelErrors(
        channelId,
        rest.patch(Routes.channelMessage(channelId, messageId), upload(message)),
      );
      idOf(edited, { json: message.json, channelId, messageId });
      // Refused, so that it is tried again once the bot may.
      if (await saidInWords({ channelId, messageId }, message, edited))
        throw embedLinksLacking(channelId);
      return editTime.parse(edited);
    },
    async find(channelId, customIdStart, since) {
      let hasAny = false;
      const own = { botId: await botId(), formerBots };
      const readPage = async (query: Record<string, string>) => {
        const page = await read(channelId, query);
        hasAny ||= page.length > 0;
        // Another bot's may have the same buttons.
        return page.map((each) =>
          isAnothers(each, own) ? { ...Object(each), components: [] } : each,
        );
      };
      const found = await findMessage(readPage, { channelId, customIdStart, ...since });
      // An empty list may mean that the bot may not read; a single message is refused then.
      const { sinceMs, after = String(firstSnowflakeAt(sinceMs)) } = since;
      if (!hasAny) await look(channelId, after);
      return found;
    },
    look,
    hasFormerBots,
    async newest(channelId) {
      const body = await read(channelId, { limit: String(NEWEST) });
      const own = { botId: await botId(), formerBots };
      return body.flatMap((each) => shownIfOwn(each, own) ?? []);
    },
  };
}

/** If the message is gone or the bot may not read it, this is an ordinary post. */
async function asReply(
  messageId: string | undefined,
  post: (reference: object) => Promise<unknown>,
): Promise<unknown> {
  if (messageId === undefined) return post({});
  const reference = { message_id: messageId, fail_if_not_exists: false };
  const replied = await toResult(post({ message_reference: reference }));
  if (replied.ok) return replied.value;
  if (isDiscordError(replied.error) && replied.error.code === NO_HISTORY) return post({});
  throw replied.error;
}

const NO_HISTORY: number = RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory;

/** Also where the bot may not send messages at all: then its words are refused as well. */
function mayLackEmbedLinks(error: unknown): boolean {
  return isDiscordError(error) && REFUSED_FOR_EMBEDS.has(error.code);
}

const REFUSED_FOR_EMBEDS: ReadonlySet<unknown> = new Set([
  RESTJSONErrorCodes.CannotSendAnEmptyMessage,
  RESTJSONErrorCodes.MissingPermissions,
]);

/** Throws for the answer of something in between, so that the message is tried again. */
function idOf(answer: unknown, sent: SentMessage): string {
  const id = takenMessageId(answer, sent);
  if (id === null) throw new Error('the answer shows another message than was sent');
  return id;
}

/** 24 characters; Discord allows 25. */
function randomNonce(): string {
  return randomBytes(12).toString('hex');
}

/** Encoded here because discord.js would turn files into a streaming form. */
function upload({ json, files }: MessageBody) {
  const { type, bytes } = requestBody(json, files);
  const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
  // Not a string: `late-messages.ts` uses this object to distinguish two messages with equal text.
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return { body, passThroughBody: true, headers };
}

/** What we know of a message that isn't ours: nothing about the trail. */
const NOT_OURS: ShownMessage = { footer: null, drawnAt: 0 };

/** A webhook or another bot may imitate our posts, but the author's id would differ. */
function shownIfOwn(body: unknown, { botId, formerBots }: OwnBots): ShownMessage | null {
  const found = withAuthor.safeParse(body);
  if (!found.success) return null;
  const { id: author } = found.data.author;
  if (author === botId) return shownMessage(found.data);
  return formerBots.has(author) ? { ...shownMessage(found.data), isFormerBots: true } : null;
}

function isAnothers(body: unknown, own: OwnBots): boolean {
  return withAuthor.safeParse(body).success && shownIfOwn(body, own) === null;
}

interface OwnBots {
  readonly botId: string;
  readonly formerBots: ReadonlySet<string>;
}
