import { gzipSync } from 'node:zlib';
import { cardReply, type Line, type Reply } from '../../discord/reply.js';
import { plural } from '../../text.js';

/** Units go after headings: `hashrate (H/s)`. */
export type Units = Readonly<Record<string, string>>;

/** Discord takes files of 10 MB in a server without boosts. */
const LARGEST = 9_000_000;

/** Every field and digit of every record. */
export function csvFile(name: string, records: readonly object[], units: Units = {}) {
  const rows = csvRows(units);
  const body = rows.add(records);
  const data = Buffer.from(rows.heading() + body);
  if (data.length <= LARGEST) return { name: `${name}.csv`, data };
  return { name: `${name}.csv.gz`, data: gzipSync(data) };
}

export interface Records {
  /** Of the file, without its extension. */
  readonly name: string;
  readonly records: readonly object[];
  readonly units?: Units | undefined;
  /** What the pool did not give. */
  readonly incomplete?: Line;
}

export function csvReply({ name, records, units, incomplete }: Records): Reply {
  const file = csvFile(name, records, units);
  if (records.length === 0)
    return cardReply({ title: file.name, lines: ['Nothing to export yet.', incomplete] });
  const lines = [`**${plural(records.length, 'row')}**, every field and digit`, incomplete];
  return cardReply({ title: file.name, lines }, { files: [file] });
}

/**
 * Lines in the pool's order, records added as they come; nested fields are named by their path, such
 * as `site.name`. A column that first appears in a later record goes last; earlier lines have
 * no cell for it, so the heading is written after everything else.
 */
export function csvRows(units: Units = {}) {
  const columns = new Map<string, number>();

  function columnOf(path: string): number {
    const column = columns.get(path) ?? columns.size;
    columns.set(path, column);
    return column;
  }

  function fill(cells: string[], value: unknown, path: string): void {
    if (value === null || value === undefined) return;
    if (typeof value === 'string') cells[columnOf(path)] = cellOf(value);
    else if (typeof value !== 'object') cells[columnOf(path)] = JSON.stringify(value);
    else
      for (const [key, inner] of Object.entries(value))
        fill(cells, inner, path === '' ? key : `${path}.${key}`);
  }

  return {
    add(records: readonly object[]): string {
      const rows = records.map((record) => {
        const cells: string[] = [];
        fill(cells, record, '');
        return cells;
      });
      // What a row lacks is an empty cell.
      for (const cells of rows) cells.length = columns.size;
      return rows.map(lineOf).join('');
    },
    /** Begins with the mark that makes Excel read UTF-8. */
    heading(): string {
      const names = [...columns.keys()].map((path) => {
        const unit = units[path];
        return cellOf(unit === undefined ? path : `${path} (${unit})`);
      });
      return `\uFEFF${lineOf(names)}`;
    },
  };
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** A spreadsheet runs a cell as a formula if it begins like one and is not a number. */
function cellOf(text: string): string {
  const isFormula = /^\s*[=+\-@\t\r＝＋－＠]/.test(text) && Number.isNaN(Number(text));
  const safe = isFormula ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
