import { addDays, between, bytes, DAY, dayOf, daysBetween, hashprice } from './formulas.js';
import { money, startOf, uuid } from './formulas.js';
import type { World } from './workspace.js';

/** A hashrate contract; prices per PH/s and day in its denomination. */
export type Contract = ReturnType<typeof makeContract>;

/** Two a month over 15 months, the last of which start next month; newest first. */
export function makeContracts(denomination: string, now: number): Contract[] {
  const today = new Date(now);
  return Array.from({ length: 30 }, (_, index) => {
    const month = today.getUTCMonth() + 1 - Math.floor(index / 2);
    const first = dayOf(Date.UTC(today.getUTCFullYear(), month, 1));
    return makeContract(uuid('contract', denomination, index), denomination, first);
  });
}

function makeContract(id: string, denomination: string, first: string) {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes('contract', id);
  const start = addDays(first, a % 9);
  const days = b < 128 ? 91 : 30;
  return {
    id,
    denomination,
    side: c < 166 ? 'SELL' : 'BUY',
    type: d < 64 ? 'UPFRONT' : 'STANDARD',
    traded: addDays(start, -3 - (e % 12)),
    start,
    end: addDays(start, days - 1),
    days,
    price: money(hashprice(denomination, start) * between(0.96, 1.05, id), denomination),
    petahash: 10 * (2 + (e % 6)),
  };
}

/** 2.8, with the id that lists have been seen to carry. */
export function listed(contract: Contract, now: number) {
  return {
    contract_id: contract.id,
    status: contract.end >= dayOf(now) ? 'ACTIVE' : 'SETTLED',
    side: contract.side,
    denomination: contract.denomination,
    type: contract.type,
    start_date: contract.start,
    end_date: contract.end,
    unit_hashprice: contract.price,
    daily_hashrate_ph: contract.petahash,
  };
}

/** 2.9 */
export function contractDetails(contract: Contract, now: number) {
  const { denomination, ...terms } = listed(contract, now);
  const yesterday = dayOf(now - DAY);
  const last = contract.end < yesterday ? contract.end : yesterday;
  let total = 0;
  const days = daysBetween(contract.start, last).map((date) => {
    const daily_expired_gain_loss = money(gainOn(contract, date), denomination);
    total = money(total + daily_expired_gain_loss, denomination);
    const price = hashprice(denomination, date);
    return { date, hashprice: price, daily_expired_gain_loss, cumulative_gain_loss: total };
  });
  const series = (name: 'hashprice' | 'daily_expired_gain_loss' | 'cumulative_gain_loss') =>
    days.map((day) => ({ date: day.date, [name]: day[name] }));
  return {
    currency_type: denomination,
    ...terms,
    trade_date: contract.traded,
    duration_days: contract.days,
    currency: denomination,
    most_recent_daily_avg_hashprice: hashprice(denomination, days.at(-1)?.date ?? yesterday),
    expired_gain_loss: total,
    notional_value: money(contract.price * contract.petahash * contract.days, denomination),
    series: {
      hashprice: series('hashprice'),
      daily_expired_gain_loss: series('daily_expired_gain_loss'),
      cumulative_gain_loss: series('cumulative_gain_loss'),
    },
  };
}

/** A seller gains when the price falls below the agreed one, a buyer when it rises above. */
function gainOn({ denomination, side, price, petahash }: Contract, day: string): number {
  const rise = (hashprice(denomination, day) - price) * petahash;
  return side === 'BUY' ? rise : -rise;
}

