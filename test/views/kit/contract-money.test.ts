import { describe, expect, test } from 'vitest';
import { contractDetailsSchema } from '../../../src/pool-api/resources.js';
import { contractSeries } from '../../../src/views/charts/contract.js';
import { contractReply } from '../../../src/views/derivatives/contract.js';
import { contractSeriesColumns } from '../../../src/views/files/csv-columns/derivatives.js';
import { attached } from '../support/attached.js';
import { chart } from '../support/frame.js';
import { inWords } from '../support/rendered.js';
import { moneyOf } from '../../../src/views/kit/reported-currency.js';

/** Every place that names the currency of one contract's money. */
function shownOf(body: Record<string, unknown>) {
  const contract = contractDetailsSchema.parse({
    unit_hashprice: 45.5,
    notional_value: 1000,
    ...body,
  });
  const read = {
    value: contract,
    readAt: 0,
    refusedSubaccounts: [],
    filledInAllSubaccounts: false,
  };
  return {
    card: inWords(contractReply(read, { requestedId: 'C1', chart, attached })),
    units: contractSeries(contract).panels.map(({ unit }) => unit),
    headings: contractSeriesColumns(moneyOf(contract)).map(({ heading }) => heading),
  };
}

describe('the currency of a contract', () => {
  test('is its denomination everywhere, whatever else is named beside it', () => {
    for (const currency of [null, 'EUR']) {
      const { card, units, headings } = shownOf({
        denomination: 'USD',
        currency,
        currency_type: 'BTC',
      });
      expect(card).toContain('Price: **45.50 USD/PH/s/day**');
      expect(card).toContain('Notional value: **1,000.00 USD**');
      expect(card).not.toMatch(/BTC|EUR/);
      expect(units).toEqual(['USD/PH/s/day', 'USD', 'USD']);
      expect(headings.slice(1, 3)).toEqual([
        'hashprice (USD/PH/s/day)',
        'daily_expired_gain_loss (USD)',
      ]);
    }
  });

  test('is its currency where it has no denomination', () => {
    expect(shownOf({ denomination: '', currency: 'EUR' }).card).toContain('EUR/PH/s/day');
  });

  test('is not given rather than what is mined', () => {
    const { card, units, headings } = shownOf({ currency_type: 'BTC' });
    expect(card).toContain('Prices and amounts: currency not given');
    expect(card).not.toContain('BTC');
    expect(units.join()).not.toContain('BTC');
    expect(headings.slice(1, 3)).toEqual([
      'hashprice (currency not given, per PH/s per day)',
      'daily_expired_gain_loss (currency not given)',
    ]);
  });
});
