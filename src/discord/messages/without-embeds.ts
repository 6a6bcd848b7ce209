import { z } from 'zod';
import { inPlainWords } from '../../views/errors/router-sentences.js';
import { CONTENT, cutBlock } from '../limits/clamp-text.js';

/**
 * Without Embed Links Discord refuses a message that has nothing but embeds, and drops those of one
 * that has words or buttons (github.com/discord/discord-api-docs/issues/2601): it is written in
 * plain words then. Its last line is the footer, which tells what the trail held.
 */

const withoutEmbeds = z.object({ embeds: z.array(z.unknown()).length(0) });
const embed = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  footer: z.object({ text: z.string() }).optional(),
});
const withEmbeds = z.object({ content: z.string().optional(), embeds: z.array(embed).min(1) });

export function lostItsEmbeds(sent: object, answer: unknown): boolean {
  return withoutEmbeds.safeParse(answer).success && withEmbeds.safeParse(sent).success;
}

/** What a message says, as its content; null if it has no embed. */
export function plainWords(message: object): string | null {
  const read = withEmbeds.safeParse(message);
  if (!read.success) return null;
  const { content = '', embeds } = read.data;
  const words = embeds.flatMap(({ title, description = '', fields = [] }) => [
    title === undefined ? '' : `**${title}**`,
    description,
    ...fields.map(({ name, value }) => `**${name}**\n${value}`),
  ]);
  const footer = embeds[0]?.footer?.text.replaceAll(/\s+/g, ' ');
  const end = footer === undefined ? NOTE : `${NOTE}\n-# ${footer}`;
  const whole = [content, ...words].filter((each) => each !== '').join('\n');
  return `${cutBlock(whole, CONTENT - end.length)}${end}`;
}

/** Null if it isn't in plain words. Whatever somebody typed stands before the note. */
export function footerOfPlainWords(content: string | undefined): string | null {
  const at = content?.lastIndexOf(`${NOTE}\n-# `) ?? -1;
  const footer = at < 0 ? undefined : content?.slice(at + NOTE.length + 4);
  return footer === undefined || footer.includes('\n') ? null : footer;
}

const NOTE = `\n${inPlainWords}`;
