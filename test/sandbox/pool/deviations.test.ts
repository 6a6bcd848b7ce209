import { describe, expect, it } from 'vitest';
import { at, day, rows, usePool } from './harness.js';

const harness = usePool();
const name = 'pecos-flats-hydro';

const subaccounts = async () => (await harness.get('/api/v2/pool/subaccounts')).body;
const revenue = async () => {
  const range = `start_date=${day(harness.workspace, 3)}&end_date=${day(harness.workspace, 1)}`;
  return rows((await harness.get(`/api/v2/pool/revenue/BTC?${range}`)).body, 'revenue');
};
const move = async (siteId = harness.workspace.sites[1]?.id) =>
  harness.send('PATCH', `/api/v2/pool/subaccounts/${name}`, { site_id: siteId });

describe('presence of fields', () => {
  it('null-fields: each field is null in one item and there in the next', async () => {
    harness.pool.deviations.add('null-fields');
    const items = rows(await subaccounts(), 'subaccounts');
    expect(Object.values(items[0] ?? {}).filter((value) => value === null)).toHaveLength(2);
    for (const field of ['id', 'name', 'site', 'created_at', 'url']) {
      const values = [at(items[0], field), at(items[1], field)];
      expect(values.filter((value) => value === null)).toHaveLength(1);
    }
  });

  it('missing-fields: the same fields are not there, nor is the pagination', async () => {
    harness.pool.deviations.add('missing-fields');
    const body = await subaccounts();
    expect(at(body, 'pagination')).toBeUndefined();
    const [first, second] = rows(body, 'subaccounts').map((each) => Object.keys(each ?? {}));
    expect([...(first ?? []), ...(second ?? [])].toSorted()).toEqual(
      ['id', 'name', 'site', 'created_at', 'url'].toSorted(),
    );
  });

  it('null-lists: the lists of the body itself', async () => {
    harness.pool.deviations.add('null-lists');
    const body = await subaccounts();
    expect(at(body, 'subaccounts')).toBeNull();
    expect(at(body, 'pagination', 'page_number')).toBe(1);
  });

  it('unknown-fields', async () => {
    harness.pool.deviations.add('unknown-fields');
    const body = await subaccounts();
    expect(at(body, 'x_revision')).toBe(7);
    expect(at(body, 'subaccounts', 0, 'site', 'x_revision')).toBe(7);
    const contracts = await harness.get('/api/v2/derivatives/contracts/BTC');
    expect(at(contracts.body, 'contracts', 0, 'contract_id')).toMatch(/^C-/);
  });
});

describe('values', () => {
  it('unknown-enums', async () => {
    harness.pool.deviations.add('unknown-enums');
    const { body } = await harness.get('/api/v2/commander/miners?hashing_status=idle');
    expect(at(body, 'miners', 0, 'hashing_status')).toBe('X_idle_2');
    expect(at((await move()).body, 'action_name')).toBe('X_UPDATE_SUBACCOUNT_2');
  });

  it('numbers-as-strings', async () => {
    harness.pool.deviations.add('numbers-as-strings');
    const { body } = await harness.get('/api/v2/pool/summary/BTC');
    expect(at(body, 'active_miners')).toMatch(/^\d+$/);
    expect(at(body, 'revenue_24h', 0, 'revenue')).toMatch(/^0\.\d+$/);
  });

  it('strings-as-numbers: with every digit in the text', async () => {
    const path = '/api/v2/pool/summary/BTC';
    const digits = String(at((await harness.get(path)).body, 'hashrate_5m'));
    harness.pool.deviations.add('strings-as-numbers');
    const { text, body } = await harness.get(path);
    expect(text).toContain(`"hashrate_5m":${digits},`);
    expect(at(body, 'hashrate_5m')).toBeTypeOf('number');
  });

  it('long-digits: more than a double holds', async () => {
    harness.pool.deviations.add('long-digits');
    const { text, body } = await harness.get('/api/v1/derivatives/balances/BTC');
    expect(text).toMatch(/"realized_margin_balance":\d\.\d{22,}/);
    expect(body).toBeDefined();
  });

  it('odd-ids: shown otherwise, and taken back', async () => {
    harness.pool.deviations.add('odd-ids');
    const body = await subaccounts();
    const siteId = String(at(body, 'subaccounts', 1, 'site', 'id'));
    expect(siteId).toMatch(/^a-/);
    expect(at(body, 'subaccounts', 1, 'id')).toBeTypeOf('number');
    const { body: miners } = await harness.get(`/api/v2/commander/miners?site_id=${siteId}`);
    expect(at(miners, 'miners', 0, 'id')).toMatch(/^a-/);
    const action = `/api/v2/commander/actions/a-${harness.workspace.fleetActions.ids[0]}`;
    expect((await harness.get(action)).status).toBe(200);
    expect((await move(siteId)).status).toBe(200);
    expect(harness.workspace.subaccount(name)?.siteId).toBe(harness.workspace.sites[1]?.id);
  });
});

