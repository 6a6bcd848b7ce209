import { DiscordAPIError, PermissionFlagsBits, Routes, type Client } from 'discord.js';
import { z } from 'zod';
import { toMessage } from './render-reply.js';
import type { Reply } from './reply.js';

export interface PostedMessage {
  readonly channelId: string;
  readonly messageId: string;
}

interface PostOptions {
  /** At most 25 characters; Discord posts a message with the same nonce once within minutes. */
  readonly nonce?: string;
  /** Id of the message that this one answers. */
  readonly replyTo?: string | undefined;
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

const messageSchema = z.object({
  id: z.string(),
  channel_id: z.string(),
  author: z.object({ id: z.string() }),
  nonce: z.coerce.string().nullish(),
});

/** Where a message is, from Discord's own object. */
export function placeOf(message: unknown): PostedMessage {
  const { id, channel_id: channelId } = messageSchema.parse(message);
  return { channelId, messageId: id };
}

/** What the bot needs in a server, by the names that Discord shows. */
export const PERMISSIONS = {
  'View Channel': PermissionFlagsBits.ViewChannel,
  'Send Messages': PermissionFlagsBits.SendMessages,
  'Send Messages in Threads': PermissionFlagsBits.SendMessagesInThreads,
  'Embed Links': PermissionFlagsBits.EmbedLinks,
  'Attach Files': PermissionFlagsBits.AttachFiles,
  'Read Message History': PermissionFlagsBits.ReadMessageHistory,
};

export type Channels = ReturnType<typeof createChannels>;

/**
 * Posting and editing outside of interactions, by the bot's own token. Everything throws
 * ChannelError. `mention` makes commands in texts tappable.
 */
export function createChannels(client: Client<true>, mention: (text: string) => string) {
  const { rest } = client;

  /** "Pitboss lacks Embed Links", or null if it may post cards and files there. */
  async function whatItLacks(channelId: string): Promise<string | null> {
    try {
      const channel = await client.channels.fetch(channelId, { force: true });
      // Null if another process has the server: nothing is known about it here.
      if (channel === null || channel.isDMBased()) return null;
      const isThread = channel.isThread();
      // A thread has the permissions of its parent.
      if (isThread) await client.channels.fetch(channel.parentId ?? '', { force: true });
      const allowed = channel.permissionsFor(await channel.guild.members.fetchMe());
      const irrelevant = isThread ? 'Send Messages' : 'Send Messages in Threads';
      const names = Object.entries(PERMISSIONS)
        .filter(([name, bit]) => name !== irrelevant && !allowed?.has(bit))
        .map(([name]) => name);
      return names.length === 0 ? null : `Pitboss lacks ${names.join(', ')}`;
    } catch (error) {
      // The bot may not even see the channel.
      if (error instanceof DiscordAPIError && error.status === 403)
        return 'Pitboss lacks View Channel';
      throw error;
    }
  }

  async function orRefusal<Result>(channelId: string, work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (cause) {
      const status = cause instanceof DiscordAPIError ? cause.status : null;
      if (status === 404) throw new ChannelError('gone', 'It was deleted', { cause });
      if (status !== 403) throw new ChannelError('failed', 'Discord did not take it', { cause });
      const lacking = await whatItLacks(channelId).catch(() => null);
      throw new ChannelError('forbidden', lacking ?? 'Discord refused it', { cause });
    }
  }

  return {
    async post(
      channelId: string,
      reply: Reply,
      { nonce, replyTo }: PostOptions = {},
    ): Promise<PostedMessage> {
      const { body, files } = toMessage(reply, mention);
      const sent = rest.post(Routes.channelMessages(channelId), {
        body: {
          ...body,
          ...(nonce && { nonce, enforce_nonce: true }),
          ...(replyTo && { message_reference: { message_id: replyTo, fail_if_not_exists: false } }),
        },
        files,
      });
      return placeOf(await orRefusal(channelId, sent));
    },

    async edit({ channelId, messageId }: PostedMessage, reply: Reply): Promise<void> {
      const { body, files } = toMessage(reply, mention);
      const route = Routes.channelMessage(channelId, messageId);
      await orRefusal(channelId, rest.patch(route, { body, files }));
    },

    /** The channel's newest messages by the bot itself, newest first, at most 50. */
    async recent(channelId: string) {
      const query = new URLSearchParams({ limit: '50' });
      const asked = rest.get(Routes.channelMessages(channelId), { query });
      return z
        .array(messageSchema)
        .parse(await orRefusal(channelId, asked))
        .filter(({ author }) => author.id === client.user.id)
        .map(({ id, nonce = null }) => ({ channelId, messageId: id, nonce }));
    },

    /** Why cards and files cannot be posted there, such as "It was deleted"; null if they can. */
    whyCannotPost: (channelId: string): Promise<string | null> =>
      orRefusal(channelId, whatItLacks(channelId)).catch(({ sentence }: ChannelError) => sentence),

    /** Whether a mention of the role notifies its members. */
    async canPing(guildId: string, roleId: string): Promise<boolean> {
      const guild = await orRefusal(guildId, client.guilds.fetch(guildId));
      const asked = Promise.all([guild.roles.fetch(), guild.members.fetchMe()]);
      const [roles, me] = await orRefusal(guildId, asked);
      const mayPingAll = me.permissions.has(PermissionFlagsBits.MentionEveryone);
      const role = roles.get(roleId);
      return role !== undefined && (role.mentionable || mayPingAll);
    },
  };
}
