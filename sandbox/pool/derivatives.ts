import { addDays, between, bytes, DAY, dayOf, daysBetween, hashprice } from './formulas.js';
import { money, startOf, uuid } from './formulas.js';
import type { World } from './workspace.js';

/** A hashrate contract; prices per PH/s and day in its denomination. */
export type Contract = ReturnType<typeof makeContract>;

/** Two a month over 15 months; the last ones start next month; newest first. */
export function makeContracts(denomination: string, now: number): Contract[] {
  const today = new Date(now);
  return Array.from({ length: 30 }, (_, index) => {
    const month = today.getUTCMonth() + 1 - Math.floor(index / 2);
    const first = dayOf(Date.UTC(today.getUTCFullYear(), month, 1));
    return makeContract(uuid('contract', denomination, index), denomination, first);
  });
}

/** 2.8, but its status, with the id that lists have been seen to carry. */
function makeContract(contract_id: string, denomination: string, first: string) {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes('contract', contract_id);
  const start_date = addDays(first, a % 9);
  const price = hashprice(denomination, start_date) * between(0.96, 1.05, contract_id);
  return {
    contract_id,
    side: c < 166 ? 'SELL' : 'BUY',
    denomination,
    type: d < 64 ? 'UPFRONT' : 'STANDARD',
    start_date,
    end_date: addDays(start_date, b < 128 ? 90 : 29),
    unit_hashprice: money(price, denomination),
    daily_hashrate_ph: 10 * (2 + (e % 6)),
  };
}

export function listed(contract: Contract, now: number) {
  return { ...contract, status: contract.end_date >= dayOf(now) ? 'ACTIVE' : 'SETTLED' };
}

/** 2.9 */
export function contractDetails(contract: Contract, now: number) {
  const { denomination, ...terms } = listed(contract, now);
  const { contract_id, start_date, end_date, unit_hashprice, daily_hashrate_ph } = terms;
  const yesterday = dayOf(now - DAY);
  const days = daysBetween(start_date, end_date < yesterday ? end_date : yesterday);
  const gains = days.map((date) => money(gainOn(contract, date), denomination));
  let total = 0;
  const totals = gains.map((gain) => (total = money(total + gain, denomination)));
  const series = (name: string, values: readonly number[]) =>
    days.map((date, at) => ({ date, [name]: values[at] }));
  const prices = days.map((date) => hashprice(denomination, date));
  const duration_days = daysBetween(start_date, end_date).length;
  const notional = unit_hashprice * daily_hashrate_ph * duration_days;
  // Those that start next month are already there.
  const tradedBefore = 40 + ((bytes('contract', contract_id)[4] ?? 0) % 12);
  return {
    currency_type: denomination,
    ...terms,
    trade_date: addDays(start_date, -tradedBefore),
    duration_days,
    currency: denomination,
    most_recent_daily_avg_hashprice: prices.at(-1) ?? hashprice(denomination, yesterday),
    expired_gain_loss: total,
    notional_value: money(notional, denomination),
    series: {
      hashprice: series('hashprice', prices),
      daily_expired_gain_loss: series('daily_expired_gain_loss', gains),
      cumulative_gain_loss: series('cumulative_gain_loss', totals),
    },
  };
}

/** A seller gains when the price falls below the agreed one, a buyer when it rises above. */
function gainOn({ denomination, side, ...terms }: Contract, day: string): number {
  const rise = (hashprice(denomination, day) - terms.unit_hashprice) * terms.daily_hashrate_ph;
  return side === 'BUY' ? rise : -rise;
}

/** A day of 2.11. */
function position({ contracts }: World, denomination: string, date: string) {
  const amount = (value: number) => money(value, denomination);
  const running = contracts.filter(
    (each) =>
      each.denomination === denomination && each.start_date <= date && date <= each.end_date,
  );
  const long = running.filter(({ side }) => side === 'BUY');
  const short = running.filter(({ side }) => side === 'SELL');
  const gain = (those: Contract[]) => amount(sum(those, (each) => gainOn(each, date)));
  const mean = (those: Contract[]) =>
    amount(sum(those, (each) => each.unit_hashprice * each.daily_hashrate_ph) / (size(those) || 1));
  const left = (each: Contract) => (startOf(each.end_date) - startOf(date)) / DAY;
  const unrealized = amount(sum(running, (each) => gainOn(each, date) * left(each)));
  const price = hashprice(denomination, date);
  const net = size(long) - size(short);
  return {
    date,
    net_position_ph: net,
    net_position_wavg: mean(running),
    wavg_long_hashprice: mean(long),
    total_ph_long: size(long),
    long_gain_loss: gain(long),
    short_gain_loss: gain(short),
    total_ph_short: size(short),
    wavg_short_hashprice: mean(short),
    unrealized_gain_loss: unrealized,
    realized_gain_loss: gain(running),
    total_gain_loss: amount(gain(running) + unrealized),
    initial_margin_percentage: 0.12,
    maintenance_margin: amount(Math.abs(net) * price * 3),
    upfront_long_ph: size(long.filter(({ type }) => type === 'UPFRONT')),
    margin_required: amount(Math.abs(net) * price * 4.5),
    delivery_quota_ph: size(short) * 30,
    notional_delivery_quota: amount(size(short) * 30 * price),
    net_position_reference_rate: price,
    position_breakdown_reference_rate: date.endsWith('5') ? null : price,
  };
}

function sum(contracts: readonly Contract[], valueOf: (contract: Contract) => number): number {
  return contracts.reduce((total, contract) => total + valueOf(contract), 0);
}

/** PH/s. */
function size(contracts: readonly Contract[]): number {
  return sum(contracts, (each) => each.daily_hashrate_ph);
}

/** 2.11 over these days, all positions. */
export function positions(world: World, denomination: string, days: readonly string[]) {
  const all = days.map((day) => position(world, denomination, day));
  const realized = all.reduce((total, each) => total + each.realized_gain_loss, 0);
  const { unrealized_gain_loss = 0, margin_required: margin_requirement = 0 } = all.at(-1) ?? {};
  const summary = {
    realized_gain_loss: money(realized, denomination),
    unrealized_gain_loss,
    total_gain_loss: money(realized + unrealized_gain_loss, denomination),
    margin_requirement,
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
  const day = position(world, denomination, dayOf(world.now() - DAY));
  const { unrealized_gain_loss: unrealized, maintenance_margin: maintenance } = day;
  const scale = denomination === 'USD' ? 100_000 : 1;
  const realized = amount(2.65934564 * scale);
  const [credits, made] = [amount(1.19358474 * scale), amount(0.51320737 * scale)];
  const effective = amount(realized + unrealized);
  const buffer = amount(day.margin_required - maintenance);
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
