import { basename } from 'node:path/posix';
import {
  ButtonStyle,
  ComponentType,
  type APIComponentInMessageActionRow,
  type APIEmbed,
} from 'discord-api-types/v10';
import type { ShownMessage } from './types.js';

const COLOURS: Readonly<Record<string, string>> = {
  '56b4e9': 'blue',
  '009e73': 'green',
  e69f00: 'amber',
  d55e00: 'red',
  '8b949e': 'grey',
};

/**
 * A message as text for people: `▌amber Title`, the description, `(footer · time)`, `chart: name`,
 * `file: name`, and one line per row: `[Refresh] [*Primary] [+Success] [!Danger] (Disabled) [Link ↗]
 * {Placeholder: label | label}`.
 */
export function readMessage(
  message: Pick<ShownMessage, 'content' | 'embeds' | 'components' | 'attachments'>,
): string {
  return [
    ...(message.content === '' ? [] : [message.content]),
    ...message.embeds.flatMap(embedLines),
    ...message.attachments.map(({ filename }) => `file: ${filename}`),
    ...rowsOf(message).map((row) => row.map(componentText).join(' ')),
  ].join('\n');
}

/** Its rows of buttons and selects. */
export function rowsOf({
  components = [],
}: Pick<ShownMessage, 'components'>): APIComponentInMessageActionRow[][] {
  return components.flatMap((row) =>
    row.type === ComponentType.ActionRow ? [row.components] : [],
  );
}

function embedLines({ color, title, description, ...embed }: APIEmbed): string[] {
  const hex = (color ?? 0).toString(16).padStart(6, '0');
  const head = color === undefined ? '▌' : `▌${COLOURS[hex] ?? `#${hex}`}`;
  const footer = [embed.footer?.text, embed.timestamp].filter(Boolean).join(' · ');
  return [
    title ? `${head} ${title}` : head,
    ...(description ? [description] : []),
    ...(footer === '' ? [] : [`(${footer})`]),
    ...(embed.image ? [`chart: ${decodeURIComponent(basename(embed.image.url))}`] : []),
  ];
}

const MARKS: Readonly<Record<number, string>> = {
  [ButtonStyle.Primary]: '*',
  [ButtonStyle.Success]: '+',
  [ButtonStyle.Danger]: '!',
};

function componentText(component: APIComponentInMessageActionRow): string {
  if (component.type !== ComponentType.Button) {
    const options = 'options' in component ? component.options : [];
    const labels = options.map(({ label }) => label).join(' | ');
    return `{${[component.placeholder, labels].filter(Boolean).join(': ')}}`;
  }
  const { style, disabled } = component;
  const label = 'label' in component ? component.label : '';
  if (disabled) return `(${label})`;
  return style === ButtonStyle.Link ? `[${label} ↗]` : `[${MARKS[style] ?? ''}${label}]`;
}
