import { Address, NETWORK } from '@scure/btc-signer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { summary } from '../../src/pool/schemas.js';
import * as controls from '../../sandbox/pool/controls.js';
import { deviations } from '../../sandbox/pool/deviations.js';
import { startPool } from '../../sandbox/pool/server.js';
import type { LoopbackPool, Workspace } from '../../sandbox/pool/types.js';

const NOON = Date.parse('2026-11-30T12:00:00Z');
const MINUTE = 60_000;
const SUMMARY = '/v2/pool/summary/BTC';
const SUBACCOUNTS = '/v2/pool/subaccounts';
const CONTRACTS = '/v2/derivatives/contracts/BTC';
const MINERS = '/v2/commander/miners';
const NO_SITE = '00000000-0000-4000-8000-000000000000';

let pool: LoopbackPool;
let large: Workspace;
/** Small, and new for each test. */
let workspace: Workspace;
let time = NOON;

beforeAll(async () => {
  pool = await startPool();
  large = pool.addWorkspace({ now: () => NOON });
});
beforeEach(() => {
  time = NOON;
  workspace = pool.addWorkspace({ size: 'small', now: () => time });
});
afterAll(() => pool.stop());

const record = z.looseObject({});

/** Sends it to the workspace of the key, the small one's by default. */
async function send(method: string, path: string, { key = workspace.key, body = {} } = {}) {
  const response = await fetch(`${pool.url}/api${path}`, {
    method,
    headers: { authorization: key },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

async function status(path: string): Promise<number> {
  return (await send('GET', path)).status;
}

async function read(path: string, key = workspace.key) {
  return record.parse(JSON.parse((await send('GET', path, { key })).text));
}

/** The only list of an answer. */
async function list(path: string, key = workspace.key) {
  const rows = Object.values(await read(path, key)).find(Array.isArray);
  return z.array(record).parse(rows);
}

/** A path and the fields of its answer, or of the rows of its list, as the API description gives them. */
const documented = `
/v2/pool/summary/BTC | currency_type subaccounts hashrate_5m hashrate_24h efficiency_5m uptime_24h active_miners revenue_24h revenue_all_time hashprice balance
/v2/pool/revenue/LTC?start_date=2026-11-01&end_date=2026-11-29 | date_time revenue
/v2/pool/dev-fee?start_date=2026-11-29&end_date=2026-11-29 | datetime devfee_hashrate devfee_revenue subaccount
/v2/pool/subaccounts | id name site created_at url
/v1/pool/payment-settings/ZEC | currency_type subaccount balance status wallet_id payment_frequency day_of_week addresses next_payout_at frozen_until pool_discount_rate
/v2/derivatives/contracts/BTC | status side denomination type start_date end_date unit_hashprice daily_hashrate_ph
/v2/derivatives/payments/USD | date_time type amount
/v1/derivatives/payments/BTC | date_time type amount
/v1/derivatives/positions/BTC | date net_position_ph net_position_wavg wavg_long_hashprice total_ph_long long_gain_loss short_gain_loss total_ph_short wavg_short_hashprice unrealized_gain_loss realized_gain_loss total_gain_loss initial_margin_percentage maintenance_margin upfront_long_ph margin_required delivery_quota_ph notional_delivery_quota net_position_reference_rate position_breakdown_reference_rate
/v1/derivatives/balances/USD | currency_type current_margin_balance current_repayment_balance current_margin_requirement current_available
/v2/commander/miners | id ip_address mac_address model firmware hashing_status healthy_status site_id agent_id hashrate power max_temperature fan_speed pool last_seen_at url`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()));

const actionFields =
  'id action_name status initiated_at initiated_by requires_approval canceled_by approved_at rejected_at approved_by rejected_by url metadata';

describe('the operations', () => {
  it.each(documented)('GET %s answers with the documented fields', async (path, fields) => {
    const body = await read(path ?? '', large.key);
    const candidates = [
      body,
      ...Object.values(body).map((value) => (Array.isArray(value) ? value[0] : {})),
    ];
    const wanted = expect.arrayContaining(fields?.split(' ') ?? []);
    expect(candidates.map((each) => Object.keys(each))).toContainEqual(wanted);
  });

  it('the sites add up to the workspace', async () => {
    const whole = summary.parse(await read(SUMMARY, large.key));
    const sites = await Promise.all(
      large.sites.map(({ id }) => read(`${SUMMARY}?site_id=${id}`, large.key)),
    );
    for (const name of ['hashrate_5m', 'hashrate_24h', 'active_miners'] as const) {
      const sum = sites.reduce((total, site) => total + BigInt(String(site[name])), 0n);
      expect(String(whole[name])).toBe(String(sum));
    }
    const expected = (Number(whole.hashprice?.[0]?.value) * Number(whole.hashrate_24h)) / 1e15;
    expect(Number(whole.revenue_24h?.[0]?.revenue)).toBeCloseTo(expected, 6);
  });

  it('miners are filtered, sorted and paged', async () => {
    const query = 'healthy_status=failing&sort_by=max_temperature&sort_order=desc&page_size=100';
    const pages = await Promise.all(
      [1, 2].map((page) => list(`${MINERS}?${query}&page_number=${page}`, large.key)),
    );
    const heat = pages.flat().map((miner) => Number(miner['max_temperature']));
    expect(heat).toHaveLength(138);
    expect(heat).toEqual(heat.toSorted((one, other) => other - one));
    const last = await read(`${MINERS}?${query}&page_number=2`, large.key);
    expect(last['pagination']).toMatchObject({ next_page_url: null, item_count: 138 });
  });

  it("yesterday's revenue comes at 06:00 UTC", async () => {
    const path = '/v2/pool/revenue/LTC?start_date=2026-11-28&end_date=2026-11-30';
    const days = async () => z.array(record).parse((await read(path))['revenue']).length;
    time = Date.parse('2026-11-30T05:59:00Z');
    expect(await days()).toBe(1);
    time += MINUTE;
    expect(await days()).toBe(2);
  });

  it.each([
    [400, '/v2/pool/summary/XMR'],
    [400, '/v2/pool/revenue/BTC?start_date=2026-11-01'],
    [400, '/v2/pool/revenue/BTC?start_date=2026-11-01&end_date=2026-12-01'],
    [400, `${SUMMARY}?subaccount_names=lone-mesa-air&site_id=${NO_SITE}`],
    [400, `${CONTRACTS}?page_size=101`],
    [403, `${SUMMARY}?subaccount_names=lone-mesa-air,nobody`],
    [404, `${SUMMARY}?site_id=${NO_SITE}`],
    [404, '/v2/commander/actions/none'],
    [404, '/v2/pool/elsewhere'],
  ])('%i answers GET %s', async (expected, path) => {
    expect(await status(path)).toBe(expected);
  });

  it('only its key opens a workspace, with or without Bearer', async () => {
    const wrong = await send('GET', SUBACCOUNTS, { key: 'lpk_wrong' });
    expect(wrong).toMatchObject({ status: 401, text: expect.stringContaining('UNAUTHORIZED') });
    expect(await list(SUBACCOUNTS, `Bearer ${workspace.key}`)).toHaveLength(3);
  });
});

describe('a write', () => {
  it('of payment settings waits for approval, then freezes payouts for 48 hours', async () => {
    const address = { address_name: 'cold', external_address: 'bc1qcold', revenue_allocation: 100 };
    const body = { payment_frequency: 'MONTHLY', addresses: [address] };
    const path = '/v1/pool/payment-settings/BTC?subaccount_names=lone-mesa-air';
    workspace.requiresApproval = true;
    const { text } = await send('POST', '/v2/pool/payment-settings/BTC/lone-mesa-air', { body });
    const fields = Object.keys(record.parse(JSON.parse(text)));
    expect(fields).toEqual(expect.arrayContaining(actionFields.split(' ')));
    expect(workspace.writes).toMatchObject([{ method: 'POST', body }]);
    const waiting = { status: 'PENDING_APPROVAL', payment_frequency: 'DAILY' };
    expect(await list(path)).toMatchObject([waiting]);
    workspace.approve('lone-mesa-air', 'BTC');
    expect(await list(path)).toMatchObject([
      {
        status: 'ACTIVE',
        payment_frequency: 'MONTHLY',
        addresses: [{ ...address, address_id: expect.any(Number) }],
        frozen_until: '2026-12-02T12:00:00Z',
      },
    ]);
    expect(() => workspace.reject('lone-mesa-air', 'BTC')).toThrow('await approval');
  });
});

describe('deviations', () => {
  const settings = '/v1/pool/payment-settings/BTC?page_size=2';
  const revenue = '/v2/pool/revenue/BTC?start_date=2026-11-29&end_date=2026-11-29';
  it.each([
    ['nulls', SUMMARY, '"efficiency_5m":null'],
    ['numbersAsText', SUMMARY, '"active_miners":"11"'],
    ['severalRevenueTypes', revenue, '"revenue_type":"REFERRAL"'],
    ['oddFields', settings, '"addresses":{}'],
    ['lyingPagination', settings, '"page_number":0,"page_size":2,"item_count":2,'],
    ['lyingPagination', settings, '"next_page_url":"/api/v1/'],
    ['siteIdFlat', SUBACCOUNTS, '"name":"cedar-ridge-air","site_id":"'],
  ] as const)('%s rewrites the answer to %s', async (name, path, part) => {
    workspace.rewrite = deviations[name];
    expect((await send('GET', path)).text).toContain(part);
  });
});

describe('what others do', () => {
  it('an outage drops the current hashrate at once and the daily one slowly', async () => {
    const rates = async () => {
      const { hashrate_5m, hashrate_24h } = summary.parse(await read(SUMMARY));
      return { now: Number(hashrate_5m), day: Number(hashrate_24h) };
    };
    const before = await rates();
    controls.losePower(workspace, 'Cedar Ridge');
    time += 60 * MINUTE;
    const during = await rates();
    expect(during.now).toBeLessThan(before.now / 2);
    expect(during.day).toBeLessThan(before.day);
    expect(during.day).toBeGreaterThan(before.day * 0.9);
    controls.restorePower(workspace, 'Cedar Ridge');
    expect(await rates()).toEqual(before);
  });

  it('a payout address is replaced by another valid one', async () => {
    const address = controls.changeAddressElsewhere(workspace, 'cedar-ridge-air', 'BTC');
    expect(Address(NETWORK).decode(address)).toMatchObject({ type: 'wpkh' });
    const [first] = await list('/v1/pool/payment-settings/BTC');
    expect(first).toMatchObject({ addresses: [{ external_address: address }] });
  });
});

it('a fleet action goes on with time until every miner is counted', async () => {
  const path = `/v2/commander/actions/${String(large.actions[0]?.['id'])}`;
  expect(await read(path, large.key)).toMatchObject({ status: 'PROCESSING', total_miners: 120 });
  const { id } = workspace.actions[0] ?? {};
  time += 10 * MINUTE;
  const end = await read(`/v2/commander/actions/${String(id)}`);
  expect(end).toMatchObject({ status: 'COMPLETED', progress: 100 });
  expect(Number(end['success_miners']) + Number(end['error_miners'])).toBe(end['total_miners']);
});
