import { expect, test } from 'vitest';
import { hashrateColumn } from '../../../src/views/pool/hashrate-column.js';

function shownOf(rates: readonly (string | null)[]) {
  const column = hashrateColumn(rates, (rate) => rate);
  return [column.heading, ...rates.map((rate) => column.cell(rate))];
}

test('has the unit of the largest, once, and points below each other', () => {
  expect(shownOf(['548312000000000', '82360000000000', '2000000000000', '5100000000'])).toEqual([
    'TH/s',
    '548.3',
    '82.36',
    '2.000',
    '0.005',
  ]);
});

test('takes the next unit where the largest rounds up to it', () => {
  expect(shownOf(['999960000000000'])).toEqual(['PH/s', '1.000']);
});

test('never shows as zero what isn’t, nor as a figure what wasn’t given', () => {
  expect(shownOf(['1000000000000000', '1', '0', null])).toEqual([
    'PH/s',
    '1.000',
    '>0',
    '0.000',
    '–',
  ]);
});

test('fits its five characters, whatever comes', () => {
  for (const rate of ['1e60', '-548312000000000', '9'.repeat(50), '0.0000001'])
    for (const cell of shownOf([rate]).slice(1)) expect(cell.length).toBeLessThanOrEqual(5);
});
