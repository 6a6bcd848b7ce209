import {
  InteractionType,
  MessageFlags,
  MessageType,
  type APIAllowedMentions,
  type APIAttachment,
  type APIEmbed,
  type APIMessage,
} from 'discord-api-types/v10';
import { DiscordError } from './errors.js';
import { userPayload } from './payloads.js';
import { rawList, textOf } from './raw.js';
import {
  changed,
  type ChannelRecord,
  type Interaction,
  type StoredMessage,
  type World,
} from './state.js';
import { refuseIf, type MessageBody } from './validate.js';

/** A part `files[index]` of a multipart request. */
export interface Upload {
  readonly index: string;
  readonly name: string;
  readonly type: string;
  readonly data: Buffer;
}

/** A checked body with the files sent beside it. */
export interface Content {
  readonly body: MessageBody;
  readonly uploads: readonly Upload[];
}

export interface Place {
  readonly channel: ChannelRecord;
  /** Of an answer. */
  readonly interaction?: Interaction;
  readonly ephemeral?: boolean;
}

const FILE_BYTES = 10 * 1024 * 1024;

/** Without content it is "thinking". @throws DiscordError */
export function createMessage(world: World, place: Place, content: Content | null): StoredMessage {
  const { channel, interaction, ephemeral = false } = place;
  const blank: StoredMessage = {
    id: world.nextId(),
    type:
      interaction?.type === InteractionType.ApplicationCommand
        ? MessageType.ChatInputCommand
        : MessageType.Default,
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
    ...(interaction ? answerFields(world, interaction) : {}),
    privateTo: ephemeral ? (interaction?.person.id ?? null) : null,
    contents: {},
    files: [],
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
export function editMessage(world: World, before: StoredMessage, content: Content): StoredMessage {
  const after = withContent(world, before, content);
  if (isThinking(before)) return store(world, after);
  // An edit pings nobody anew.
  const { mentions, mention_roles, mention_everyone } = before;
  const edited_timestamp = new Date(world.now()).toISOString();
  return store(world, { ...after, mentions, mention_roles, mention_everyone, edited_timestamp });
}

export function deleteMessage(world: World, message: StoredMessage): void {
  world.messages.delete(message.id);
  changed(world, guildIdOf(world, message));
}

export function isThinking(message: StoredMessage): boolean {
  return ((message.flags ?? 0) & MessageFlags.Loading) !== 0;
}

function store(world: World, message: StoredMessage): StoredMessage {
  world.messages.set(message.id, message);
  changed(world, guildIdOf(world, message));
  return message;
}

function guildIdOf(world: World, message: StoredMessage): string {
  return world.channels.get(message.channel_id)?.guildId ?? '';
}

function withContent(world: World, before: StoredMessage, content: Content): StoredMessage {
  const { body } = content;
  const { channel_id } = before;
  const { files, contents } = nextFiles(world, before, content);
  const embeds = body.embeds === undefined ? before.embeds : linkFiles(body.embeds ?? [], files);
  const shown = JSON.stringify(embeds);
  const text = body.content === undefined ? before.content : (body.content ?? '').trim();
  const message_id = body.message_reference?.message_id;
  const after: StoredMessage = {
    ...before,
    ...mentionsOf(world, before, { text, allowed: body.allowed_mentions ?? null }),
    content: text,
    embeds,
    components: body.components ?? (body.components === null ? [] : before.components),
    files,
    contents,
    // Discord doesn't list files that an embed shows.
    attachments: files.filter(({ url }) => !shown.includes(`"${url}"`)),
    flags: (before.flags ?? 0) & MessageFlags.Ephemeral,
    ...(body.nonce === undefined || body.nonce === null ? {} : { nonce: body.nonce }),
    ...(message_id ? { message_reference: { type: 0, channel_id, message_id } } : {}),
  };
  const parts = [after.content, after.embeds, after.files, after.components ?? []];
  if (parts.every(({ length }) => length === 0)) throw new DiscordError('emptyMessage');
  return after;
}

/** The body's `attachments` keeps present ones by id and describes new ones by their index. */
function nextFiles(world: World, before: StoredMessage, { body, uploads }: Content) {
  if (uploads.some(({ data }) => data.length > FILE_BYTES)) throw new DiscordError('tooLarge');
  const listed = body.attachments === undefined ? null : rawList(body.attachments);
  const kept = before.files.filter(({ id }) => !listed || listed.some((each) => each['id'] === id));
  const isKept = ([name]: [string, Buffer]) => kept.some(({ filename }) => filename === name);
  const contents = Object.fromEntries(Object.entries(before.contents).filter(isKept));
  const added = uploads.map((upload): APIAttachment => {
    const about = listed?.find((each) => String(each['id']) === upload.index);
    const id = world.nextId();
    const filename = textOf(about?.['filename']) || upload.name;
    const url = `${world.origin}/attachments/${before.id}/${id}/${encodeURIComponent(filename)}`;
    contents[filename] = upload.data;
    const { type: content_type, data } = upload;
    const description = textOf(about?.['description']);
    return { id, filename, url, proxy_url: url, size: data.length, content_type, description };
  });
  const files = [...kept, ...added];
  if (files.length > 10) refuseIf(['over 10 files']);
  return { files, contents };
}

/** `attachment://name` must name a file; Discord would show nothing in its place. */
function linkFiles(embeds: readonly APIEmbed[], files: readonly APIAttachment[]): APIEmbed[] {
  return embeds.map((embed) => {
    const url = embed.image?.url;
    if (!url?.startsWith('attachment://')) return embed;
    const file = files.find(({ filename }) => url === `attachment://${filename}`);
    if (!file) throw new DiscordError('invalidBody', [`${url} is no file of this message`]);
    return { ...embed, image: { ...embed.image, url: file.url } };
  });
}

/**
 * Whom a content notifies: without allowed mentions everybody it names, else those allowed. Stricter
 * than Discord: mentions inside code count too.
 */
function mentionsOf(
  world: World,
  message: StoredMessage,
  { text, allowed }: { text: string; allowed: APIAllowedMentions | null },
): Pick<APIMessage, 'mentions' | 'mention_roles' | 'mention_everyone'> {
  const guild = world.guilds.get(guildIdOf(world, message));
  const parse: readonly string[] = allowed?.parse ?? [];
  const may = (kind: 'users' | 'roles', id: string) =>
    !allowed || parse.includes(kind) || (allowed[kind]?.includes(id) ?? false);
  const people = guild?.people.filter(({ id }) => text.includes(`<@${id}>`) && may('users', id));
  const roles = guild?.roles.filter(
    ({ id, mentionable }) => mentionable && text.includes(`<@&${id}>`) && may('roles', id),
  );
  return {
    mentions: (people ?? []).map((person) => userPayload(world, person)),
    mention_roles: (roles ?? []).map(({ id }) => id),
    mention_everyone: /@(everyone|here)/.test(text) && (!allowed || parse.includes('everyone')),
  };
}
