import { z } from 'zod';
import { readEnum, readQuery, type Call, type Operation } from '../call.js';
import { realId } from '../deviations/odd-ids.js';
import { paginate, sourceOf, type PageRule } from '../paging.js';
import { refuse } from '../refusal.js';
import { addDays, eachDay } from '../workspace/days.js';
import { round, type Contract } from '../workspace/contracts.js';
import { denominations } from '../workspace/derivatives.js';
import type { PositionRecord } from '../workspace/positions.js';

/** 4.2 */
export const derivativesOperations: readonly Operation[] = [
  { method: 'GET', path: '/api/v2/derivatives/contracts/:currency_type', run: listContracts },
  { method: 'GET', path: '/api/v1/derivatives/contract/:contract_id', run: readContract },
  {
    method: 'GET',
    path: '/api/v2/derivatives/payments/:currency_type',
    run: (call) => (call.deviations.has('v2-payments-missing') ? refuse(404) : listPayments(call)),
  },
  { method: 'GET', path: '/api/v1/derivatives/payments/:currency_type', run: listPayments },
  { method: 'GET', path: '/api/v1/derivatives/positions/:currency_type', run: readPositions },
  { method: 'GET', path: '/api/v1/derivatives/balances/:currency_type', run: readBalances },
];

const rule: PageRule = { parameter: 'page', size: 50, max: 100 };

const contractFilter = z.object({
  status: z.enum(['ALL', 'ACTIVE', 'SETTLED']).default('ALL'),
  side: z.enum(['ALL', 'BUY', 'SELL']).default('ALL'),
  type: z.enum(['ALL', 'STANDARD', 'UPFRONT']).default('ALL'),
});

function listContracts(call: Call): unknown {
  const currency = readEnum(call, 'currency_type', denominations);
  const filter = readQuery(call, contractFilter);
  const { derivatives } = call.workspace;
  const all = derivatives.contracts(currency).map((each) => listed(call, each));
  const wanted = all.filter(
    ({ status, side, type }) =>
      passes(filter.status, status) && passes(filter.side, side) && passes(filter.type, type),
  );
  const { items, pagination } = paginate(call, rule, sourceOf(wanted));
  return { contracts: items, pagination };
}

/** 2.8: the description gives the list no id, but some pools do. */
function listed({ workspace, deviations }: Call, contract: Contract) {
  return {
    ...(deviations.has('contract-ids') ? { contract_id: contract.id } : {}),
    status: workspace.derivatives.status(contract),
    side: contract.side,
    denomination: contract.denomination,
    type: contract.type,
    start_date: contract.startDate,
    end_date: contract.endDate,
    unit_hashprice: contract.unitHashprice,
    daily_hashrate_ph: contract.dailyPetahash,
  };
}

function readContract(call: Call): unknown {
  const { derivatives } = call.workspace;
  const id = realId(call.deviations, call.param('contract_id'));
  const found = derivatives.contract(id) ?? refuse(404, 'Contract not found');
  const { denomination, ...terms } = listed(call, found);
  const days = derivatives.days(found);
  const latest = days.at(-1);
  return {
    currency_type: denomination,
    contract_id: found.id,
    ...terms,
    trade_date: found.tradeDate,
    duration_days: found.days,
    currency: denomination,
    most_recent_daily_avg_hashprice: latest?.hashprice ?? 0,
    expired_gain_loss: latest?.total ?? 0,
    notional_value: round(found.unitHashprice * found.dailyPetahash * found.days, denomination),
    series: {
      hashprice: days.map(({ date, hashprice }) => ({ date, hashprice })),
      daily_expired_gain_loss: days.map(({ date, gain }) => ({
        date,
        daily_expired_gain_loss: gain,
      })),
      cumulative_gain_loss: days.map(({ date, total }) => ({ date, cumulative_gain_loss: total })),
    },
  };
}

function listPayments(call: Call): unknown {
  const currency = readEnum(call, 'currency_type', denominations);
  const filter = readQuery(
    call,
    z.object({ type: z.enum(['ALL', 'PAYABLE', 'RECEIVABLE']).default('ALL') }),
  );
  const all = call.workspace.derivatives.payments(currency);
  const wanted = all.filter(({ type }) => passes(filter.type, type));
  const { items, pagination } = paginate(call, rule, sourceOf(wanted));
  return { currency_type: currency, payments: items, pagination };
}

/** Without dates, the last 30 days up to yesterday; oldest first, without a pagination object. */
function readPositions(call: Call): unknown {
  const currency = readEnum(call, 'currency_type', denominations);
  const date = z.iso.date().optional();
  const asked = readQuery(call, z.object({ start_date: date, end_date: date }));
  const { derivatives, earnings } = call.workspace;
  const end = asked.end_date ?? earnings.lastDay();
  const start = asked.start_date ?? addDays(end, -29);
  if (end < start) refuse(400, 'end_date lies before start_date');
  const days = eachDay(
    start > earnings.firstDay() ? start : earnings.firstDay(),
    end < earnings.lastDay() ? end : earnings.lastDay(),
  );
  const all = days.map((day) => derivatives.position(currency, day));
  const { items } = paginate(call, { ...rule, parameter: 'page_number' }, sourceOf(all));
  return {
    currency_type: currency,
    start_date: start,
    end_date: end,
    summary: summaryOf(all, currency),
    positions: items,
  };
}

function summaryOf(all: readonly PositionRecord[], currency: string) {
  const sum = all.reduce((total, each) => total + each.realized_gain_loss, 0);
  const realized = round(sum, currency);
  const unrealized = all.at(-1)?.unrealized_gain_loss ?? 0;
  return {
    realized_gain_loss: realized,
    unrealized_gain_loss: unrealized,
    total_gain_loss: round(realized + unrealized, currency),
    margin_requirement: all.at(-1)?.margin_required ?? 0,
  };
}

function readBalances(call: Call): unknown {
  return call.workspace.derivatives.balances(readEnum(call, 'currency_type', denominations));
}

function passes(wanted: string, value: string): boolean {
  return wanted === 'ALL' || wanted === value;
}
