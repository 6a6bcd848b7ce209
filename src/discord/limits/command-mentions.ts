import type { APIEmbed } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import { DESCRIPTION, FIELD_VALUE, lengthOf, TOTAL } from './clamp-embeds.js';
import { CONTENT } from './clamp-text.js';
import type { CommandIds } from './command-ids.js';

/**
 * Makes commands that sentences name as code tappable: `/changes show id:14` becomes the mention
 * and its options. They stay as they are if the id isn't known or the text would exceed Discord's
 * limits. Titles, field names and footers show no mentions.
 */
export function withCommandMentions(reply: Reply, ids: CommandIds): Reply {
  if (ids.size === 0) return reply;
  const { content, embeds } = reply;
  let room = TOTAL - (embeds ?? []).reduce((sum, embed) => sum + lengthOf(embed), 0);
  const inEmbed = (text: string, limit: number) => {
    const tappable = tappableText(text, ids, Math.min(room, limit - text.length));
    room -= tappable.length - text.length;
    return tappable;
  };
  return {
    ...reply,
    ...(content !== undefined && {
      content: tappableText(content, ids, CONTENT - content.length),
    }),
    ...(embeds && { embeds: embeds.map((embed) => withTexts(embed, inEmbed)) }),
  };
}

/** The embed with its description and the values of its fields as `inPlace` gives them. */
function withTexts(embed: APIEmbed, inPlace: (text: string, limit: number) => string): APIEmbed {
  const { description, fields } = embed;
  return {
    ...embed,
    ...(description !== undefined && { description: inPlace(description, DESCRIPTION) }),
    ...(fields && {
      fields: fields.map((field) => ({ ...field, value: inPlace(field.value, FIELD_VALUE) })),
    }),
  };
}

/** A single code span; a code block is skipped whole. */
const NAMED = /```[^]*?(?:```|$)|`\/([a-z][a-z-]*(?: [a-z][a-z-]*)?)(?: ([a-z_]+:[^`\n]*))?`/g;

function tappableText(text: string, ids: CommandIds, room: number): string {
  let left = room;
  return text.replaceAll(NAMED, (whole: string, path?: string, options?: string) => {
    const id = path === undefined ? undefined : ids.get(path);
    if (id === undefined) return whole;
    const mention = `</${path}:${id}>${options === undefined ? '' : ` \`${options}\``}`;
    const longer = mention.length - whole.length;
    if (longer > left) return whole;
    left -= longer;
    return mention;
  });
}
