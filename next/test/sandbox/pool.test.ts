import { Address, NETWORK } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { summary } from '../../src/pool/schemas.js';
import { changeAddressElsewhere, losePower, restorePower } from '../../sandbox/pool/controls.js';
import { startFleetAction } from '../../sandbox/pool/controls.js';
import { deviations } from '../../sandbox/pool/deviations.js';
import * as faults from '../../sandbox/pool/faults.js';
import { startPool } from '../../sandbox/pool/server.js';
import type { LoopbackPool, Workspace } from '../../sandbox/pool/types.js';

const NOON = Date.parse('2026-11-30T12:00:00Z');
const MINUTE = 60_000;
let time = NOON;
let pool: LoopbackPool;
let large: Workspace;

beforeAll(async () => {
  pool = await startPool();
  large = pool.addWorkspace({ now: () => NOON });
});
afterAll(() => pool.stop());

const anything = z.looseObject({});
const rows = z.array(anything);
const page = z.looseObject({ next_page_url: z.string() });

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string;
}

async function ask(workspace: Workspace, path: string, sent: Sent = {}) {
  const response = await fetch(`${pool.url}/api${path}`, {
    method: sent.method ?? 'GET',
    headers: { authorization: sent.key ?? workspace.key },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const body = isJson ? anything.parse(JSON.parse(text)) : {};
  return { status: response.status, headers: response.headers, text, body };
}

const read = async (workspace: Workspace, path: string) => (await ask(workspace, path)).body;
const list = async (workspace: Workspace, path: string, name: string) =>
  rows.parse((await read(workspace, path))[name]);

function small(): Workspace {
  time = NOON;
  return pool.addWorkspace({ size: 'small', now: () => time });
}

/** Path, list in the answer and fields, as the API description gives them. */
const documented = `
/v2/pool/summary/BTC | | currency_type subaccounts hashrate_5m hashrate_24h efficiency_5m uptime_24h active_miners revenue_24h revenue_all_time hashprice balance
/v2/pool/revenue/LTC?start_date=2026-11-01&end_date=2026-11-29 | revenue | date_time revenue
/v2/pool/dev-fee?start_date=2026-11-29&end_date=2026-11-29 | devfee_data | datetime devfee_hashrate devfee_revenue subaccount
/v2/pool/subaccounts | subaccounts | id name site created_at url
/v1/pool/payment-settings/ZEC | payment_settings | currency_type subaccount balance status wallet_id payment_frequency day_of_week addresses next_payout_at frozen_until pool_discount_rate
/v2/derivatives/contracts/BTC | contracts | status side denomination type start_date end_date unit_hashprice daily_hashrate_ph
/v2/derivatives/payments/USD | payments | date_time type amount
/v1/derivatives/payments/BTC | payments | date_time type amount
/v1/derivatives/positions/BTC | positions | date net_position_ph net_position_wavg wavg_long_hashprice total_ph_long long_gain_loss short_gain_loss total_ph_short wavg_short_hashprice unrealized_gain_loss realized_gain_loss total_gain_loss initial_margin_percentage maintenance_margin upfront_long_ph margin_required delivery_quota_ph notional_delivery_quota net_position_reference_rate position_breakdown_reference_rate
/v1/derivatives/balances/USD | | currency_type current_margin_balance current_repayment_balance current_margin_requirement current_available
/v2/commander/miners | miners | id ip_address mac_address model firmware hashing_status healthy_status site_id agent_id hashrate power max_temperature fan_speed pool last_seen_at url`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()));
const actionFields =
  'id action_name status initiated_at initiated_by requires_approval canceled_by approved_at rejected_at approved_by rejected_by url metadata';

