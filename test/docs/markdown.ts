import { expect } from 'vitest';

const GENERATED = '<!-- Made by `npm run docs`. What is changed here by hand is lost. -->';

/** Compares a page with what it should say; `npm run docs` writes it. */
export async function expectPage(file: string, text: string): Promise<void> {
  const path = new URL(`../../docs/${file}`, import.meta.url).pathname;
  await expect(
    text.replace('\n', `\n\n${GENERATED}\n`),
    `docs/${file} is stale: run \`npm run docs\``,
  ).toMatchFileSnapshot(path);
}

/** A table as the formatter leaves it. The first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)));
  const widths = (cells[0] ?? []).map((_heading, column) =>
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [heading = [], ...others] = cells;
  const rule = widths.map((width) => '-'.repeat(width));
  return [heading, rule, ...others].map(line).join('\n');
}
