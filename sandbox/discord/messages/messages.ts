import { MessageFlags } from 'discord-api-types/v10';
import { errors } from '../errors.js';
import { pingedBy } from './mentions.js';
import { linkEmbeds, resolveAttachments, type Upload } from './message-files.js';
import type { StoredMessage } from '../state/message-store.js';
import { showsSomething } from '../validation/embeds.js';
import type { MessageBody } from '../validation/message.js';
import { isBlank, rawList, type Raw } from '../validation/raw.js';
import type { DiscordState, GuildRecord } from '../state/discord-state.js';

/** A checked body with the files sent beside it. */
export interface Content {
  readonly body: MessageBody;
  readonly uploads: readonly Upload[];
}

export type Frame = Pick<
  StoredMessage,
  'guildId' | 'channelId' | 'authorId' | 'ephemeralFor' | 'interaction'
>;

/** Posts a message. @throws DiscordError if it is empty */
export function createMessage(
  world: DiscordState,
  frame: Frame,
  content: Content | null,
): StoredMessage {
  const blank = blankMessage(world, frame);
  return world.messages.put(content ? withContent(world, blank, content) : blank);
}

/** A message whose answer is still pending: "Pitboss is thinking…". */
function blankMessage(world: DiscordState, frame: Frame): StoredMessage {
  return {
    ...frame,
    id: world.ids.next(),
    content: '',
    embeds: [],
    components: [],
    attachments: [],
    thinking: true,
    edited: false,
    deleted: false,
    pinged: [],
    repliesTo: null,
    createdAt: world.now(),
    flags: frame.ephemeralFor ? MessageFlags.Ephemeral : 0,
    nonce: null,
    editedAt: null,
  };
}

/** Edits: whatever the body doesn't name stays. A thinking message gets its first content. */
export function editMessage(
  world: DiscordState,
  message: StoredMessage,
  content: Content,
): StoredMessage {
  const next = withContent(world, message, content);
  const first = message.thinking;
  return world.messages.put({
    ...next,
    // An edit pings nobody. For the first content after "thinking" reports differ, so it pings
    // here.
    pinged: first ? next.pinged : message.pinged,
    edited: !first,
    editedAt: first ? null : world.now(),
  });
}

function withContent(
  world: DiscordState,
  before: StoredMessage,
  { body, uploads }: Content,
): StoredMessage {
  const attachments = resolveAttachments(world, {
    present: before.attachments,
    listed: body.attachments,
    uploads,
    channelId: before.channelId,
  });
  const given: Raw[] | null = body.embeds === undefined ? null : rawList(body.embeds);
  const linked = linkEmbeds(given?.filter(showsSomething) ?? [...before.embeds], attachments);
  const content = body.content === undefined ? before.content : (body.content ?? '').trim();
  const next: StoredMessage = {
    ...before,
    ...linked,
    content,
    components:
      body.components === undefined ? before.components : numbered(rawList(body.components)),
    thinking: false,
    flags: (before.flags & KEPT_FLAGS) | ((body.flags ?? before.flags) & FREE_FLAGS),
    nonce: body.nonce ?? before.nonce,
    pinged: whomItPings(world, before, { ...body, content }),
    repliesTo: before.repliesTo ?? body.message_reference?.message_id ?? null,
  };
  if (isEmpty(next)) throw errors.emptyMessage();
  return (next.flags & MessageFlags.SuppressEmbeds) === 0 ? next : { ...next, embeds: [] };
}

/** As a moderator can: the embeds are gone until an edit takes the flag away. */
export function suppressEmbeds(world: DiscordState, message: StoredMessage): void {
  const flags = message.flags | MessageFlags.SuppressEmbeds;
  world.messages.put({ ...message, embeds: [], flags });
}

/** Fixed with the first response. */
const KEPT_FLAGS = MessageFlags.Ephemeral | MessageFlags.IsComponentsV2;
const FREE_FLAGS =
  MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;

function whomItPings(world: DiscordState, message: StoredMessage, body: MessageBody): string[] {
  const guild: GuildRecord | undefined = world.guilds.get(message.guildId);
  if (!guild) return [];
  const pinged = pingedBy(body.content ?? '', { world, guild }, body.allowed_mentions ?? undefined);
  // Nobody else sees an ephemeral message, so it pings nobody else.
  return message.ephemeralFor ? pinged.filter((id) => id === message.ephemeralFor) : pinged;
}

function isEmpty(message: StoredMessage): boolean {
  return (
    isBlank(message.content) &&
    message.embeds.length === 0 &&
    message.attachments.length === 0 &&
    message.components.length === 0
  );
}

/** Discord numbers a message's components if the sender didn't. */
function numbered(components: readonly Raw[]): Raw[] {
  let next = 1;
  const number = (component: Raw): Raw => {
    const id =
      typeof component['id'] === 'number' && component['id'] > 0 ? component['id'] : next++;
    const inside = component['components'];
    return {
      ...component,
      id,
      ...(Array.isArray(inside) ? { components: rawList(inside).map(number) } : {}),
    };
  };
  return components.map(number);
}
