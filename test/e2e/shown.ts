import { z } from 'zod';
import type { LoopbackMessage } from '../../sandbox/discord/loopback-discord.js';

/** A tappable command, and the options after it. */
const MENTION = /<\/([^:>]+):\d+>(?: `([a-z_]+:[^`]*)`)?/g;

/**
 * A message as text, the way a reader sees it, for snapshots. Normalises times, people and keys.
 */
export function shown(message: LoopbackMessage): string {
  const lines = [
    message.ephemeralFor === null ? null : '(only you can see this)',
    message.content || null,
    ...message.embeds.flatMap(embedLines),
    ...message.components.flatMap(rowLines),
    ...message.attachments.map(({ filename }) => `[file ${filename}]`),
  ];
  return lines
    .filter((line) => line !== null)
    .join('\n')
    .replaceAll(MENTION, (_, path: string, typed?: string) =>
      typed === undefined ? `\`/${path}\`` : `\`/${path} ${typed}\``,
    )
    .replaceAll(/<t:\d+:(\w)>/g, '<t:…:$1>')
    .replaceAll(/<@\d+>/g, '<@…>')
    .replaceAll(/key ending in `.{4}`/g, 'key ending in `….`');
}

const component = z.object({
  label: z.string().optional(),
  placeholder: z.string().optional(),
  custom_id: z.string().optional(),
  disabled: z.boolean().optional(),
  options: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
});
const row = z.object({ components: z.array(component).default([]) });
const embed = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  footer: z.object({ text: z.string() }).optional(),
});

function embedLines(given: unknown): (string | null)[] {
  const { title, description, fields, footer } = embed.parse(given);
  return [
    title === undefined ? null : `# ${title}`,
    description ?? null,
    ...fields.map(({ name, value }) =>
      value.includes('\n') ? `${name}:\n  ${value.replaceAll('\n', '\n  ')}` : `${name}: ${value}`,
    ),
    footer === undefined ? null : `-- ${footer.text}`,
  ];
}

function rowLines(given: unknown): string[] {
  return row
    .parse(given)
    .components.map(({ label, placeholder, disabled, options }) =>
      options === undefined
        ? `[${label ?? '?'}]${disabled === true ? ' (off)' : ''}`
        : `[${placeholder ?? 'select'}: ${options.map((each) => each.label).join(' | ')}]`,
    );
}

/** The custom id of the button or select whose label or placeholder contains this. */
export function idOf(message: LoopbackMessage, label: string): string {
  const { custom_id: id } = partOf(message, label);
  if (id === undefined) throw new Error(`${label} has no custom id`);
  return id;
}

/** The values of the select whose placeholder contains this. */
export function valuesOf(message: LoopbackMessage, placeholder: string): string[] {
  return (partOf(message, placeholder).options ?? []).map(({ value }) => value);
}

function partOf(message: LoopbackMessage, label: string): z.output<typeof component> {
  const parts = message.components.flatMap((given) => row.parse(given).components);
  const found = parts.find((part) => (part.label ?? part.placeholder ?? '').includes(label));
  if (found === undefined) throw new Error(`no ${label} in: ${shown(message)}`);
  return found;
}