/** A day of 2.11. */
export function position(contracts: readonly Contract[], denomination: string, date: string) {
  const amount = (value: number) => money(value, denomination);
  const running = contracts.filter(({ start, end }) => start <= date && date <= end);
  const long = running.filter(({ side }) => side === 'BUY');
  const short = running.filter(({ side }) => side === 'SELL');
  const gain = (those: Contract[]) => amount(sum(those, (each) => gainOn(each, date)));
  const mean = (those: Contract[]) =>
    amount(sum(those, (each) => each.price * each.petahash) / (petahash(those) || 1));
  const left = (each: Contract) => (startOf(each.end) - startOf(date)) / DAY;
  const unrealized = amount(sum(running, (each) => gainOn(each, date) * left(each)));
  const price = hashprice(denomination, date);
  const net = petahash(long) - petahash(short);
  const quota = petahash(short) * 30;
  return {
    date,
    net_position_ph: net,
    net_position_wavg: mean(running),
    wavg_long_hashprice: mean(long),
    total_ph_long: petahash(long),
    long_gain_loss: gain(long),
    short_gain_loss: gain(short),
    total_ph_short: petahash(short),
    wavg_short_hashprice: mean(short),
    unrealized_gain_loss: unrealized,
    realized_gain_loss: gain(running),
    total_gain_loss: amount(gain(running) + unrealized),
    initial_margin_percentage: 0.12,
    maintenance_margin: amount(Math.abs(net) * price * 3),
    upfront_long_ph: petahash(long.filter(({ type }) => type === 'UPFRONT')),
    margin_required: amount(Math.abs(net) * price * 4.5),
    delivery_quota_ph: quota,
    notional_delivery_quota: amount(quota * price),
    net_position_reference_rate: price,
    position_breakdown_reference_rate: date.endsWith('5') ? null : price,
  };
}

function sum(contracts: readonly Contract[], valueOf: (contract: Contract) => number): number {
  return contracts.reduce((total, contract) => total + valueOf(contract), 0);
}

function petahash(contracts: readonly Contract[]): number {
  return sum(contracts, ({ petahash }) => petahash);
}

export function contractsIn({ contracts }: World, denomination: string): Contract[] {
  return contracts.filter((each) => each.denomination === denomination);
}

/** 2.11 over these days, all positions. */
export function positions(world: World, denomination: string, days: readonly string[]) {
  const contracts = contractsIn(world, denomination);
  const all = days.map((day) => position(contracts, denomination, day));
  const realized = all.reduce((total, each) => total + each.realized_gain_loss, 0);
  const last = all.at(-1);
  const unrealized = last?.unrealized_gain_loss ?? 0;
  const summary = {
    realized_gain_loss: money(realized, denomination),
    unrealized_gain_loss: unrealized,
    total_gain_loss: money(realized + unrealized, denomination),
    margin_requirement: last?.margin_required ?? 0,
  };
  return { summary, all };
}

/** 2.10: each day's realized gain or loss, of the last 90 days, newest first. */
export function payments(world: World, denomination: string) {
  const days = daysBetween(dayOf(world.now() - 90 * DAY), dayOf(world.now() - DAY)).toReversed();
  return positions(world, denomination, days).all.flatMap(({ date, realized_gain_loss: gain }) => {
    if (gain === 0) return [];
    const type = gain > 0 ? 'RECEIVABLE' : 'PAYABLE';
    return [{ date_time: `${date}T16:00:00Z`, type, amount: Math.abs(gain) }];
  });
}

/** 2.12. Effective = realized + unrealized; available = effective − required. */
export function balances(world: World, denomination: string) {
  const amount = (value: number) => money(value, denomination);
  const yesterday = dayOf(world.now() - DAY);
  const { unrealized_gain_loss: unrealized, ...latest } = position(
    contractsIn(world, denomination),
    denomination,
    yesterday,
  );
  const scale = denomination === 'USD' ? 100_000 : 1;
  const realized = amount(2.65934564 * scale);
  const effective = amount(realized + unrealized);
  const [credits, made] = [amount(1.19358474 * scale), amount(0.51320737 * scale)];
  const maintenance = latest.maintenance_margin;
  const buffer = amount(latest.margin_required - maintenance);
  return {
    currency_type: denomination,
    current_margin_balance: {
      realized_margin_balance: realized,
      unrealized_margin_balance: unrealized,
      effective_margin_balance: effective,
    },
    current_repayment_balance: {
      upfront_payment_credits: credits,
      upfront_repayment_made: made,
      upfront_repayment_balance: amount(credits - made),
    },
    current_margin_requirement: {
      maintenance_requirement: maintenance,
      initial_buffer_pct: 0.5,
      initial_buffer_requirement: buffer,
    },
    current_available: {
      maintenance_available: amount(effective - maintenance),
      initial_buffer_available: amount(effective - maintenance - buffer),
    },
  };
}
