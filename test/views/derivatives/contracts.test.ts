import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractDetailsSchema, contractSchema } from '../../../src/pool-api/resources.js';
import { contractReply } from '../../../src/views/derivatives/contract.js';
import { contractsReply } from '../../../src/views/derivatives/contracts.js';
import { shortFigure } from '../../../src/views/kit/short-figure.js';
import { inWords } from '../support/rendered.js';

const whole = { side: 'SELL', type: 'STANDARD', status: 'ACTIVE', denomination: 'BTC' };
const dates = { start_date: '2026-11-01', end_date: '2026-11-30' };
const figures = { daily_hashrate_ph: 5, unit_hashprice: 0.00051235 };

/** The card for these rows, when BTC was requested. */
function shown(...rows: readonly Record<string, unknown>[]): string {
  const items = rows.map((row) => contractSchema.parse({ ...whole, ...dates, ...figures, ...row }));
  const read = { value: { items, pagination: null }, readAt: 0 };
  return inWords(
    contractsReply({
      read: { ...read, refusedSubaccounts: [], filledInAllSubaccounts: false },
      currency: 'BTC',
      filter: {},
      pages: { number: 1, more: false, customId: String, csvId: 'csv' },
    }),
  );
}

test('prices stand in the denomination of their rows, never in the currency asked for', () => {
  expect(shown({})).toContain('price in BTC per PH/s per day');
  expect(shown({ denomination: 'USD' })).toContain('price in USD per PH/s per day');
  expect(shown({ denomination: null })).toContain('price per PH/s per day, currency not given');
});

test('on a mixed page each price has its own unit, whole and within a phone’s line', () => {
  const page = shown({}, { denomination: 'USD', unit_hashprice: 45.5 }, { denomination: null });
  expect(page).toContain('0.00051235 BTC');
  expect(page).toContain('45.50 USD');
  expect(page).toContain('0.00051235 ?');
  expect(page).toContain('? = currency not given');
});

test('what the pool left out does not look ACTIVE or STANDARD, and other words are shown', () => {
  expect(shown({})).toContain('\nSELL 26');
  expect(shown({})).not.toContain('not given');
  expect(shown({ status: null, type: null })).toContain('\nSELL?? 26');
  expect(shown({ status: null })).toContain('? after the side = type or status not given');
  const other = shown({ status: 'DISPUTED', type: 'toString' });
  expect(other).toContain('\nSELL++ 26');
  expect(other).toMatch(/\+ = type toString and status DISPUTED/);
});

test('a figure is rounded to fit and never cut', () => {
  const cells = ['123456.789', '12345.6', '9999.6', '999.96', '0.00001', '-0.00001', '1e40', '5'];
  expect(cells.map((each) => shortFigure(each, 4))).toEqual([
    '123k',
    '12k',
    '10k',
    '1000',
    '>0',
    '<0',
    '>1Q',
    '5',
  ]);
  expect(shown({ daily_hashrate_ph: 123456.789 })).not.toContain('…');
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(shortFigure(value, 4).length).toBeLessThanOrEqual(4);
    }),
  );
});

test('a contract without a day yet has no picture, and says so', () => {
  const series = { hashprice: [], daily_expired_gain_loss: [], cumulative_gain_loss: [] };
  const value = contractDetailsSchema.parse({ contract_id: 'x', status: 'ACTIVE', series });
  const reply = contractReply(
    { value, readAt: 0, refusedSubaccounts: [], filledInAllSubaccounts: false },
    { requestedId: 'x', chart: null, attached: { lines: [], files: [], isWhole: true, rows: 0 } },
  );
  expect(reply.embeds).toHaveLength(1);
  expect(reply.embeds?.[0]?.description).toMatch(
    /^Status: \*\*ACTIVE\*\*.*The pool gave no daily figures/s,
  );
});
