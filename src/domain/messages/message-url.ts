import type { PostedMessage } from './reply.js';

/** Opens Discord at that message. */
export function messageUrl(guildId: string, { channelId, messageId }: PostedMessage): string {
  return `https://discord.com/channels/${guildId}/${channelId}/${messageId}`;
}
