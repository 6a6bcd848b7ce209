import { ComponentType } from 'discord-api-types/v10';
import type { Reply } from '../../../src/domain/messages/reply.js';

/** Texts of a reply by what Discord does with them. */
export interface Texts {
  /** Markdown is rendered: content, description, titles and fields of embeds. */
  readonly rendered: string[];
  /** Shown letter for letter: footers, labels, placeholders, names and alt texts of files. */
  readonly literal: string[];
}

export function textsOf({ content, embeds = [], components = [], files = [] }: Reply): Texts {
  const parts = components.flatMap((row) => [...row.components]);
  return {
    rendered: [
      content,
      ...embeds.flatMap(({ title, description, fields = [] }) => [
        title,
        description,
        ...fields.flatMap(({ name, value }) => [name, value]),
      ]),
    ].filter((text) => text !== undefined),
    literal: [
      ...embeds.flatMap(({ footer, author }) => [footer?.text, author?.name]),
      ...parts.flatMap((part) => {
        if (part.type === ComponentType.Button) return 'label' in part ? [part.label] : [];
        const options = part.type === ComponentType.StringSelect ? part.options : [];
        return [
          part.placeholder,
          ...options.flatMap(({ label, description }) => [label, description]),
        ];
      }),
      ...files.flatMap(({ name, description }) => [name, description]),
    ].filter((text) => text !== undefined),
  };
}

/** A reply as text, the way a reader sees it. */
export function inWords({ content, embeds = [], components = [], files = [] }: Reply): string {
  const lines = [
    content,
    ...embeds.flatMap(({ title, description, fields = [], footer }) => [
      title === undefined ? undefined : `# ${title}`,
      description,
      ...fields.map(({ name, value }) =>
        value.includes('\n')
          ? `${name}:\n  ${value.replaceAll('\n', '\n  ')}`
          : `${name}: ${value}`,
      ),
      footer === undefined ? undefined : `-- ${footer.text}`,
    ]),
    ...components.flatMap((row) =>
      row.components.map((part) =>
        part.type === ComponentType.Button
          ? `[${'label' in part ? part.label : ''}]${part.disabled === true ? ' (off)' : ''}`
          : `[select: ${'options' in part ? part.options.map(({ label, description }) => `${label} (${description ?? ''})`).join(' | ') : ''}]`,
      ),
    ),
    ...files.map(({ name }) => `[file ${name}]`),
  ];
  return lines.filter((line) => line !== undefined).join('\n');
}

/** An escaped sign, or code: whichever comes first decides, as on Discord. */
const PIECES = /\\[^0-9A-Za-z\s]|```[^]*?```|`[^`\n]*`/g;

/** Rendered text without its code, in which Discord neither renders nor hides a backslash. */
export function withoutCode(text: string): string {
  return text.replaceAll(PIECES, (piece) => (piece.startsWith('\\') ? piece : ''));
}

/** The contents of code. */
export function codeIn(text: string): string[] {
  return (text.match(PIECES) ?? []).filter((piece) => !piece.startsWith('\\'));
}
