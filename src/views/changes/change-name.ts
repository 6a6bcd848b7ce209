import type { PostedMessage } from '../../domain/messages/reply.js';

/** A message in a channel of a server. */
export interface GuildMessage extends PostedMessage {
  readonly guildId: string;
}

/** A change named in a sentence, as far as known. */
export interface NamedChange {
  readonly id: string;
  readonly number?: number | undefined;
  /** The place of its card. */
  readonly place?: GuildMessage | null | undefined;
}

export function messageUrl({ guildId, channelId, messageId }: GuildMessage): string {
  return `https://discord.com/channels/${guildId}/${channelId}/${messageId}`;
}

/** `#14`, linked to its card if the place is known. */
export function changeLink({ number, place }: NamedChange & { readonly number: number }): string {
  return place ? `[#${number}](${messageUrl(place)})` : `#${number}`;
}

/** The same link, or else how to see the change. */
export function changeName({ id, number, place }: NamedChange): string {
  if (number === undefined) return `\`/changes show id:${id}\``;
  const link = changeLink({ id, number, place });
  return place ? link : `${link} (\`/changes show id:${number}\`)`;
}
