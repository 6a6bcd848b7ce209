import { describe, expect, it } from 'vitest';
import { at, day, rows, usePool } from './harness.js';

const harness = usePool();

describe('contracts', () => {
  const path = '/api/v2/derivatives/contracts';

  it('gives 50 at a time, as section 2.8 has them', async () => {
    const { body } = await harness.get(`${path}/BTC`);
    const contracts = rows(body, 'contracts');
    expect(contracts).toHaveLength(50);
    expect(at(body, 'pagination', 'item_count')).toBe(64);
    expect(Object.keys(contracts[0] ?? {})).toEqual([
      'status',
      'side',
      'denomination',
      'type',
      'start_date',
      'end_date',
      'unit_hashprice',
      'daily_hashrate_ph',
    ]);
  });

  it.each([
    ['status', 'ACTIVE', 'SETTLED'],
    ['side', 'BUY', 'SELL'],
    ['type', 'STANDARD', 'UPFRONT'],
  ])('filters by %s', async (field, one, other) => {
    const values = async (value: string) => {
      const { body } = await harness.get(`${path}/USD?page_size=100&${field}=${value}`);
      return rows(body, 'contracts').map((contract) => at(contract, field));
    };
    const [ones, others, all] = [await values(one), await values(other), await values('ALL')];
    expect(new Set(ones)).toEqual(new Set([one]));
    expect(new Set(others)).toEqual(new Set([other]));
    expect(ones.length + others.length).toBe(all.length);
  });

  it.each(['EUR', 'BTC?status=OPEN', 'BTC?page_size=101', 'BTC?page=0', 'BTC?page=x'])(
    'refuses %s',
    async (end) => {
      expect((await harness.get(`${path}/${end}`)).status).toBe(400);
    },
  );

  it('takes page, and does not know page_number', async () => {
    const first = await harness.get(`${path}/BTC?page_size=5`);
    const second = await harness.get(`${path}/BTC?page_size=5&page=2`);
    const wrong = await harness.get(`${path}/BTC?page_size=5&page_number=2`);
    expect(rows(second.body, 'contracts')).not.toEqual(rows(first.body, 'contracts'));
    expect(rows(wrong.body, 'contracts')).toEqual(rows(first.body, 'contracts'));
  });
});

describe('contract', () => {
  it('gives the terms and a value for each day that has passed', async () => {
    const settled = harness.workspace.derivatives
      .contracts('BTC')
      .find((contract) => contract.endDate < day(harness.workspace, 30));
    const { body } = await harness.get(`/api/v1/derivatives/contract/${settled?.id}`);
    expect(body).toMatchObject({ contract_id: settled?.id, status: 'SETTLED', currency: 'BTC' });
    const cumulative = at(body, 'series', 'cumulative_gain_loss');
    expect(cumulative).toHaveLength(settled?.days ?? 0);
    expect(at(cumulative, (settled?.days ?? 0) - 1, 'cumulative_gain_loss')).toBe(
      at(body, 'expired_gain_loss'),
    );
    expect(at(cumulative, 0, 'date')).toBe(settled?.startDate);
  });

  it('refuses an unknown id', async () => {
    expect((await harness.get('/api/v1/derivatives/contract/nothing')).status).toBe(404);
  });
});

describe('payments', () => {
  it('are the same in both versions', async () => {
    const v2 = await harness.get('/api/v2/derivatives/payments/BTC');
    const v1 = await harness.get('/api/v1/derivatives/payments/BTC');
    expect(rows(v2.body, 'payments')).toHaveLength(50);
    expect(rows(v1.body, 'payments')).toEqual(rows(v2.body, 'payments'));
    expect(rows(v2.body, 'payments')[0]).toEqual({
      date_time: `${day(harness.workspace, 1)}T16:00:00Z`,
      type: expect.stringMatching(/^(PAYABLE|RECEIVABLE)$/),
      amount: expect.any(Number),
    });
  });

  it('filter by type', async () => {
    const { body } = await harness.get('/api/v2/derivatives/payments/USD?type=PAYABLE');
    const types = rows(body, 'payments').map((payment) => at(payment, 'type'));
    expect(new Set(types)).toEqual(new Set(['PAYABLE']));
    expect((await harness.get('/api/v2/derivatives/payments/USD?type=BOTH')).status).toBe(400);
  });
});

describe('positions', () => {
  const path = '/api/v1/derivatives/positions/BTC';

  it('gives each day of the range, without a pagination object', async () => {
    const [start, end] = [day(harness.workspace, 60), day(harness.workspace, 1)];
    const first = await harness.get(`${path}?start_date=${start}&end_date=${end}`);
    const second = await harness.get(`${path}?start_date=${start}&end_date=${end}&page_number=2`);
    const dates = [...rows(first.body, 'positions'), ...rows(second.body, 'positions')].map(
      (each) => at(each, 'date'),
    );
    expect(dates).toEqual(
      Array.from({ length: 60 }, (_, index) => day(harness.workspace, 60 - index)),
    );
    expect(at(first.body, 'pagination')).toBeUndefined();
    expect(rows(first.body, 'positions')).toHaveLength(50);
    expect(at(first.body, 'summary')).toEqual(at(second.body, 'summary'));
    expect(Object.keys(rows(first.body, 'positions')[0] ?? {})).toHaveLength(20);
  });

  it('gives the last 30 days where no dates are given', async () => {
    expect(rows((await harness.get(path)).body, 'positions')).toHaveLength(30);
  });

  it.each(['start_date=2026-1-1', 'page_size=101', 'start_date=2026-02-02&end_date=2026-01-01'])(
    'refuses %s',
    async (query) => {
      expect((await harness.get(`${path}?${query}`)).status).toBe(400);
    },
  );
});

describe('balances', () => {
  it('adds up', async () => {
    const { body } = await harness.get('/api/v1/derivatives/balances/BTC');
    const margin = (name: string) => Number(at(body, 'current_margin_balance', name));
    expect(margin('effective_margin_balance')).toBeCloseTo(
      margin('realized_margin_balance') + margin('unrealized_margin_balance'),
      8,
    );
    expect(Object.keys(body ?? {})).toEqual([
      'currency_type',
      'current_margin_balance',
      'current_repayment_balance',
      'current_margin_requirement',
      'current_available',
    ]);
    expect((await harness.get('/api/v1/derivatives/balances/EUR')).status).toBe(400);
  });
});
