import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvFile, csvRows } from '../../../src/cards/kit/csv.js';

/** A reader of its own: RFC 4180 with quotes. */
function read(data: Buffer): string[][] {
  const text = data.toString().replace(/^\uFEFF/, '');
  const rows: string[][] = [[]];
  let [at, cell] = [0, ''];
  const end = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  while (at < text.length) {
    const rest = text.slice(at);
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    if (quoted !== null && cell === '') {
      cell = (quoted[1] ?? '').replaceAll('""', '"');
      at += quoted[0].length;
    } else if (rest.startsWith('\r\n')) {
      end();
      rows.push([]);
      at += 2;
    } else if (rest.startsWith(',')) {
      end();
      at += 1;
    } else {
      cell += rest[0];
      at += 1;
    }
  }
  return rows.slice(0, -1);
}

test('nested fields are headed by their path, and absent ones are empty', () => {
  const { name, data } = csvFile(
    'miners',
    [
      { id: 'a', firmware: { name: 'LuxOS' }, fans: [1, 2] },
      { id: 'b', power: 3250, extra: null },
    ],
    { power: 'W' },
  );
  expect(name).toBe('miners.csv');
  expect(read(data)).toEqual([
    ['id', 'firmware.name', 'fans.0', 'fans.1', 'power (W)'],
    ['a', 'LuxOS', '1', '2', ''],
    ['b', '', '', '', '3250'],
  ]);
  expect(data.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'));
});

test('records that come later may bring columns, which stand last', () => {
  const rows = csvRows({ power: 'W' });
  const first = rows.add([{ id: 'a' }]);
  const second = rows.add([{ power: 5, id: 'b' }]);
  expect(rows.heading() + first + second).toBe('\uFEFFid,power (W)\r\na\r\nb,5\r\n');
});

test('every digit of a number stays, and a negative one is not a formula', () => {
  const { data } = csvFile('x', [
    { hashrate: '341100000000000000001', gain: '-0.00000001', loss: -0.5 },
  ]);
  expect(read(data)[1]).toEqual(['341100000000000000001', '-0.00000001', '-0.5']);
});

test('any records read back as they were, but for formulas', () => {
  const text = fc.string({ unit: 'grapheme' });
  const record = fc.record({ a: text, b: text, c: fc.option(fc.double({ noNaN: true })) });
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), (records) => {
      const [head = [], ...rows] = read(csvFile('x', records).data);
      const plain = (cell: string) => cell.replace(/^'(?=\s*[=+\-@\t\r＝＋－＠])/, '');
      expect(rows.map((row) => plain(row[head.indexOf('a')] ?? ''))).toEqual(
        records.map(({ a }) => plain(a)),
      );
      expect(rows.map((row) => row.length)).toEqual(records.map(() => head.length));
    }),
  );
});

test('no cell can run as a formula', () => {
  const cell = fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t=', ' =', '\r='), fc.string())
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(cell, (name) => {
      const shown = read(csvFile('x', [{ name }]).data)[1]?.[0] ?? '';
      expect(shown.startsWith("'") || !Number.isNaN(Number(name))).toBe(true);
    }),
  );
});

test('a file that Discord would refuse is compressed', () => {
  const { name, data } = csvFile('x', [{ text: 'a'.repeat(9_100_000) }]);
  expect([name, data.length < 1_000_000]).toEqual(['x.csv.gz', true]);
  expect(gunzipSync(data)).toHaveLength(9_100_000 + '\uFEFFtext\r\n\r\n'.length + 2);
});