describe('the operations', () => {
  it.each(documented)('GET %s answers with the documented fields', async (path, name, fields) => {
    const body = await read(large, path ?? '');
    const record = name ? rows.parse(body[name])[0] : body;
    expect(Object.keys(record ?? {})).toEqual(expect.arrayContaining(fields?.split(' ') ?? []));
  });

  it('a contract and a fleet action answer by their ids', async () => {
    const contract = (await list(large, '/v2/derivatives/contracts/BTC', 'contracts'))[20];
    const details = await read(large, `/v1/derivatives/contract/${contract?.['contract_id']}`);
    const series = z.record(z.string(), rows).parse(details['series']);
    expect(series['cumulative_gain_loss']?.at(-1)?.['cumulative_gain_loss']).toBe(
      details['expired_gain_loss'],
    );
    const action = await read(large, `/v2/commander/actions/${large.actions[0]?.['id']}`);
    expect(action).toMatchObject({ action_type: 'Reboot', total_miners: 120, progress: 1 });
    expect((await ask(large, '/v2/commander/actions/none')).status).toBe(404);
  });

  it('the sites add up to the workspace', async () => {
    const whole = summary.parse(await read(large, '/v2/pool/summary/BTC'));
    const sites = await Promise.all(
      large.sites.map(({ id }) => read(large, `/v2/pool/summary/BTC?site_id=${id}`)),
    );
    for (const name of ['hashrate_5m', 'hashrate_24h', 'active_miners'] as const) {
      const sum = sites.reduce((total, site) => total + BigInt(String(site[name])), 0n);
      expect(String(whole[name])).toBe(String(sum));
    }
    const { revenue_24h, hashprice, hashrate_24h } = whole;
    const expected = (Number(hashprice?.[0]?.value) * Number(hashrate_24h)) / 1e15;
    expect(Number(revenue_24h?.[0]?.revenue)).toBeCloseTo(expected, 6);
  });

  it('miners are filtered, sorted and paged', async () => {
    const path =
      '/v2/commander/miners?healthy_status=failing&sort_by=max_temperature&sort_order=desc';
    const first = await read(large, `${path}&page_size=100`);
    const { next_page_url } = page.parse(first['pagination']);
    const second = await read(large, next_page_url.slice(`${pool.url}/api`.length));
    const both = [...rows.parse(first['miners']), ...rows.parse(second['miners'])];
    const heat = both.map((miner) => Number(miner['max_temperature']));
    expect(both).toHaveLength(138);
    expect(heat).toEqual(heat.toSorted((one, other) => other - one));
    expect(second['pagination']).toMatchObject({ next_page_url: null, item_count: 138 });
  });

  it("yesterday's revenue comes at 06:00 UTC", async () => {
    const workspace = small();
    const path = '/v2/pool/revenue/BTC?start_date=2026-11-28&end_date=2026-11-30';
    time = Date.parse('2026-11-30T05:59:00Z');
    expect(await list(workspace, path, 'revenue')).toHaveLength(1);
    time += MINUTE;
    expect(await list(workspace, path, 'revenue')).toHaveLength(2);
  });

  it.each([
    [400, '/v2/pool/summary/XMR'],
    [400, '/v2/pool/revenue/BTC?start_date=2026-11-01'],
    [400, '/v2/pool/revenue/BTC?start_date=2026-11-01&end_date=2026-12-01'],
    [400, '/v2/pool/summary/BTC?subaccount_names=lone-mesa-air&site_id=x'],
    [400, '/v2/derivatives/contracts/BTC?page_size=101'],
    [400, '/v2/commander/miners?page_number=0'],
    [403, '/v2/pool/summary/BTC?subaccount_names=lone-mesa-air,nobody'],
    [404, '/v2/pool/summary/BTC?site_id=00000000-0000-4000-8000-000000000000'],
    [404, '/v2/pool/elsewhere'],
  ])('%i answers GET %s', async (status, path) => {
    expect((await ask(large, path)).status).toBe(status);
  });

  it('only its key opens a workspace, with or without Bearer', async () => {
    const wrong = await ask(large, '/v2/pool/subaccounts', { key: 'lpk_wrong' });
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } });
    const key = `Bearer ${large.key}`;
    expect((await ask(large, '/v2/pool/subaccounts', { key })).status).toBe(200);
  });
});

