export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The rows of all pages. */
  readonly all: readonly Row[];
  /** When the pool answered (ms). */
  readonly at: number;
}

/** A table in a code block; the first column to the left, the others to the right. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly ('left' | 'right')[] = [],
): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...all.map((cells) => width(cells[column] ?? ''))),
  );
  const lines = all.map((cells) =>
    widths
      .map((most, column) => {
        const text = cells[column] ?? '';
        const gap = ' '.repeat(most - width(text));
        const side = align[column] ?? (column === 0 ? 'left' : 'right');
        return side === 'left' ? text + gap : gap + text;
      })
      .join(' ')
      .trimEnd(),
  );
  return codeBlock(lines.join('\n'));
}

export function codeBlock(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}

function width(text: string): number {
  return Array.from(text).length;
}
