import type { LoopbackMessage } from '../../sandbox/discord/loopback-discord.js';

/** A message as text, the way a reader meets it: for snapshots. Times, people and keys are made the same. */
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
    .replaceAll(/<t:\d+:(\w)>/g, '<t:…:$1>')
    .replaceAll(/<@\d+>/g, '<@…>')
    .replaceAll(/key ending in `.{4}`/g, 'key ending in `….`');
}

interface Part {
  readonly [key: string]: unknown;
}

function embedLines(embed: Part): (string | null)[] {
  const { title, description, fields, footer } = embed as {
    title?: string;
    description?: string;
    fields?: { name: string; value: string }[];
    footer?: { text: string };
  };
  return [
    title === undefined ? null : `# ${title}`,
    description ?? null,
    ...(fields ?? []).map(({ name, value }) =>
      value.includes('\n') ? `${name}:\n  ${value.replaceAll('\n', '\n  ')}` : `${name}: ${value}`,
    ),
    footer === undefined ? null : `-- ${footer.text}`,
  ];
}

function rowLines(row: Part): string[] {
  const parts = (row['components'] ?? []) as {
    label?: string;
    placeholder?: string;
    disabled?: boolean;
    options?: { label: string }[];
  }[];
  return parts.map(({ label, placeholder, disabled, options }) =>
    options === undefined
      ? `[${label ?? '?'}]${disabled ? ' (off)' : ''}`
      : `[${placeholder ?? 'select'}: ${options.map((each) => each.label).join(' | ')}]`,
  );
}

/** The custom id of the button or select whose label or placeholder begins so. */
export function idOf(message: LoopbackMessage, label: string): string {
  for (const row of message.components) {
    const parts = (row['components'] ?? []) as Part[];
    for (const part of parts) {
      const name = part['label'] ?? part['placeholder'];
      if (typeof name === 'string' && name.includes(label)) return String(part['custom_id']);
    }
  }
  throw new Error(`the message has no ${label}`);
}
