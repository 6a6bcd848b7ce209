import { z } from 'zod';
import { dateIn, paginate, pathChoice, queryChoice, rangeIn, readBody, refuse } from './call.js';
import { scopeIn, siteOf, subaccountIn, type Call, type Paging } from './call.js';
import { changeSettings, moveSubaccount } from './changes.js';
import { balances, contractDetails, contractsIn, listed, payments } from './derivatives.js';
import { positions } from './derivatives.js';
import { progress, seeMiners, type MinerRecord } from './fleet.js';
import { addDays, DAY, dayOf, daysBetween, timestamp } from './formulas.js';
import { feeHours, feeRow, revenue, settingsIn, summary } from './reports.js';
import { makeSubaccount, newSettings } from './settings.js';
import { subaccountOf } from './workspace.js';

interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** As the API description (section 4) has it; below `/api`. */
  readonly path: string;
  /** Returns the body of the answer, or refuses. */
  readonly run: (call: Call) => unknown;
}

const currencies = ['BTC', 'LTC_DOGE', 'SC', 'ZEC'];
const denominations = ['BTC', 'USD'];
const poolPaging: Paging = { parameter: 'page_number', size: 10 };
const derivativesPaging: Paging = { parameter: 'page', size: 50, max: 100 };

export const operations: readonly Operation[] = [
  { method: 'GET', path: '/v2/pool/summary/:currency', run: readSummary },
  { method: 'GET', path: '/v2/pool/revenue/:currency', run: readRevenue },
  { method: 'GET', path: '/v2/pool/dev-fee', run: readDevFee },
  { method: 'GET', path: '/v2/pool/subaccounts', run: listSubaccounts },
  { method: 'POST', path: '/v2/pool/subaccounts', run: createSubaccount },
  { method: 'PATCH', path: '/v2/pool/subaccounts/:name', run: updateSubaccount },
  { method: 'GET', path: '/v1/pool/payment-settings/:currency', run: listSettings },
  { method: 'POST', path: '/v2/pool/payment-settings/:currency/:name', run: createSettings },
  { method: 'GET', path: '/v2/derivatives/contracts/:currency', run: listContracts },
  { method: 'GET', path: '/v1/derivatives/contract/:id', run: readContract },
  { method: 'GET', path: '/v2/derivatives/payments/:currency', run: listPayments },
  { method: 'GET', path: '/v1/derivatives/payments/:currency', run: listPayments },
  { method: 'GET', path: '/v1/derivatives/positions/:currency', run: readPositions },
  { method: 'GET', path: '/v1/derivatives/balances/:currency', run: readBalances },
  { method: 'GET', path: '/v2/commander/miners', run: listMiners },
  { method: 'GET', path: '/v2/commander/actions/:id', run: readAction },
];

function readSummary(call: Call) {
  const currency = pathChoice(call, 'currency', currencies);
  return summary({ world: call.world, subaccounts: scopeIn(call) }, currency);
}

function readRevenue(call: Call) {
  const currency = pathChoice(call, 'currency', [...currencies, 'LTC', 'DOGE']);
  const range = rangeIn(call);
  const scope = { world: call.world, subaccounts: scopeIn(call) };
  const days = daysBetween(range.start_date, range.end_date);
  return {
    currency_type: currency,
    ...range,
    subaccounts: scope.subaccounts,
    revenue: revenue(scope, currency, days),
  };
}

function readDevFee(call: Call) {
  const range = rangeIn(call);
  const names = scopeIn(call).map(({ name }) => name);
  const hours = feeHours(call.world, daysBetween(range.start_date, range.end_date));
  const rows = Array.from({ length: hours.length * names.length }, (_, row) => row);
  const { page, pagination } = paginate(call, poolPaging, rows);
  const devfee_data = page.map((row) =>
    feeRow(call.world, names[row % names.length] ?? '', hours[Math.floor(row / names.length)] ?? 0),
  );
  return { ...range, devfee_data, pagination };
}

function listSubaccounts(call: Call) {
  const { page, pagination } = paginate(call, poolPaging, scopeIn(call));
  return { subaccounts: page, pagination };
}

function createSubaccount(call: Call) {
  const { world } = call;
  const body = readBody(call, z.object({ name: z.string().min(1), site_id: z.string() }));
  const site = siteOf(world, body.site_id);
  if (subaccountOf(world, body.name)) refuse(409, 'A subaccount of this name exists');
  const subaccount = makeSubaccount(world.subaccounts.length, body.name, site);
  subaccount.created_at = timestamp(world.now());
  world.subaccounts.push(subaccount);
  return subaccount;
}

function updateSubaccount(call: Call) {
  const { site_id: id } = readBody(call, z.object({ site_id: z.string() }));
  return moveSubaccount(call.world, subaccountIn(call), siteOf(call.world, id));
}

