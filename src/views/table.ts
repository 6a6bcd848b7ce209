import stringWidth from 'string-width';
import { insideBlock, oneLine } from './text.js';

/** Fits a phone: Discord wraps a code block's line there after about 40 characters. */
export const TABLE_WIDTH = 40;

export interface Column<Row> {
  readonly heading: string;
  /** Most characters; a longer cell ends with `…`. */
  readonly width: number;
  readonly align?: 'right';
  readonly cell: (row: Row) => string;
}

/** A code block whose columns are aligned and whose lines never wrap. Empty rows give no table. */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  // A heading may be the pool's own word for a currency: it is held to the same rules.
  const headings = columns.map(({ heading, width }) => fit(heading, width));
  const cells = rows.map((row) => columns.map(({ cell, width }) => fit(cell(row), width)));
  const widths = headings.map((heading, index) =>
    Math.max(stringWidth(heading), ...cells.map((line) => stringWidth(line[index] ?? ''))),
  );
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => pad(text, widths[index] ?? 0, columns[index]?.align))
      .join(' ')
      .trimEnd();
  return ['```', line(headings), ...cells.map(line), '```'].join('\n');
}

function fit(text: string, width: number): string {
  let cut = insideBlock(oneLine(text, width));
  for (let most = width; stringWidth(cut) > width; most--) cut = insideBlock(oneLine(text, most));
  return cut;
}

function pad(text: string, width: number, align: 'right' | undefined): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'right' ? space + text : text + space;
}