describe('writes', () => {
  it('a move changes the subaccount, its settings and its miners', async () => {
    const workspace = small();
    const site_id = workspace.sites[1]?.id;
    const path = '/v2/pool/subaccounts/cedar-ridge-air';
    const { body } = await ask(workspace, path, { method: 'PATCH', body: { site_id } });
    expect(Object.keys(body)).toEqual(expect.arrayContaining(actionFields.split(' ')));
    const there = `site_id=${site_id}`;
    expect(await list(workspace, `/v2/pool/subaccounts?${there}`, 'subaccounts')).toHaveLength(2);
    expect(await list(workspace, `/v2/commander/miners?${there}`, 'miners')).toHaveLength(9);
    expect(workspace.writes).toMatchObject([{ method: 'PATCH', path: `/api${path}` }]);
  });

  it('a subaccount is created once', async () => {
    const workspace = small();
    const sent = { method: 'POST', body: { name: 'hall-7', site_id: workspace.sites[0]?.id } };
    expect((await ask(workspace, '/v2/pool/subaccounts', sent)).body).toMatchObject({
      name: 'hall-7',
      site: { name: 'Cedar Ridge' },
    });
    expect((await ask(workspace, '/v2/pool/subaccounts', sent)).status).toBe(409);
    expect(await list(workspace, '/v2/pool/subaccounts', 'subaccounts')).toHaveLength(4);
  });

  it('payment settings wait for approval, then freeze payouts for 48 hours', async () => {
    const workspace = small();
    workspace.requiresApproval = true;
    const address = { address_name: 'cold', external_address: 'bc1qcold', revenue_allocation: 100 };
    const sent = { method: 'POST', body: { payment_frequency: 'MONTHLY', addresses: [address] } };
    const answer = await ask(workspace, '/v2/pool/payment-settings/BTC/lone-mesa-air', sent);
    expect(answer.body).toMatchObject({ status: 'PENDING', requires_approval: true });
    const record = async () =>
      (
        await list(
          workspace,
          '/v1/pool/payment-settings/BTC?subaccount_names=lone-mesa-air',
          'payment_settings',
        )
      )[0];
    expect(await record()).toMatchObject({
      status: 'PENDING_APPROVAL',
      payment_frequency: 'DAILY',
      next_payout_at: '2026-12-01T09:00:00Z',
    });
    workspace.approve('lone-mesa-air', 'BTC');
    expect(await record()).toMatchObject({
      status: 'ACTIVE',
      payment_frequency: 'MONTHLY',
      addresses: [{ ...address, address_id: expect.any(Number) }],
      frozen_until: '2026-12-02T12:00:00Z',
    });
    expect(() => workspace.reject('lone-mesa-air', 'BTC')).toThrow('await approval');
  });
});

