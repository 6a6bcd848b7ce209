import { z } from 'zod';
import { paginate, rangeIn, readBody, readQuery, refuse, scopeIn, siteOf } from './call.js';
import { subaccountIn, type Call, type Paging } from './call.js';
import { balances, contractDetails, listed, payments, positions } from './derivatives.js';
import { progress } from './actions.js';
import { seeMiners, type MinerRecord } from './fleet.js';
import { addDays, DAY, dayOf, daysBetween, timestamp } from './formulas.js';
import { changeSettings, moveSubaccount } from './changes.js';
import { makeSubaccount, newSettings } from './settings.js';
import { feeHours, feeRow, revenue, settingsIn, summary } from './reports.js';
import { subaccountOf } from './workspace.js';

const CURRENCIES = ['BTC', 'LTC_DOGE', 'SC', 'ZEC'] as const;
const poolCurrency = z.object({ currency: z.enum(CURRENCIES) });
const revenueCurrency = z.object({ currency: z.enum([...CURRENCIES, 'LTC', 'DOGE']) });
const denomination = z.object({ currency: z.enum(['BTC', 'USD']) });
const oneOf = (...values: string[]) => z.enum(['ALL', ...values]).default('ALL');

const poolPaging: Paging = { parameter: 'page_number', size: 10 };
const derivativesPaging: Paging = { parameter: 'page', size: 50, max: 100 };

/** By method and path, as the API description (section 4) has them; each returns its answer or refuses. */
export const operations: Readonly<Record<string, (call: Call) => unknown>> = {
  'GET /v2/pool/summary/:currency': (call) => {
    const { currency } = readQuery(call, poolCurrency);
    return summary({ world: call.world, subaccounts: scopeIn(call) }, currency);
  },
  'GET /v2/pool/revenue/:currency': (call) => {
    const { currency } = readQuery(call, revenueCurrency);
    const range = rangeIn(call);
    const scope = { world: call.world, subaccounts: scopeIn(call) };
    const days = daysBetween(range.start_date, range.end_date);
    return {
      currency_type: currency,
      ...range,
      subaccounts: scope.subaccounts,
      revenue: revenue(scope, currency, days),
    };
  },
  'GET /v2/pool/dev-fee': (call) => {
    const range = rangeIn(call);
    const subaccounts = scopeIn(call);
    const hours = feeHours(call.world, daysBetween(range.start_date, range.end_date));
    const rows = hours.flatMap((at) => subaccounts.map(({ name }) => ({ name, at })));
    const { page, pagination } = paginate(call, poolPaging, rows);
    const devfee_data = page.map(({ name, at }) => feeRow(call.world, name, at));
    return { ...range, devfee_data, pagination };
  },
  'GET /v2/pool/subaccounts': (call) => {
    const { page, pagination } = paginate(call, poolPaging, scopeIn(call));
    return { subaccounts: page, pagination };
  },
  'POST /v2/pool/subaccounts': (call) => {
    const { world } = call;
    const body = readBody(call, z.object({ name: z.string().min(1), site_id: z.string() }));
    const site = siteOf(world, body.site_id);
    if (subaccountOf(world, body.name)) refuse(409, 'A subaccount of this name exists');
    const subaccount = makeSubaccount(world.subaccounts.length, body.name, site);
    subaccount.created_at = timestamp(world.now());
    world.subaccounts.push(subaccount);
    return subaccount;
  },
  'PATCH /v2/pool/subaccounts/:name': (call) => {
    const { site_id: id } = readBody(call, z.object({ site_id: z.string() }));
    return moveSubaccount(call.world, subaccountIn(call), siteOf(call.world, id));
  },
  'GET /v1/pool/payment-settings/:currency': (call) => {
    const { currency } = readQuery(call, poolCurrency);
    const records = settingsIn({ world: call.world, subaccounts: scopeIn(call) }, currency);
    const { page, pagination } = paginate(call, poolPaging, records);
    return { payment_settings: page, pagination };
  },
  'POST /v2/pool/payment-settings/:currency/:name': (call) => {
    const { currency } = readQuery(call, poolCurrency);
    const settings = readBody(call, newSettings);
    return changeSettings(call.world, subaccountIn(call), { currency, settings });
  },
  'GET /v2/derivatives/contracts/:currency': (call) => {
    const { currency, ...filters } = readQuery(
      call,
      denomination.extend({
        status: oneOf('ACTIVE', 'SETTLED'),
        side: oneOf('BUY', 'SELL'),
        type: oneOf('STANDARD', 'UPFRONT'),
      }),
    );
    const all = call.world.contracts
      .filter((contract) => contract.denomination === currency)
      .map((contract) => listed(contract, call.world.now()))
      .filter((each) => matches(each, filters));
    const { page, pagination } = paginate(call, derivativesPaging, all);
    return { contracts: page, pagination };
  },
  'GET /v1/derivatives/contract/:id': ({ world, params }) => {
    const contract = world.contracts.find((each) => each.contract_id === params['id']);
    return contractDetails(contract ?? refuse(404, 'Contract not found'), world.now());
  },
  'GET /v2/derivatives/payments/:currency': listPayments,
  'GET /v1/derivatives/payments/:currency': listPayments,
  /** Without dates the last 30 days; oldest first, without a pagination object. */
  'GET /v1/derivatives/positions/:currency': (call) => {
    const yesterday = dayOf(call.world.now() - DAY);
    const day = z.iso.date();
    const asked = denomination.extend({ start_date: day.optional(), end_date: day.optional() });
    const { currency, end_date = yesterday, ...given } = readQuery(call, asked);
    const { start_date = addDays(end_date, -29) } = given;
    const first = addDays(yesterday, -89);
    const days = daysBetween(start_date < first ? first : start_date, end_date);
    const known = days.filter((each) => each <= yesterday);
    const { summary, all } = positions(call.world, currency, known);
    const { page } = paginate(call, { ...derivativesPaging, parameter: 'page_number' }, all);
    return { currency_type: currency, start_date, end_date, summary, positions: page };
  },
  'GET /v1/derivatives/balances/:currency': (call) =>
    balances(call.world, readQuery(call, denomination).currency),
  'GET /v2/commander/miners': (call) => {
    const { world } = call;
    const { sort_by, sort_order, ...filters } = readQuery(call, minerQuery);
    seeMiners(world.miners, world.now());
    const rows = world.miners.filter((miner) => matches(textsOf(miner), filters));
    if (sort_by) {
      const sign = sort_order === 'desc' ? -1 : 1;
      const keyOf = (miner: MinerRecord) => String(textsOf(miner)[sort_by]);
      rows.sort((one, other) => sign * collator.compare(keyOf(one), keyOf(other)));
    }
    const { page, pagination } = paginate(call, { ...poolPaging, size: 25 }, rows);
    return { miners: page, pagination };
  },
  'GET /v2/commander/actions/:id': ({ world, params }) => {
    const action = world.actions.find(({ id }) => id === params['id']);
    return progress(action ?? refuse(404, 'Action not found'), world.now());
  },
};

