import stringWidth from 'string-width';
import { insideBlock } from './text.js';
import { oneLine } from '../../domain/names/one-line.js';

/** Fits a phone, which wraps a code block's lines after about 40 characters. */
export const TABLE_WIDTH = 40;

export interface Column<Row> {
  readonly heading: string;
  /** Most characters; longer cells end with `…`. */
  readonly width: number;
  /** Takes the rest of the line. At most one column of a table. */
  readonly grows?: true;
  readonly align?: 'right';
  /** Keeps both ends, `cedar-…-air`: names that begin alike often end differently. */
  readonly cut?: 'middle';
  readonly cell: (row: Row) => string;
}

/** For figures. */
export function rightColumn<Row>(
  heading: string,
  width: number,
  cell: (row: Row) => string,
): Column<Row> {
  return { heading, width, align: 'right', cell };
}

/** A code block with aligned columns and lines that never wrap. No rows give no table. */
export function table<Row>(given: readonly Column<Row>[], rows: readonly Row[]): string {
  const columns = grown(given, rows);
  // A heading may be the pool's own name for a currency.
  const headings = columns.map(({ heading, width }) => fit(heading, width));
  const cells = rows.map((row) => columns.map((column) => cellOf(column, row)));
  const widths = columns.map((column) => widthOf(column, rows));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => pad(text, widths[index] ?? 0, columns[index]?.align))
      .join(' ')
      .trimEnd();
  return ['```', line(headings), ...cells.map(line), '```'].join('\n');
}

function cellOf<Row>({ cell, width, cut }: Column<Row>, row: Row): string {
  return cut === 'middle' ? fitBothEnds(cell(row), width) : fit(cell(row), width);
}

function widthOf<Row>(column: Column<Row>, rows: readonly Row[]): number {
  const cells = rows.map((row) => stringWidth(cellOf(column, row)));
  return Math.max(stringWidth(fit(column.heading, column.width)), ...cells);
}

function grown<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Column<Row>[] {
  return columns.map((column) => {
    if (column.grows === undefined) return column;
    const others = columns.filter((each) => each !== column);
    const taken = others.reduce((sum, each) => sum + 1 + widthOf(each, rows), 0);
    return { ...column, width: Math.max(column.width, TABLE_WIDTH - taken) };
  });
}

function fit(text: string, width: number): string {
  let cut = insideBlock(oneLine(text, width));
  for (let most = width; stringWidth(cut) > width; most--) cut = insideBlock(oneLine(text, most));
  return cut;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Longer names are still cut at the end. */
const MAX_NAME_SHOWN = 200;

function fitBothEnds(text: string, width: number): string {
  const whole = insideBlock(oneLine(text, MAX_NAME_SHOWN));
  if (stringWidth(whole) <= width || width < 5) return fit(text, width);
  const characters = [...graphemes.segment(whole)].map(({ segment }) => segment);
  const room = width - 1;
  const head = upTo(characters, Math.ceil(room / 2));
  const tail = upTo(characters.toReversed(), room - stringWidth(head.join('')));
  return `${head.join('')}…${tail.toReversed().join('')}`;
}

function upTo(characters: readonly string[], width: number): string[] {
  const kept: string[] = [];
  let left = width;
  for (const character of characters) {
    left -= stringWidth(character);
    if (left < 0) break;
    kept.push(character);
  }
  return kept;
}

function pad(text: string, width: number, align: 'right' | undefined): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'right' ? space + text : text + space;
}
