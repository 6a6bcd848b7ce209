import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startPool } from '../../sandbox/pool/server.js';
import type { LoopbackPool, Workspace } from '../../sandbox/pool/types.js';

const SUMMARY = '/v2/pool/summary/BTC';
const NO_SITE = '00000000-0000-4000-8000-000000000000';

let pool: LoopbackPool;
let workspace: Workspace;

beforeAll(async () => {
  pool = await startPool();
  workspace = pool.addWorkspace({ now: () => Date.parse('2026-11-30T12:00:00Z') });
});
afterAll(() => pool.stop());

const get = (path: string) =>
  fetch(`${pool.url}/api${path}`, { headers: { authorization: workspace.key } });

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

it.each(documented)('GET %s answers with the documented fields', async (path = '', fields = '') => {
  const body = z.looseObject({}).parse(await (await get(path)).json());
  const rows = Object.values(body).map((value) => (Array.isArray(value) ? value[0] : {}));
  const wanted = expect.arrayContaining(fields.split(' '));
  expect([body, ...rows].map((each) => Object.keys(each))).toContainEqual(wanted);
});

it.each([
  [400, '/v2/pool/summary/XMR'],
  [400, '/v2/pool/revenue/BTC?start_date=2026-11-01'],
  [400, '/v2/pool/revenue/BTC?start_date=2026-11-01&end_date=2026-12-01'],
  [400, `${SUMMARY}?subaccount_names=lone-mesa-air&site_id=${NO_SITE}`],
  [400, '/v2/derivatives/contracts/BTC?page_size=101'],
  [403, `${SUMMARY}?subaccount_names=lone-mesa-air,nobody`],
  [404, `${SUMMARY}?site_id=${NO_SITE}`],
  [404, '/v2/commander/actions/none'],
  [404, '/v2/pool/elsewhere'],
])('%i answers GET %s', async (expected, path) => {
  expect((await get(path)).status).toBe(expected);
});
