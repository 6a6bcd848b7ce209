import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvChunks, smallCsv, type CsvColumn } from '../../../src/views/files/csv.js';
import { figure } from '../../../src/views/files/csv-columns/record-columns.js';
import { csvBytes } from '../support/csv-bytes.js';
import { parseCsv } from '../../support/parse-csv.js';

interface Row {
  readonly text?: string | null;
  readonly figure?: string | number | null;
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  { heading: 'text', value: (row) => row.text },
  { heading: 'figure (BTC)', value: (row) => figure(row.figure) },
];

async function cellsOf(rows: readonly Row[]): Promise<string[][]> {
  return parseCsv(await csvBytes(COLUMNS, rows)).slice(1);
}

/** Figures as the pool writes them, from float noise to hash rates of thirty digits. */
const digits = fc
  .tuple(
    fc.boolean(),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,30}$/)),
    fc.option(fc.stringMatching(/^\d{1,30}$/)),
  )
  .map(([minus, whole, part]) => `${minus ? '-' : ''}${whole}${part === null ? '' : `.${part}`}`);

const SIGNS = '= + - @ ＝ \t \r \n ; , " \' | ` 5 é =1+1 cmd| ```'.split(' ');

/** Any text, including much that is used in attacks. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(...SIGNS, '\u202E', '\u200B', '\uFEFF', '\0', '\uD800', '@everyone', '😀'),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

describe('figures', () => {
  test('stand in the file digit for digit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(digits, { maxLength: 20 }), async (figures) => {
        const cells = await cellsOf(figures.map((each) => ({ figure: each })));
        expect(cells.map(([, cell]) => cell)).toEqual(figures);
      }),
    );
  });

  test('that came as JSON numbers are written without exponent and read back the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ noNaN: true, noDefaultInfinity: true }), async (number) => {
        const [[, cell = ''] = []] = await cellsOf([{ figure: number }]);
        expect(cell).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(cell) === number).toBe(true);
      }),
    );
  });

  test.each([
    [-0.5, '-0.5'],
    ['-0.5', '-0.5'],
    [1e-8, '0.00000001'],
    ['1.10', '1.10'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    [0, '0'],
    [null, ''],
    [undefined, ''],
    ['n/a', 'n/a'],
    ['-1+1', "'-1+1"],
    ['=1+1', "'=1+1"],
  ])('%j is written %j', async (given, cell) => {
    expect(await cellsOf([{ figure: given }])).toEqual([['', cell]]);
  });
});

describe('text', () => {
  test.each([
    ['=HYPERLINK("http://a.example")', '\'=HYPERLINK("http://a.example")'],
    ['+1', "'+1"],
    ['-5', '-5'],
    ['-5-cmd', "'-5-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['＝1', "'＝1"],
    ['a;=1;b', "a;'=1;b"],
    ['a\n=1', "a\n'=1"],
    ['a;"=1', 'a;"\'=1'],
    ['a,b "c"\nd', 'a,b "c"\nd'],
    ['\u202Etxt.exe\u0000\uD800', String.raw`\u202Etxt.exe\u0000\uD800`],
    ['👩‍🚀 Zürich', '👩‍🚀 Zürich'],
  ])('%j is written %j', async (given, cell) => {
    expect(await cellsOf([{ text: given }])).toEqual([[cell, '']]);
  });

  test('never begins a formula, in whatever way the file is split', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (given) => {
        const [[cell = ''] = []] = await cellsOf([{ text: given }]);
        const [start = '', ...rest] = cell.split(/[;\t\r\n]/);
        // When split inside quotes, a quote no longer belongs to the text.
        for (const part of [start, ...rest.map((each) => each.replace(/^"+/, ''))])
          if (!/^-\d+(\.\d+)?$/.test(cell)) expect(part).not.toMatch(/^[=+\-@＝＋－＠]/);
        expect(cell).not.toMatch(/[\0\u202E\u200B\uFEFF]/);
      }),
      { numRuns: 1000 },
    );
  });

  test('of whole rows comes back once the apostrophes are taken away', async () => {
    const cell = fc.oneof(
      digits,
      fc
        .string({ unit: 'grapheme' })
        .filter((text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)),
      fc
        .array(fc.constantFrom(...SIGNS, '\t', '\r', '\n', '\r\n', ' ', '""', '😀'))
        .map((parts) => parts.join('')),
    );
    const rows = fc.array(fc.record({ text: cell, figure: cell }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const bare = (text: unknown) => String(text).replaceAll("'", '');
        const read = (await cellsOf(given)).map((cells) => cells.map(bare));
        expect(read).toEqual(
          given.map(({ text, figure: each }) => [bare(text), bare(figure(each))]),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a stream of rows', () => {
  test('has every row once and in order, in bounded chunks', async () => {
    const rows = Array.from({ length: 2_345 }, (_, index) => ({
      text: 'x'.repeat(index % 2 === 0 ? 10 : 2_000),
      figure: index,
    }));
    const chunks: Uint8Array[] = [];
    let count = 0;
    for await (const chunk of csvChunks(COLUMNS, [rows.slice(0, 1_000), [], rows.slice(1_000)])) {
      chunks.push(chunk.data);
      count += chunk.rows;
      expect(chunk.data.length).toBeLessThanOrEqual(256 * 1024);
    }
    expect(count).toBe(rows.length);
    const lines = parseCsv(Buffer.concat(chunks)).slice(1);
    expect(lines).toEqual(rows.map(({ text, figure: each }) => [text, String(each)]));
  });

  test('takes the next page only when the last was taken', async () => {
    let read = 0;
    async function* pages() {
      for (; read < 5; read++) yield [{ text: 'a' }];
    }
    const chunks = csvChunks(COLUMNS, pages());
    await chunks.next();
    await chunks.next();
    expect(read).toBe(0);
    await chunks.next();
    expect(read).toBe(1);
  });

  test('is in one piece the same file where it is small, and else not made at once', async () => {
    const row = fc.record({ text: fc.string({ unit: 'grapheme' }), figure: fc.double() });
    await fc.assert(
      fc.asyncProperty(fc.array(row), async (rows) => {
        const small = smallCsv(COLUMNS, [rows]);
        const whole = Buffer.from(await csvBytes(COLUMNS, rows));
        expect(Buffer.from(small?.data ?? [])).toEqual(whole);
        expect(small?.rows).toBe(rows.length);
      }),
    );
    expect(smallCsv(COLUMNS, [])?.rows).toBe(0);
    expect(smallCsv(COLUMNS, [[{ text: 'a' }], [{ text: 'b' }]])).toBeNull();
    expect(
      smallCsv(COLUMNS, [Array.from({ length: 40 }, () => ({ text: 'x'.repeat(2_000) }))]),
    ).toBeNull();
  });

  test('a value of millions of hidden characters is begun, and its length is told', async () => {
    const [[cell = ''] = []] = await cellsOf([{ text: '\u200B'.repeat(8_000_000) }]);
    expect(cell).toMatch(/^(?:\\u200B){100000}… \(8000000 characters\)$/);
    expect(await cellsOf([{ text: 'x'.repeat(200_000) }])).toEqual([['x'.repeat(200_000), '']]);
  });
});
