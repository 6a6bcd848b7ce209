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
  const columns = drawn(given, rows);
  const line = (textOf: (column: DrawnColumn) => string) =>
    columns
      .map((column) => pad(textOf(column), column.width, column.align))
      .join(' ')
      .trimEnd();
  const lines = rows.map((_, index) => line(({ cells }) => cells[index] ?? ''));
  return ['```', line(({ heading }) => heading), ...lines, '```'].join('\n');
}

/** What stands in a column: each text is fitted once, because a hostile one is dear to fit. */
interface DrawnColumn {
  readonly heading: string;
  readonly cells: readonly string[];
  readonly width: number;
  readonly align: 'right' | undefined;
}

function drawn<Row>(given: readonly Column<Row>[], rows: readonly Row[]): readonly DrawnColumn[] {
  const others = given.filter(({ grows }) => grows === undefined).map((each) => draw(each, rows));
  const left = TABLE_WIDTH - others.reduce((sum, { width }) => sum + 1 + width, 0);
  const fixed = others.values();
  return given.flatMap((column) => {
    if (column.grows === undefined) return fixed.next().value ?? [];
    return draw({ ...column, width: Math.max(column.width, left) }, rows);
  });
}

function draw<Row>(column: Column<Row>, rows: readonly Row[]): DrawnColumn {
  // A heading may be the pool's own name for a currency.
  const heading = fit(column.heading, column.width);
  const cells = rows.map((row) => cellOf(column, row));
  const width = Math.max(stringWidth(heading), ...cells.map((cell) => stringWidth(cell)));
  return { heading, cells, width, align: column.align };
}

function cellOf<Row>({ cell, width, cut }: Column<Row>, row: Row): string {
  return cut === 'middle' ? fitBothEnds(cell(row), width) : fit(cell(row), width);
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
