import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { csvChunks, type CsvColumn } from '../../../src/views/files/csv.js';
import type { FileLimits } from '../../../src/views/files/file-splitter.js';
import { fileLimits, textFiles } from '../../../src/views/files/attachment-files.js';
import { parseCsv } from '../../support/parse-csv.js';

const FILE = { name: 'miners', ending: 'csv' } as const;
const COLUMNS: readonly CsvColumn<string>[] = [{ heading: 'name', value: (row) => row }];

/** `hard` rows don't compress. */
function rowsOf(count: number, hard: boolean): string[] {
  return Array.from({ length: count }, (_, index) =>
    hard ? randomBytes(60).toString('base64url').replace(/^-/, 'x') : `miner ${index}`,
  );
}

function* batchesOf(rows: readonly string[], size = 10): Generator<string[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

function write(rows: readonly string[], limits: Partial<FileLimits> = {}) {
  return textFiles(FILE, csvChunks(COLUMNS, batchesOf(rows)), { ...fileLimits(), ...limits });
}

function rowsIn(file: { readonly name: string; readonly data: Uint8Array }): string[] {
  const [heading, ...rows] = parseCsv(
    file.name.endsWith('.gz') ? gunzipSync(file.data) : file.data,
  );
  expect(heading).toEqual(['name']);
  return rows.map(([name = '']) => name);
}

test('a boosted server takes larger files, of which no more than usual is held plain', async () => {
  const mib = 1024 * 1024;
  expect(fileLimits()).toMatchObject({ plainBytes: 10 * mib, fileBytes: 10 * mib });
  expect(fileLimits(8 * mib)).toMatchObject({ plainBytes: 8 * mib, fileBytes: 8 * mib });
  // A request holds at most 25 MiB, however large one file may be.
  expect(fileLimits(100 * mib)).toMatchObject({ plainBytes: 10 * mib, fileBytes: 24 * mib });
  const rows = rowsOf(3_000, true);
  const { files } = await write(rows, { plainBytes: 60_000, fileBytes: 240_000 });
  expect(files.map(({ name }) => name)).toEqual(['miners.csv.gz']);
  expect(files.flatMap(rowsIn)).toEqual(rows);
});

describe('textFiles', () => {
  test('leaves plain what fits', async () => {
    const rows = rowsOf(100, false);
    const { files, ...end } = await write(rows);
    expect(files.map(({ name }) => name)).toEqual(['miners.csv']);
    expect(files.flatMap(rowsIn)).toEqual(rows);
    expect(end).toEqual({ rows: 100, ended: 'complete' });
  });

  test('compresses what does not fit plain', async () => {
    const rows = rowsOf(20_000, false);
    const { files, ...end } = await write(rows, { plainBytes: 120_000, fileBytes: 120_000 });
    expect(files.map(({ name }) => name)).toEqual(['miners.csv.gz']);
    expect(files.flatMap(rowsIn)).toEqual(rows);
    expect(end).toEqual({ rows: 20_000, ended: 'complete' });
  });

  test('splits into numbered parts that open by themselves and keep the limit', async () => {
    const rows = rowsOf(3_000, true);
    const { files, ...end } = await write(rows, { plainBytes: 0, fileBytes: 60_000 });
    expect(files.length).toBeGreaterThan(2);
    expect(files[0]?.name).toBe(`miners-part-1-of-${files.length}.csv.gz`);
    expect(Math.max(...files.map(({ data }) => data.length))).toBeLessThanOrEqual(60_000);
    expect(files.flatMap(rowsIn)).toEqual(rows);
    expect(end).toEqual({ rows: 3_000, ended: 'complete' });
  });

  test.each([
    ['files', { plainBytes: 0, fileBytes: 20_000, files: 3 }],
    ['bytes in all', { plainBytes: 0, fileBytes: 20_000, totalBytes: 50_000 }],
  ])('stops reading at the limit of %s and says so', async (_, limits) => {
    const rows = rowsOf(5_000, true);
    let read = 0;
    async function* pages() {
      for (const batch of batchesOf(rows)) {
        read += batch.length;
        yield batch;
      }
    }
    const written = await textFiles(FILE, csvChunks(COLUMNS, pages()), {
      ...fileLimits(),
      ...limits,
    });
    expect(written.ended).toBe('limit');
    expect(written.files).toHaveLength(3);
    for (const { name } of written.files) expect(name).toMatch(/^miners-INCOMPLETE-part-\d-of-3/);
    const total = written.files.reduce((sum, { data }) => sum + data.length, 0);
    expect(total).toBeLessThanOrEqual(60_000);
    expect(written.files.flatMap(rowsIn)).toEqual(rows.slice(0, written.rows));
    expect(read).toBeLessThan(rows.length);
  });

  test('gives what was read before the source failed, never as complete', async () => {
    const failure = new Error('page 73');
    async function* pages() {
      yield ['a', 'b'];
      throw failure;
    }
    const { files, ...end } = await textFiles(FILE, csvChunks(COLUMNS, pages()));
    expect(files.map(({ name }) => name)).toEqual(['miners-INCOMPLETE.csv']);
    expect(files.flatMap(rowsIn)).toEqual(['a', 'b']);
    expect(end).toEqual({ rows: 2, ended: 'failed', failure });
  });

  test('counts a row that fits no file as left out', async () => {
    const rows = ['a', randomBytes(60_000).toString('hex'), 'b'];
    const { files, ...end } = await write(rows, { plainBytes: 0, fileBytes: 20_000 });
    expect(files.flatMap(rowsIn)).toEqual([]);
    expect(end).toEqual({ rows: 0, ended: 'limit' });
  });

  test('gives a heading where there are no rows', async () => {
    const { files, rows } = await write([]);
    expect(files.flatMap(rowsIn)).toEqual([]);
    expect(rows).toBe(0);
  });
});

test.each([
  ['revenue BTC', 'revenue-BTC.csv'],
  ['../../etc/passwd', 'etc-passwd.csv'],
  ['@everyone\u202E', 'everyone.csv'],
  ['\0', 'file.csv'],
])('a file of the name %j is called %j', async (text, name) => {
  const { files } = await textFiles({ name: text, ending: 'csv' }, csvChunks(COLUMNS, []));
  expect(files.map((file) => file.name)).toEqual([name]);
});
