import { z } from 'zod';
import { cutBlock } from '../limits/clamp-text.js';

/**
 * Without Embed Links Discord takes a message that has words or buttons, and drops its embeds
 * (github.com/discord/discord-api-docs/issues/2601).
 */

const answered = z.object({ embeds: z.array(z.unknown()).length(0) });
const embed = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
});
const sent = z.object({ content: z.string().optional(), embeds: z.array(embed).min(1) });

/** What the embeds said, in place of them; null if none was lost. */
export function wordsOfLostEmbeds(json: object, answer: unknown): string | null {
  if (!answered.safeParse(answer).success) return null;
  const message = sent.safeParse(json);
  if (!message.success) return null;
  const { content = '', embeds } = message.data;
  const words = embeds.flatMap(({ title, description = '', fields = [] }) => [
    title === undefined ? '' : `**${title}**`,
    description,
    ...fields.map(({ name, value }) => `**${name}**\n${value}`),
  ]);
  const whole = [content, ...words].filter((each) => each !== '').join('\n');
  return `${cutBlock(whole, MAX_CONTENT - NOTE.length)}${NOTE}`;
}

/** Of a message's words, in UTF-16 code units. */
const MAX_CONTENT = 2000;
const NOTE =
  '\n-# Shown as plain words, because the bot lacks Embed Links in this channel. Nothing can be confirmed on it.';
