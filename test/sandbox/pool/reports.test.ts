import { describe, expect, it } from 'vitest';
import { at, day, rows, usePool } from './harness.js';

const harness = usePool();

describe('summary', () => {
  it('adds up the whole workspace', async () => {
    const { status, body } = await harness.get('/api/v2/pool/summary/BTC');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      currency_type: 'BTC',
      hashrate_5m: expect.stringMatching(/^\d{15,20}$/),
      hashrate_24h: expect.stringMatching(/^\d{15,20}$/),
      revenue_24h: [{ currency_type: 'BTC', revenue_type: 'MINING' }],
      hashprice: [{ currency_type: 'BTC' }],
      balance: [{ currency_type: 'BTC' }],
    });
    const miners = await harness.get('/api/v2/commander/miners?page_size=200');
    const rates = rows(miners.body, 'miners').map((miner) => BigInt(String(at(miner, 'hashrate'))));
    expect(at(body, 'hashrate_5m')).toBe(`${rates.reduce((sum, each) => sum + each, 0n)}`);
    expect(at(body, 'active_miners')).toBe(rates.filter((rate) => rate > 0n).length);
    expect(rows(body, 'subaccounts')).toHaveLength(12);
  });

  it('keeps both halves of LTC_DOGE apart', async () => {
    const { body } = await harness.get('/api/v2/pool/summary/LTC_DOGE');
    expect(rows(body, 'revenue_24h').map((entry) => at(entry, 'currency_type'))).toEqual([
      'LTC',
      'DOGE',
    ]);
  });

  it('takes names repeated, names separated by commas, and a site', async () => {
    const [first, second] = harness.workspace.subaccounts.map(({ name }) => name);
    const names = async (query: string) => {
      const { body } = await harness.get(`/api/v2/pool/summary/BTC?${query}`);
      return rows(body, 'subaccounts').map((each) => at(each, 'name'));
    };
    expect(await names(`subaccount_names=${first}&subaccount_names=${second}`)).toEqual([
      first,
      second,
    ]);
    expect(await names(`subaccount_names=${first},${second}`)).toEqual([first, second]);
    expect(await names(`site_id=${harness.workspace.sites[0]?.id}`)).toHaveLength(3);
  });

  it.each([
    ['/api/v2/pool/summary/XMR', 400],
    ['/api/v2/pool/summary/LTC', 400],
    ['/api/v2/pool/summary/BTC?subaccount_names=nobody', 403],
    ['/api/v2/pool/summary/BTC?site_id=00000000-0000-4000-8000-000000000000', 404],
    ['/api/v1/pool/summary/BTC', 404],
  ])('refuses %s', async (path, status) => {
    expect((await harness.get(path)).status).toBe(status);
  });
});

describe('revenue', () => {
  const range = (from: number, to: number) =>
    `start_date=${day(harness.workspace, from)}&end_date=${day(harness.workspace, to)}`;

  it('gives each day once, up to yesterday', async () => {
    const { body } = await harness.get(`/api/v2/pool/revenue/BTC?${range(5, 0)}`);
    expect(rows(body, 'revenue').map((row) => at(row, 'date_time'))).toEqual(
      [5, 4, 3, 2, 1].map((ago) => `${day(harness.workspace, ago)}T00:00:00Z`),
    );
    expect(rows(body, 'revenue')[0]).toMatchObject({
      revenue: { currency_type: 'BTC', revenue_type: 'MINING', revenue: expect.any(Number) },
    });
  });

  it('sums to what the summary says', async () => {
    const sats = (value: unknown) => Math.round(Number(value) * 1e8);
    const report = await harness.get(`/api/v2/pool/revenue/BTC?${range(200, 0)}`);
    const earned = rows(report.body, 'revenue').map((row) => sats(at(row, 'revenue', 'revenue')));
    expect(earned).toHaveLength(90);
    const { body } = await harness.get('/api/v2/pool/summary/BTC');
    expect(sats(at(body, 'revenue_all_time', 0, 'revenue'))).toBe(
      earned.reduce((sum, each) => sum + each, 0),
    );
    expect(sats(at(body, 'revenue_24h', 0, 'revenue'))).toBe(earned.at(-1));
  });

  it('knows LTC, DOGE and both together', async () => {
    const coins = async (currency: string) => {
      const { body } = await harness.get(`/api/v2/pool/revenue/${currency}?${range(1, 1)}`);
      return rows(body, 'revenue').map((row) => at(row, 'revenue', 'currency_type'));
    };
    expect(await coins('LTC')).toEqual(['LTC']);
    expect(await coins('DOGE')).toEqual(['DOGE']);
    expect(await coins('LTC_DOGE')).toEqual(['LTC', 'DOGE']);
  });

  it.each([
    ['', 'without dates'],
    ['?start_date=2026-11-01', 'without an end'],
    ['?start_date=2026-02-30&end_date=2026-03-01', 'with a day that does not exist'],
    ['?start_date=2026-11-02&end_date=2026-11-01', 'with the end before the start'],
  ])('refuses %s (%s)', async (query) => {
    expect((await harness.get(`/api/v2/pool/revenue/BTC${query}`)).status).toBe(400);
  });

  it('has nothing for a range of the future', async () => {
    const { status, body } = await harness.get(`/api/v2/pool/revenue/BTC?${range(-3, -5)}`);
    expect(status).toBe(200);
    expect(rows(body, 'revenue')).toEqual([]);
  });
});

describe('developer fee', () => {
  it('gives a row for each hour and subaccount', async () => {
    const date = day(harness.workspace, 2);
    const [name] = harness.workspace.subaccounts.map((each) => each.name);
    const { body } = await harness.get(
      `/api/v2/pool/dev-fee?start_date=${date}&end_date=${date}&subaccount_names=${name}&page_size=50`,
    );
    const data = rows(body, 'devfee_data');
    expect(data).toHaveLength(24);
    expect(data[23]).toMatchObject({
      datetime: `${date}T23:00:00Z`,
      devfee_hashrate: expect.stringMatching(/^\d+$/),
      devfee_revenue: expect.any(Number),
      subaccount: name,
    });
    expect(at(body, 'pagination')).toMatchObject({ item_count: 24, next_page_url: null });
  });

  it('gives ten rows unless told, and needs dates', async () => {
    const date = day(harness.workspace, 2);
    const { body } = await harness.get(`/api/v2/pool/dev-fee?start_date=${date}&end_date=${date}`);
    expect(rows(body, 'devfee_data')).toHaveLength(10);
    expect((await harness.get('/api/v2/pool/dev-fee')).status).toBe(400);
  });
});
