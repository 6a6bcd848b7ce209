import {
  ApplicationIntegrationType,
  MessageFlags,
  MessageType,
  type APIAttachment,
  type APIMessage,
  type APIUser,
} from 'discord-api-types/v10';
import type { LoopbackAttachment } from '../loopback-discord.js';
import type { StoredMessage } from '../state/message-store.js';
import type { DiscordState } from '../state/discord-state.js';

/** What others wrote, without the Message Content intent (docs, Gateway, "Message Content Intent"). */
const HIDDEN = { content: '', embeds: [], components: [], attachments: [] };

/** A message as Discord's API shows it to the bot. */
export function messagePayload(world: DiscordState, message: StoredMessage): APIMessage {
  const whole = wholePayload(world, message);
  const isOwn = message.authorId === world.bot.id;
  return isOwn || world.readsContent ? whole : { ...whole, ...HIDDEN };
}

function wholePayload(world: DiscordState, message: StoredMessage): APIMessage {
  return {
    id: message.id,
    type: message.interaction?.type === 2 ? MessageType.ChatInputCommand : MessageType.Default,
    channel_id: message.channelId,
    author: userPayload(world, message.authorId),
    content: message.content,
    timestamp: new Date(message.createdAt).toISOString(),
    edited_timestamp: message.editedAt === null ? null : new Date(message.editedAt).toISOString(),
    tts: false,
    mention_everyone: message.pinged.includes('everyone'),
    mentions: [],
    mention_roles: [],
    // Discord doesn't list files that an embed shows.
    attachments: message.attachments.filter((each) => !each.inEmbed).map(attachmentPayload),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- held against Discord's schema when it came in
    embeds: message.embeds as unknown as APIMessage['embeds'],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    components: message.components as unknown as NonNullable<APIMessage['components']>,
    pinned: false,
    ...(message.repliesTo === null
      ? {}
      : {
          message_reference: {
            type: 0,
            message_id: message.repliesTo,
            channel_id: message.channelId,
            guild_id: message.guildId,
          },
        }),
    flags: message.flags | (message.thinking ? MessageFlags.Loading : 0),
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
    ...(message.interaction ? interactionFields(world, message) : {}),
  };
}

function interactionFields(world: DiscordState, message: StoredMessage): Partial<APIMessage> {
  const { interaction } = message;
  if (!interaction) return {};
  return {
    webhook_id: world.applicationId,
    application_id: world.applicationId,
    // The bot only reads the user; a full one would need the command and the target.
    interaction_metadata: {
      id: interaction.id,
      type: interaction.type,
      user: userPayload(world, interaction.userId),
      authorizing_integration_owners: {
        [ApplicationIntegrationType.GuildInstall]: message.guildId,
      },
    },
  };
}

function attachmentPayload(file: LoopbackAttachment): APIAttachment {
  return {
    id: file.id,
    filename: file.filename,
    size: file.size,
    url: file.url,
    proxy_url: file.url,
    content_type: file.contentType,
    ...(file.description === null ? {} : { description: file.description }),
  };
}

export function userPayload(world: DiscordState, userId: string): APIUser {
  const bot = userId === world.bot.id;
  const name = world.people.get(userId)?.name ?? 'someone';
  return {
    id: userId,
    username: bot ? world.bot.name.toLowerCase() : name.toLowerCase(),
    discriminator: bot ? '0001' : '0',
    global_name: bot ? null : name,
    avatar: null,
    ...(bot ? { bot: true } : {}),
  };
}
