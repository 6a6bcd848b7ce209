import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answers, readAnswer } from '../../../src/pool-api/response-schemas.js';
import { parseJson } from '../../../src/pool-api/http/lossless-json.js';
import { minerColumns } from '../../../src/views/files/csv-columns/miners.js';
import { positionColumns } from '../../../src/views/files/csv-columns/derivatives.js';
import { revenueColumns } from '../../../src/views/files/csv-columns/pool.js';
import { csvCell } from '../../../src/views/files/csv-cell.js';
import { exactDigits } from '../../../src/domain/numbers/numeric.js';
import type { CsvColumn, CsvValue } from '../../../src/views/files/csv.js';
import { csvBytes } from '../support/csv-bytes.js';
import { parseCsv } from '../../support/parse-csv.js';

/** JSON numbers of any length, without an exponent, as a pool may write them. */
const digits = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 0n, max: 10n ** 40n }),
    fc.option(fc.stringMatching(/^\d{1,40}$/)),
  )
  .map(([sign, whole, part]) => `${sign}${whole}${part === null ? '' : `.${part}`}`);

/** As the pool would answer, and as a spreadsheet would read the resulting file. */
async function cell<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[], field: string) {
  const [headings = [], first = []] = parseCsv(await csvBytes(columns, rows));
  return first[headings.findIndex((each) => each === field || each.startsWith(`${field} (`))];
}

test('a revenue stands in the file digit for digit, nested or flat, number or text', async () => {
  await fc.assert(
    fc.asyncProperty(digits, fc.boolean(), fc.boolean(), async (number, isNested, isText) => {
      const value = isText ? `"${number}"` : number;
      const revenue = isNested ? `{"currency_type":"BTC","revenue":${value}}` : value;
      const text = `{"revenue":[{"date_time":"2026-11-01","revenue":${revenue}}]}`;
      const rows = (await readAnswer(parseJson(text), answers.revenue)).revenue ?? [];
      expect(await cell(rows, revenueColumns, 'revenue')).toBe(number);
    }),
  );
});

test('a miner’s figures and a position’s stand in the file digit for digit', async () => {
  await fc.assert(
    fc.asyncProperty(digits, async (number) => {
      const body = parseJson(`{"miners":[{"hashrate":${number}}]}`);
      const { items: miners } = await readAnswer(body, answers.miners);
      expect(await cell(miners, minerColumns, 'hashrate')).toBe(number);
      const history = parseJson(`{"positions":[{"realized_gain_loss":${number}}]}`);
      const positions = (await readAnswer(history, answers.positions)).positions ?? [];
      expect(await cell(positions, positionColumns('BTC'), 'realized_gain_loss')).toBe(number);
    }),
  );
});

test('whatever a cell holds, it stands there as the exact way writes it', async () => {
  const values = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.constantFrom(0, -0, 2 ** 53, -(2 ** 53), 1e21, 5e-324, NaN, -Infinity),
    fc.double(),
    fc.string({ unit: 'grapheme' }),
    fc.boolean(),
    fc.constantFrom(null, undefined),
  );
  const exactly = (value: CsvValue) =>
    csvCell(typeof value === 'number' ? exactDigits(value) : String(value ?? ''));
  await fc.assert(
    fc.asyncProperty(values, values, async (...row) => {
      const column = (at: number) => ({ heading: `${at}`, value: () => row[at] });
      const text = new TextDecoder().decode(await csvBytes([column(0), column(1)], [row]));
      // `TextDecoder` drops the byte order mark.
      expect(text).toBe(`0,1\r\n${row.map(exactly).join(',')}\r\n`);
    }),
  );
});
