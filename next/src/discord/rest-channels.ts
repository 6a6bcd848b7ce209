import { OverwriteType, PermissionFlagsBits, Routes } from 'discord-api-types/v10';
import { DiscordAPIError, type REST } from 'discord.js';
import { z } from 'zod';
import { ChannelError, type Channels } from './channels.js';
import { toMessage } from './message.js';
import { channelPermissions, guildPermissions, missingNames } from './permissions.js';
import { postedSchema } from './responses.js';

interface ChannelParts {
  readonly rest: REST;
  readonly botId: string;
  /** Makes commands in texts tappable. */
  readonly mention: (text: string) => string;
}

const channelSchema = z.object({
  guild_id: z.string(),
  parent_id: z.string().nullish(),
  thread_metadata: z.unknown().optional(),
  permission_overwrites: z
    .array(
      z.object({
        id: z.string(),
        type: z.enum(OverwriteType),
        allow: z.string(),
        deny: z.string(),
      }),
    )
    .default([]),
});
const memberSchema = z.object({ roles: z.array(z.string()) });
const rolesSchema = z.array(
  z.object({ id: z.string(), permissions: z.string(), mentionable: z.boolean() }),
);
const messagesSchema = z.array(
  z.object({
    id: z.string(),
    author: z.object({ id: z.string() }),
    nonce: z.coerce.string().nullish(),
  }),
);

/** Channels by REST alone: the caches of this process know the servers of its own shards only. */
export function createChannels({ rest, botId, mention }: ChannelParts): Channels {
  async function botIn(guildId: string) {
    const [member, roles] = await Promise.all([
      rest.get(Routes.guildMember(guildId, botId)),
      rest.get(Routes.guildRoles(guildId)),
    ]);
    return {
      guildId,
      botId,
      roleIds: memberSchema.parse(member).roles,
      roles: rolesSchema.parse(roles),
    };
  }

  /** Null where the bot may not see it. */
  async function readChannel(channelId: string) {
    try {
      return channelSchema.parse(await rest.get(Routes.channel(channelId)));
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 403) return null;
      throw error;
    }
  }

  async function missing(channelId: string): Promise<string[]> {
    const channel = await readChannel(channelId);
    if (channel === null) return ['View Channel'];
    const isThread = channel.thread_metadata !== undefined;
    const parent = isThread ? await readChannel(channel.parent_id ?? '') : channel;
    const bot = await botIn(channel.guild_id);
    return missingNames(channelPermissions(bot, parent?.permission_overwrites ?? []), isThread);
  }

  /** Discord's refusal as a ChannelError. */
  async function inWords<Result>(channelId: string, work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      throw await refusalOf(channelId, error);
    }
  }

  async function refusalOf(channelId: string, cause: unknown): Promise<ChannelError> {
    const status = cause instanceof DiscordAPIError ? cause.status : null;
    if (status === 404) return new ChannelError('gone', 'It was deleted', { cause });
    if (status !== 403) return new ChannelError('failed', 'Discord did not take it', { cause });
    const names = await missing(channelId).catch(() => []);
    const sentence = names.length > 0 ? `Pitboss lacks ${names.join(', ')}` : 'Discord refused it';
    return new ChannelError('forbidden', sentence, { cause });
  }

  return {
    post: (channelId, reply, { nonce, replyTo } = {}) => {
      const { body, files } = toMessage(reply, mention);
      const sent = rest.post(Routes.channelMessages(channelId), {
        body: {
          ...body,
          ...(nonce && { nonce, enforce_nonce: true }),
          ...(replyTo && { message_reference: { message_id: replyTo, fail_if_not_exists: false } }),
        },
        files,
      });
      return inWords(
        channelId,
        sent.then((message) => postedSchema.parse(message)),
      );
    },
    async edit({ channelId, messageId }, reply) {
      const { body, files } = toMessage(reply, mention);
      const route = Routes.channelMessage(channelId, messageId);
      await inWords(channelId, rest.patch(route, { body, files }));
    },
    async recent(channelId) {
      const query = new URLSearchParams({ limit: '50' });
      const listed = await inWords(
        channelId,
        rest.get(Routes.channelMessages(channelId), { query }),
      );
      return messagesSchema
        .parse(listed)
        .filter(({ author }) => author.id === botId)
        .map(({ id, nonce = null }) => ({ channelId, messageId: id, nonce }));
    },
    missingPermissions: (channelId) => inWords(channelId, missing(channelId)),
    async canPing(guildId, roleId) {
      const bot = await botIn(guildId);
      const role = bot.roles.find(({ id }) => id === roleId);
      const mayPingAll = (guildPermissions(bot) & PermissionFlagsBits.MentionEveryone) !== 0n;
      return role !== undefined && (role.mentionable || mayPingAll);
    },
  };
}