function listSettings(call: Call) {
  const currency = pathChoice(call, 'currency', currencies);
  const records = settingsIn({ world: call.world, subaccounts: scopeIn(call) }, currency);
  const { page, pagination } = paginate(call, poolPaging, records);
  return { payment_settings: page, pagination };
}

function createSettings(call: Call) {
  const currency = pathChoice(call, 'currency', currencies);
  const settings = readBody(call, newSettings);
  return changeSettings(call.world, subaccountIn(call), { currency, settings });
}

function listContracts(call: Call) {
  const currency = pathChoice(call, 'currency', denominations);
  const status = queryChoice(call, 'status', ['ALL', 'ACTIVE', 'SETTLED']) ?? 'ALL';
  const side = queryChoice(call, 'side', ['ALL', 'BUY', 'SELL']) ?? 'ALL';
  const type = queryChoice(call, 'type', ['ALL', 'STANDARD', 'UPFRONT']) ?? 'ALL';
  const rows = contractsIn(call.world, currency)
    .map((contract) => listed(contract, call.world.now()))
    .filter(
      (each) =>
        (status === 'ALL' || each.status === status) &&
        (side === 'ALL' || each.side === side) &&
        (type === 'ALL' || each.type === type),
    );
  const { page, pagination } = paginate(call, derivativesPaging, rows);
  return { contracts: page, pagination };
}

function readContract(call: Call) {
  const contract = call.world.contracts.find(({ id }) => id === call.param('id'));
  return contractDetails(contract ?? refuse(404, 'Contract not found'), call.world.now());
}

function listPayments(call: Call) {
  const currency = pathChoice(call, 'currency', denominations);
  const type = queryChoice(call, 'type', ['ALL', 'PAYABLE', 'RECEIVABLE']) ?? 'ALL';
  const all = payments(call.world, currency);
  const rows = type === 'ALL' ? all : all.filter((each) => each.type === type);
  const { page, pagination } = paginate(call, derivativesPaging, rows);
  return { currency_type: currency, payments: page, pagination };
}

/** Without dates the last 30 days; oldest first, without a pagination object. */
function readPositions(call: Call) {
  const currency = pathChoice(call, 'currency', denominations);
  const yesterday = dayOf(call.world.now() - DAY);
  const end_date = dateIn(call, 'end_date', yesterday);
  const start_date = dateIn(call, 'start_date', addDays(end_date, -29));
  const first = addDays(yesterday, -89);
  const days = daysBetween(
    start_date > first ? start_date : first,
    end_date < yesterday ? end_date : yesterday,
  );
  const { summary, all } = positions(call.world, currency, days);
  const { page } = paginate(call, { ...derivativesPaging, parameter: 'page_number' }, all);
  return { currency_type: currency, start_date, end_date, summary, positions: page };
}

function readBalances(call: Call) {
  return balances(call.world, pathChoice(call, 'currency', denominations));
}

function readAction(call: Call) {
  const action = call.world.actions.find(({ id }) => id === call.param('id'));
  return progress(action ?? refuse(404, 'Action not found'), call.world.now());
}

const sortable: Readonly<Record<string, (miner: MinerRecord) => string | number>> = {
  hashrate: (miner) => Number(miner.hashrate),
  max_temperature: (miner) => miner.max_temperature,
  power: (miner) => miner.power,
  model: (miner) => miner.model,
  firmware: (miner) => miner.firmware.name,
  ip_address: (miner) =>
    miner.ip_address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0),
  last_seen_at: (miner) => miner.last_seen_at,
};

function listMiners(call: Call) {
  const { world, url } = call;
  const wanted = {
    site_id: url.searchParams.get('site_id'),
    agent_id: url.searchParams.get('agent_id'),
    hashing_status: queryChoice(call, 'hashing_status', ['hashing', 'idle', 'offline', 'N/A']),
    healthy_status: queryChoice(call, 'healthy_status', ['healthy', 'failing', 'N/A']),
    model: url.searchParams.get('model'),
    firmware: queryChoice(call, 'firmware', ['LuxOS', 'Whatsminer', 'Bitmain', 'MicroBT']),
  };
  const filters = Object.entries(wanted).filter(([, value]) => value);
  const rank = sortable[queryChoice(call, 'sort_by', Object.keys(sortable)) ?? ''];
  const sign = queryChoice(call, 'sort_order', ['asc', 'desc']) === 'desc' ? -1 : 1;
  seeMiners(world.miners, world.now());
  const rows = world.miners.filter((miner) => {
    const values: Record<string, unknown> = { ...miner, firmware: miner.firmware.name };
    return filters.every(([name, value]) => values[name] === value);
  });
  if (rank) rows.sort((one, other) => sign * compare(rank(one), rank(other)));
  const { page, pagination } = paginate(call, { ...poolPaging, size: 25 }, rows);
  return { miners: page, pagination };
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
