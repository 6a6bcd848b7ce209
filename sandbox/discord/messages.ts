import {
  AllowedMentionsTypes as Mention,
  MessageFlags,
  MessageType,
  RESTJSONErrorCodes as Code,
  type APIAttachment,
  type APIEmbed,
  type APIMessage,
} from 'discord-api-types/v10';
import { DiscordError } from './errors.js';
import { userPayload } from './payloads.js';
import { changed, guildOf, type Interaction, type World } from './state.js';
import type { LoopbackChannel, ShownMessage } from './types.js';
import type { MessageBody } from './validate.js';

/** A part `files[index]` of a multipart request. */
export interface Upload {
  readonly index: string;
  readonly file: File;
  readonly data: Buffer;
}

/** A checked body with the files sent beside it. */
export interface Content {
  readonly body: MessageBody;
  readonly uploads: readonly Upload[];
}

export interface Place {
  readonly channel: LoopbackChannel;
  /** Only answers have one. */
  readonly interaction?: Interaction;
  readonly ephemeral?: boolean;
}

const FILE_BYTES = 10 * 1024 * 1024;

/** Without content it is "thinking". @throws DiscordError */
export function createMessage(world: World, place: Place, content: Content | null): ShownMessage {
  const { channel, interaction, ephemeral = false } = place;
  const blank: ShownMessage = {
    id: world.nextId(),
    type: MessageType.Default,
    channel_id: channel.id,
    author: userPayload(world, null),
    content: '',
    timestamp: new Date(world.now()).toISOString(),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: MessageFlags.Loading | (ephemeral ? MessageFlags.Ephemeral : 0),
    ...(interaction && answerFields(world, interaction)),
    privateTo: ephemeral ? (interaction?.person.id ?? null) : null,
    contents: {},
  };
  return store(world, content ? withContent(world, blank, content) : blank);
}

function answerFields(world: World, { id, person }: Interaction): Partial<APIMessage> {
  const user = userPayload(world, person);
  const authorizing_integration_owners = { 0: person.guildId };
  // A bot reads the user alone; of other types there would be more.
  const interaction_metadata = { id, type: 2 as const, user, authorizing_integration_owners };
  return { webhook_id: world.botId, application_id: world.botId, interaction_metadata };
}

/** What the body doesn't name stays. @throws DiscordError */
export function editMessage(world: World, before: ShownMessage, content: Content): ShownMessage {
  const edited_timestamp = isThinking(before) ? null : new Date(world.now()).toISOString();
  return store(world, { ...withContent(world, before, content), edited_timestamp });
}

export function deleteMessage(world: World, message: ShownMessage): void {
  world.messages.delete(message.id);
  changed(world);
}

export function isThinking(message: ShownMessage): boolean {
  return ((message.flags ?? 0) & MessageFlags.Loading) !== 0;
}

function store(world: World, message: ShownMessage): ShownMessage {
  world.messages.set(message.id, message);
  changed(world);
  return message;
}

function withContent(world: World, before: ShownMessage, content: Content): ShownMessage {
  const { body, uploads } = content;
  const { channel_id } = before;
  const message_id = body.message_reference?.message_id;
  const isReplaced = body.attachments !== undefined || uploads.length > 0;
  const { attachments, contents } = isReplaced ? receive(world, before.id, content) : before;
  const embeds = body.embeds ? linkFiles(body.embeds, attachments) : before.embeds;
  const after: ShownMessage = {
    ...before,
    ...(body.content && mentionsOf(world, channel_id, body)),
    content: (body.content ?? (body.content === null ? '' : before.content)).trim(),
    embeds,
    components: body.components ?? before.components ?? [],
    // Discord doesn't list files that an embed shows.
    attachments: attachments.filter(({ url }) => !embeds.some(({ image }) => image?.url === url)),
    contents,
    flags: (before.flags ?? 0) & MessageFlags.Ephemeral,
    ...(body.nonce && { nonce: body.nonce }),
    ...(message_id && { message_reference: { type: 0, channel_id, message_id } }),
  };
  const parts = [after.content, embeds, Object.keys(contents), after.components ?? []];
  if (parts.every(({ length }) => length === 0))
    throw new DiscordError(Code.CannotSendAnEmptyMessage, 'nothing in it');
  return after;
}

/** They replace those before: keeping some by their ids is not supported here. @throws DiscordError */
function receive(
  world: World,
  messageId: string,
  { body, uploads }: Content,
): Pick<ShownMessage, 'attachments' | 'contents'> {
  if (uploads.some(({ data }) => data.length > FILE_BYTES))
    throw new DiscordError(Code.RequestEntityTooLarge, 'a file is over 10 MiB');
  const contents: Record<string, Buffer> = {};
  const attachments = uploads.map(({ index, file, data }): APIAttachment => {
    const about = body.attachments?.find(({ id }) => String(id) === index);
    const { filename = file.name, description = '' } = about ?? {};
    const id = world.nextId();
    const url = `${world.origin}/attachments/${messageId}/${id}/${encodeURIComponent(filename)}`;
    contents[filename] = data;
    const { type: content_type, size } = file;
    return { id, filename, description, url, proxy_url: url, size, content_type };
  });
  return { attachments, contents };
}

/** Discord would show nothing for a missing file. @throws DiscordError */
function linkFiles(embeds: readonly APIEmbed[], files: readonly APIAttachment[]): APIEmbed[] {
  return embeds.map((embed) => {
    const url = embed.image?.url;
    if (!url?.startsWith('attachment://')) return embed;
    const file = files.find(({ filename }) => url === `attachment://${filename}`);
    if (!file)
      throw new DiscordError(
        Code.InvalidFormBodyOrContentType,
        `${url} is not a file of this message`,
      );
    return { ...embed, image: { ...embed.image, url: file.url } };
  });
}

/**
 * Whom a text notifies: without allowed mentions all that it names. Stricter than Discord: mentions
 * inside code count too.
 */
function mentionsOf(
  world: World,
  channelId: string,
  { content = '', allowed_mentions: allowed }: MessageBody,
): Pick<APIMessage, 'mentions' | 'mention_roles' | 'mention_everyone'> {
  const { guildId = '' } = world.channels.get(channelId) ?? {};
  const { people, roles } = guildOf(world, { guildId });
  const parse = allowed ? (allowed.parse ?? []) : Object.values(Mention);
  const isNamed = (kind: Mention.User | Mention.Role, id: string, text: string) =>
    content.includes(text) && (parse.includes(kind) || allowed?.[kind]?.includes(id));
  return {
    mentions: people
      .filter(({ id }) => isNamed(Mention.User, id, `<@${id}>`))
      .map((person) => userPayload(world, person)),
    mention_roles: roles
      .filter(({ id, mentionable }) => mentionable && isNamed(Mention.Role, id, `<@&${id}>`))
      .map(({ id }) => id),
    mention_everyone: /@(everyone|here)/.test(content) && parse.includes(Mention.Everyone),
  };
}
