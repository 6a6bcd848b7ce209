import { daysLeft, gainOf, round, runsOn, type Contract } from './contracts.js';
import { keyed } from './random.js';
import { hashprice } from './revenue.js';

/** One day of 2.11. */
export interface PositionRecord extends Record<string, string | number | null> {
  date: string;
  realized_gain_loss: number;
  unrealized_gain_loss: number;
  total_gain_loss: number;
  maintenance_margin: number;
  margin_required: number;
}

export interface PositionDay {
  readonly seed: number;
  readonly denomination: string;
  readonly contracts: readonly Contract[];
  readonly day: string;
}

export function positionOn({ seed, denomination, contracts, day }: PositionDay): PositionRecord {
  const money = (value: number) => round(value, denomination);
  const running = contracts.filter((contract) => runsOn(contract, day));
  const long = running.filter(({ side }) => side === 'BUY');
  const short = running.filter(({ side }) => side === 'SELL');
  const price = hashprice(seed, denomination, day);
  const realized = sum(running, (each) => gainOf(each, price));
  const unrealized = sum(running, (each) => gainOf(each, price) * daysLeft(each, day));
  const net = petahash(long) - petahash(short);
  const quota = petahash(short) * 30;
  const published = keyed(seed, 'reference', day) > 0.15;
  return {
    date: day,
    net_position_ph: net,
    net_position_wavg: money(average(running)),
    wavg_long_hashprice: money(average(long)),
    total_ph_long: petahash(long),
    long_gain_loss: money(sum(long, (each) => gainOf(each, price))),
    short_gain_loss: money(sum(short, (each) => gainOf(each, price))),
    total_ph_short: petahash(short),
    wavg_short_hashprice: money(average(short)),
    unrealized_gain_loss: money(unrealized),
    realized_gain_loss: money(realized),
    total_gain_loss: money(realized + unrealized),
    initial_margin_percentage: 0.12,
    maintenance_margin: money(Math.abs(net) * price * 3),
    upfront_long_ph: petahash(long.filter(({ type }) => type === 'UPFRONT')),
    margin_required: money(Math.abs(net) * price * 4.5),
    delivery_quota_ph: quota,
    notional_delivery_quota: money(quota * price),
    net_position_reference_rate: published ? price : null,
    position_breakdown_reference_rate: published ? price : null,
  };
}

function sum(contracts: readonly Contract[], valueOf: (contract: Contract) => number): number {
  return contracts.reduce((total, contract) => total + valueOf(contract), 0);
}

function petahash(contracts: readonly Contract[]): number {
  return sum(contracts, ({ dailyPetahash }) => dailyPetahash);
}

/** Mean agreed hashprice, weighted by hash rate; 0 without contracts. */
function average(contracts: readonly Contract[]): number {
  const whole = petahash(contracts);
  return whole === 0
    ? 0
    : sum(contracts, ({ unitHashprice, dailyPetahash }) => unitHashprice * dailyPetahash) / whole;
}
