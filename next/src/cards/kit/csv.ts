import { gzipSync } from 'node:zlib';

export interface CsvFile {
  readonly name: string;
  readonly data: Buffer;
}

/** Discord takes files of 10 MB in a server without boosts. */
const LARGEST = 9_000_000;

/**
 * Every field and digit of every record, in the pool's order; nested fields are named by their path,
 * such as `site.name`. `units` go behind the headings: `hashrate (H/s)`.
 */
export function csvFile(
  name: string,
  records: readonly object[],
  units: Readonly<Record<string, string>> = {},
): CsvFile {
  const rows = records.map((record) => new Map(leaves(record)));
  const paths = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return fileOf(name, [
    paths.map((path) => (units[path] === undefined ? path : `${path} (${units[path]})`)),
    ...rows.map((row) => paths.map((path) => row.get(path) ?? '')),
  ]);
}

/** One record, a field per line. */
export function fieldsFile(name: string, record: object): CsvFile {
  return fileOf(name, [['field', 'value'], ...leaves(record)]);
}

/** The byte order mark makes Excel read UTF-8. */
function fileOf(name: string, lines: readonly (readonly string[])[]): CsvFile {
  const text = lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('');
  const data = Buffer.from(`\uFEFF${text}`);
  if (data.length <= LARGEST) return { name: `${name}.csv`, data };
  return { name: `${name}.csv.gz`, data: gzipSync(data) };
}

/** A spreadsheet runs a cell as a formula if it begins like one and is no number. */
function cellOf(text: string): string {
  const isFormula = /^\s*[=+\-@\t\r＝＋－＠]/.test(text) && Number.isNaN(Number(text));
  const safe = isFormula ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function* leaves(value: unknown, path = ''): Generator<[path: string, text: string]> {
  if (value === null || value === undefined) return;
  if (typeof value === 'string') yield [path, value];
  else if (typeof value !== 'object') yield [path, JSON.stringify(value)];
  else
    for (const [key, inner] of Object.entries(value))
      yield* leaves(inner, path === '' ? key : `${path}.${key}`);
}