function listPayments(call: Call) {
  const { currency, ...filters } = readQuery(
    call,
    denomination.extend({ type: oneOf('PAYABLE', 'RECEIVABLE') }),
  );
  const rows = payments(call.world, currency).filter((each) => matches(each, filters));
  const { page, pagination } = paginate(call, derivativesPaging, rows);
  return { currency_type: currency, payments: page, pagination };
}

const sortKeys = 'hashrate max_temperature power model firmware ip_address last_seen_at'.split(' ');
const minerQuery = z.object({
  site_id: z.string().optional(),
  agent_id: z.string().optional(),
  hashing_status: z.enum(['hashing', 'idle', 'offline', 'N/A']).optional(),
  healthy_status: z.enum(['healthy', 'failing', 'N/A']).optional(),
  model: z.string().optional(),
  firmware: z.enum(['LuxOS', 'Whatsminer', 'Bitmain', 'MicroBT']).optional(),
  sort_by: z.enum(sortKeys).optional(),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
});

/** What miners are filtered and sorted by. */
function textsOf(miner: MinerRecord): Readonly<Record<string, unknown>> {
  return { ...miner, firmware: miner.firmware.name };
}

/** Numbers within a text count as numbers: 10.0.9.1 comes before 10.0.10.1. */
const collator = new Intl.Collator('en', { numeric: true });

function matches(
  row: Readonly<Record<string, unknown>>,
  filters: Readonly<Record<string, string | undefined>>,
): boolean {
  return Object.entries(filters).every(
    ([name, wanted]) => wanted === undefined || wanted === 'ALL' || row[name] === wanted,
  );
}
