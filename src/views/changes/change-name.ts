import type { PostedMessage } from '../../domain/messages/reply.js';

/** A message in a channel of a server. */
export interface GuildMessage extends PostedMessage {
  readonly guildId: string;
}

/** A change that a sentence names, as far as it is known. */
export interface NamedChange {
  readonly id: string;
  readonly number?: number | undefined;
  /** Where its card stands. */
  readonly place?: GuildMessage | null | undefined;
}

export function messageUrl({ guildId, channelId, messageId }: GuildMessage): string {
  return `https://discord.com/channels/${guildId}/${channelId}/${messageId}`;
}

/** `#14`, which leads to its card where that is known. */
export function changeLink({ number, place }: NamedChange & { readonly number: number }): string {
  return place ? `[#${number}](${messageUrl(place)})` : `#${number}`;
}

/** The same, and else how to see it. */
export function changeName({ id, number, place }: NamedChange): string {
  if (number === undefined) return `\`/changes show id:${id}\``;
  const link = changeLink({ id, number, place });
  return place ? link : `${link} (\`/changes show id:${number}\`)`;
}