describe('faults and deviations', () => {
  it.each([
    [500, faults.answering(500, 'upstream')],
    [403, faults.challengePage()],
    [429, faults.rateLimited(20)],
    [400, faults.needsFilter()],
  ])('a fault answers %i until it is taken away', async (status, fault) => {
    const workspace = small();
    workspace.fault = faults.onlyFor('/summary/', fault);
    expect((await ask(workspace, '/v2/pool/summary/BTC')).status).toBe(status);
    expect((await ask(workspace, '/v2/pool/subaccounts')).status).toBe(200);
    workspace.fault = null;
    expect((await ask(workspace, '/v2/pool/summary/BTC')).status).toBe(200);
  });

  it('a reset after a write leaves it carried out, a reset before does not', async () => {
    const workspace = small();
    const create = (name: string) => {
      const body = { name, site_id: workspace.sites[0]?.id };
      return ask(workspace, '/v2/pool/subaccounts', { method: 'POST', body });
    };
    workspace.fault = faults.down();
    await expect(create('hall-7')).rejects.toThrow('fetch failed');
    workspace.fault = () => ({ kind: 'reset-after' });
    await expect(create('hall-8')).rejects.toThrow('fetch failed');
    expect(workspace.subaccounts.map(({ name }) => name)).not.toContain('hall-7');
    expect(workspace.subaccounts.at(-1)).toMatchObject({ name: 'hall-8' });
  });

  it('a forbidden subaccount fails the whole list', async () => {
    const workspace = small();
    workspace.fault = faults.forbids('lone-mesa-air');
    const path = '/v2/pool/summary/BTC?subaccount_names=';
    expect((await ask(workspace, `${path}cedar-ridge-air,lone-mesa-air`)).status).toBe(403);
    expect((await ask(workspace, `${path}cedar-ridge-air`)).status).toBe(200);
  });

  const settings = '/v1/pool/payment-settings/BTC?page_size=2';
  const revenue = '/v2/pool/revenue/BTC?start_date=2026-11-29&end_date=2026-11-29';
  it.each([
    ['nulls', '/v2/pool/summary/BTC', '"efficiency_5m":null'],
    ['numbersAsText', '/v2/pool/summary/BTC', '"active_miners":"11"'],
    ['unknownFields', settings, '"x_new":{"note":"added later"'],
    ['wrappedContract', `/v1/derivatives/contract/`, '{"contract":{'],
    ['flatRevenue', revenue, '"date_time":"2026-11-29T00:00:00Z","revenue":0.'],
    ['severalRevenueTypes', revenue, '"revenue_type":"REFERRAL"'],
    ['oddFields', settings, '"addresses":{}'],
    ['lyingPagination', settings, '"page_number":0,"page_size":2,"item_count":2,'],
    ['lyingPagination', settings, '"next_page_url":"/api/v1/'],
    ['repeatedLastPage', '/v2/pool/subaccounts', '"next_page_url":"'],
    ['siteIdFlat', '/v2/pool/subaccounts', '"name":"cedar-ridge-air","site_id":"'],
  ] as const)('%s rewrites the answer to %s', async (name, path, part) => {
    const workspace = small();
    const id = (await list(workspace, '/v2/derivatives/contracts/BTC', 'contracts'))[0];
    workspace.rewrite = deviations[name];
    const isContract = name === 'wrappedContract';
    const { text } = await ask(workspace, isContract ? path + String(id?.['contract_id']) : path);
    expect(text).toContain(part);
  });

  it('the last page repeats, or no page says where it stands', async () => {
    const workspace = small();
    workspace.rewrite = deviations.repeatedLastPage;
    const last = await list(workspace, '/v2/pool/subaccounts?page_number=1', 'subaccounts');
    const beyond = await list(workspace, '/v2/pool/subaccounts?page_number=2', 'subaccounts');
    expect(beyond).toEqual(last);
    workspace.rewrite = deviations.noPagination;
    expect(await read(workspace, '/v2/pool/subaccounts')).not.toHaveProperty('pagination');
  });
});

describe('what others do', () => {
  it('an outage drops the current hashrate at once and the daily one slowly', async () => {
    const workspace = small();
    const rates = async () => {
      const { hashrate_5m, hashrate_24h } = summary.parse(
        await read(workspace, '/v2/pool/summary/BTC'),
      );
      return [Number(hashrate_5m), Number(hashrate_24h)] as const;
    };
    const [before, daily] = await rates();
    losePower(workspace, 'Cedar Ridge');
    time += 60 * MINUTE;
    const [during, later] = await rates();
    expect(during).toBeLessThan(before / 2);
    expect(later).toBeLessThan(daily);
    expect(later).toBeGreaterThan(daily * 0.9);
    restorePower(workspace, 'Cedar Ridge');
    expect((await rates())[0]).toBe(before);
  });

  it('a payout address is replaced by another valid one', () => {
    const workspace = small();
    const before = structuredClone(workspace.paymentSettings[0]?.['addresses']);
    const address = changeAddressElsewhere(workspace, 'cedar-ridge-air', 'BTC');
    expect(Address(NETWORK).decode(address)).toMatchObject({ type: 'wpkh' });
    expect(workspace.paymentSettings[0]?.['addresses']).not.toEqual(before);
  });

  it('a fleet action ends with every miner counted', async () => {
    const plan = { site: 'Lone Mesa', type: 'Reboot', description: '', miners: 4, seconds: 60 };
    const workspace = small();
    const path = `/v2/commander/actions/${startFleetAction(workspace, plan)}`;
    expect(await read(workspace, path)).toMatchObject({ status: 'PENDING', success_miners: 0 });
    time += 30_000;
    expect(await read(workspace, path)).toMatchObject({ status: 'PROCESSING', success_miners: 2 });
    time += 30_000;
    expect(await read(workspace, path)).toMatchObject({
      status: 'COMPLETED',
      success_miners: 3,
      error_miners: 1,
    });
  });
});