describe('shapes', () => {
  const first = async () => rows(await subaccounts(), 'subaccounts')[0];

  it('subaccount-site-null', async () => {
    harness.pool.deviations.add('subaccount-site-null');
    expect(await first()).toMatchObject({ name, site: null });
  });

  it('subaccount-flat-site', async () => {
    harness.pool.deviations.add('subaccount-flat-site');
    expect(await first()).toMatchObject({ name, site_id: harness.workspace.sites[0]?.id });
    expect(await first()).not.toHaveProperty('site');
  });

  it('subaccount-bare, also where it stands in another resource', async () => {
    harness.pool.deviations.add('subaccount-bare');
    expect(Object.keys((await first()) ?? {})).toEqual(['id', 'name', 'site']);
    const { body } = await harness.get('/api/v1/pool/payment-settings/BTC');
    const inner = at(body, 'payment_settings', 0, 'subaccount');
    expect(Object.keys(inner ?? {})).toEqual(['id', 'name', 'site']);
  });

  it('camel-case-actions', async () => {
    harness.pool.deviations.add('camel-case-actions');
    const { body } = await move();
    expect(body).toMatchObject({ actionName: 'UPDATE_SUBACCOUNT', requiresApproval: false });
    expect(at(body, 'initiatedBy', 'displayName')).toBe('Pitboss');
    expect(body).not.toHaveProperty('action_name');
  });

  it('metadata-null', async () => {
    harness.pool.deviations.add('metadata-null');
    expect((await move()).body).toMatchObject({ metadata: null });
  });

  it('contract-wrapped', async () => {
    harness.pool.deviations.add('contract-wrapped');
    const id = harness.workspace.derivatives.contracts('BTC')[9]?.id;
    const { body } = await harness.get(`/api/v1/derivatives/contract/${id}`);
    expect(Object.keys(body ?? {})).toEqual(['contract']);
    expect(at(body, 'contract', 'contract_id')).toBe(id);
  });

  it('revenue-flat', async () => {
    harness.pool.deviations.add('revenue-flat');
    expect((await revenue())[0]).toEqual({
      date_time: `${day(harness.workspace, 3)}T00:00:00Z`,
      currency_type: 'BTC',
      revenue_type: 'MINING',
      revenue: expect.any(Number),
    });
  });

  it('revenue-many-types', async () => {
    const plain = await revenue();
    harness.pool.deviations.add('revenue-many-types');
    const many = await revenue();
    const ofType = (type: string) =>
      many.filter((row) => at(row, 'revenue', 'revenue_type') === type);
    expect(ofType('MINING')).toEqual(plain);
    expect(ofType('REFERRAL')).toHaveLength(3);
    expect(many).toHaveLength(9);
  });

  it('yesterday-empty', async () => {
    harness.pool.deviations.add('yesterday-empty');
    const days = (await revenue()).map((row) => String(at(row, 'date_time')).slice(0, 10));
    expect(days).toEqual([day(harness.workspace, 3), day(harness.workspace, 2)]);
  });

  it('several at once', async () => {
    for (const each of ['revenue-many-types', 'revenue-flat', 'numbers-as-strings'] as const) {
      harness.pool.deviations.add(each);
    }
    expect((await revenue())[1]).toMatchObject({
      revenue_type: 'REFERRAL',
      revenue: expect.stringMatching(/^0\.\d+$/),
    });
  });
});

describe('refusals', () => {
  const summary = async (query = '') =>
    (await harness.get(`/api/v2/pool/summary/BTC${query}`)).status;

  it('filter-required', async () => {
    harness.pool.deviations.add('filter-required');
    expect(await summary()).toBe(400);
    expect(await summary(`?subaccount_names=${name}`)).toBe(200);
    expect((await harness.get('/api/v2/pool/subaccounts')).status).toBe(200);
  });

  it('both-filters-refused', async () => {
    const both = `?subaccount_names=${name}&site_id=${harness.workspace.sites[0]?.id}`;
    expect(await summary(both)).toBe(200);
    harness.pool.deviations.add('both-filters-refused');
    expect(await summary(both)).toBe(400);
  });

  it('future-end-refused', async () => {
    const path = () =>
      `/api/v2/pool/revenue/BTC?start_date=2026-01-01&end_date=${day(harness.workspace, -1)}`;
    expect((await harness.get(path())).status).toBe(200);
    harness.pool.deviations.add('future-end-refused');
    expect((await harness.get(path())).status).toBe(400);
  });

  it('v2-payments-missing', async () => {
    harness.pool.deviations.add('v2-payments-missing');
    expect((await harness.get('/api/v2/derivatives/payments/BTC')).status).toBe(404);
    expect((await harness.get('/api/v1/derivatives/payments/BTC')).status).toBe(200);
  });
});

describe('hostile-text', () => {
  it('shows names that break and ping, and takes them back', async () => {
    harness.pool.deviations.add('hostile-text');
    const { body } = await harness.get('/api/v2/pool/subaccounts?page_size=50');
    const names = rows(body, 'subaccounts').map((each) => String(at(each, 'name')));
    expect(new Set(names).size).toBe(12);
    expect(names.every((each, index) => each !== harness.workspace.subaccounts[index]?.name)).toBe(
      true,
    );
    const safe = names.find((each) => !each.includes(',')) ?? '';
    const scoped = await harness.get(
      `/api/v2/pool/summary/BTC?subaccount_names=${encodeURIComponent(safe)}`,
    );
    expect(rows(scoped.body, 'subaccounts').map((each) => at(each, 'name'))).toEqual([safe]);
  });

  it('has every kind of trouble in a list of miners', async () => {
    harness.pool.deviations.add('hostile-text');
    const { body, text } = await harness.get('/api/v2/commander/miners?page_size=120');
    const workers = rows(body, 'miners').map((each) => String(at(each, 'pool', 'worker')));
    for (const trouble of ['@everyone', '<@123>', '```', '=cmd|', '\u202E', '\u200B', '\u0007']) {
      expect(workers.some((worker) => worker.includes(trouble))).toBe(true);
    }
    expect(Math.max(...workers.map((worker) => worker.length))).toBeGreaterThan(5000);
    expect(text).toContain('@evil.invalid/v2/commander/miners/');
  });
});
