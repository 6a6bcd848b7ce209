import { ButtonStyle, type APIEmbed } from 'discord-api-types/v10';
import { rawList, textOf, type Raw } from './raw.js';
import type { ShownMessage } from './types.js';

const COLOURS: Readonly<Record<string, string>> = {
  '56b4e9': 'blue',
  '009e73': 'green',
  e69f00: 'amber',
  d55e00: 'red',
  '8b949e': 'grey',
};

type Readable = Pick<ShownMessage, 'content' | 'embeds' | 'components' | 'attachments'>;

/**
 * A message as text for people: `▌amber Title`, the description, `(footer · time)`, `chart: name`,
 * `file: name`, and a line a row: `[Refresh] [*Primary] [+Success] [!Danger] (Disabled) [Link ↗]
 * {Placeholder: label | label}`.
 */
export function readMessage(
  message: Readable,
  /** Moments as `<t:…:R>` and `time`, so that two readings compare. */
  { hideTimes = false }: { hideTimes?: boolean } = {},
): string {
  const lines = [
    ...(message.content === '' ? [] : [message.content]),
    ...message.embeds.flatMap(embedLines),
    ...message.attachments.map(({ filename }) => `file: ${filename}`),
    ...rawList(message.components).map((row) =>
      rawList(row['components']).map(componentText).join(' '),
    ),
  ];
  const text = lines.join('\n');
  if (!hideTimes) return text;
  return text
    .replaceAll(/<t:-?\d+(:\w)?>/g, '<t:…$1>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'time');
}

function embedLines(embed: APIEmbed): string[] {
  const hex = (embed.color ?? 0).toString(16).padStart(6, '0');
  const head = embed.color === undefined ? '▌' : `▌${COLOURS[hex] ?? `#${hex}`}`;
  const footer = [embed.footer?.text, embed.timestamp].filter(Boolean).join(' · ');
  return [
    embed.title ? `${head} ${embed.title}` : head,
    ...(embed.description ? [embed.description] : []),
    ...(embed.fields ?? []).map(({ name, value }) => `${name}: ${value}`),
    ...(footer === '' ? [] : [`(${footer})`]),
    ...(embed.image ? [`chart: ${fileName(embed.image.url)}`] : []),
  ];
}

function fileName(url: string): string {
  return decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
}

const MARKS: Readonly<Record<number, string>> = {
  [ButtonStyle.Primary]: '*',
  [ButtonStyle.Success]: '+',
  [ButtonStyle.Danger]: '!',
};

function componentText(component: Raw): string {
  const { style, label, disabled, options, placeholder } = component;
  if (options !== undefined) {
    const labels = rawList(options).map((option) => textOf(option['label']));
    return `{${[textOf(placeholder), labels.join(' | ')].filter(Boolean).join(': ')}}`;
  }
  if (disabled === true) return `(${textOf(label)})`;
  if (style === ButtonStyle.Link) return `[${textOf(label)} ↗]`;
  return `[${MARKS[Number(style)] ?? ''}${textOf(label)}]`;
}
