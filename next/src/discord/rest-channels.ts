import { DiscordAPIError, PermissionFlagsBits, Routes, type Client } from 'discord.js';
import { z } from 'zod';
import { ChannelError, type Channels } from './channels.js';
import { toMessage } from './message.js';
import { postedSchema } from './responses.js';

interface ChannelParts {
  readonly client: Client<true>;
  /** Makes commands in texts tappable. */
  readonly mention: (text: string) => string;
}

const messagesSchema = z.array(
  z.object({
    id: z.string(),
    author: z.object({ id: z.string() }),
    nonce: z.coerce.string().nullish(),
  }),
);

/** Names as Discord writes them. */
const NEEDED = [
  ['View Channel', PermissionFlagsBits.ViewChannel],
  ['Send Messages', PermissionFlagsBits.SendMessages],
  ['Embed Links', PermissionFlagsBits.EmbedLinks],
  ['Attach Files', PermissionFlagsBits.AttachFiles],
  ['Read Message History', PermissionFlagsBits.ReadMessageHistory],
] as const;
const IN_THREADS = ['Send Messages in Threads', PermissionFlagsBits.SendMessagesInThreads] as const;

export function createChannels({ client, mention }: ChannelParts): Channels {
  const { rest, channels } = client;

  async function missing(channelId: string): Promise<string[]> {
    try {
      const channel = await channels.fetch(channelId, { force: true });
      if (channel === null || channel.isDMBased()) return [];
      const isThread = channel.isThread();
      // A thread has the permissions of its parent.
      if (isThread) await channels.fetch(channel.parentId ?? '', { force: true });
      const allowed = channel.permissionsFor(await channel.guild.members.fetchMe());
      return NEEDED.map((needed) =>
        isThread && needed[0] === 'Send Messages' ? IN_THREADS : needed,
      )
        .filter(([, bit]) => !allowed?.has(bit))
        .map(([name]) => name);
    } catch (error) {
      // The bot may not even read about it.
      if (error instanceof DiscordAPIError && error.status === 403) return ['View Channel'];
      throw error;
    }
  }

  /** Rejects with a ChannelError. */
  async function orRefusal<Result>(channelId: string, work: Promise<Result>): Promise<Result> {
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
      return orRefusal(
        channelId,
        sent.then((message) => postedSchema.parse(message)),
      );
    },
    async edit({ channelId, messageId }, reply) {
      const { body, files } = toMessage(reply, mention);
      const route = Routes.channelMessage(channelId, messageId);
      await orRefusal(channelId, rest.patch(route, { body, files }));
    },
    async recent(channelId) {
      const query = new URLSearchParams({ limit: '50' });
      const listed = await orRefusal(
        channelId,
        rest.get(Routes.channelMessages(channelId), { query }),
      );
      return messagesSchema
        .parse(listed)
        .filter(({ author }) => author.id === client.user.id)
        .map(({ id, nonce = null }) => ({ channelId, messageId: id, nonce }));
    },
    missingPermissions: (channelId) => orRefusal(channelId, missing(channelId)),
    async canPing(guildId, roleId) {
      const guild = await client.guilds.fetch(guildId);
      const [roles, me] = await Promise.all([guild.roles.fetch(), guild.members.fetchMe()]);
      const mayPingAll = me.permissions.has(PermissionFlagsBits.MentionEveryone);
      const role = roles.get(roleId);
      return role !== undefined && (role.mentionable || mayPingAll);
    },
  };
}
