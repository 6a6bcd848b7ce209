import { addDays, dayOf, daysBetween, earlierOf, eachDay, laterOf } from './days.js';
import { between, keyed, keyedUuid } from './random.js';
import { hashprice } from './revenue.js';

/** A hashrate contract with daily figures; money in the denomination, hashprice per PH/s a day. */
export interface Contract {
  readonly id: string;
  readonly side: 'BUY' | 'SELL';
  readonly type: 'STANDARD' | 'UPFRONT';
  readonly denomination: string;
  readonly tradeDate: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly days: number;
  readonly unitHashprice: number;
  readonly dailyPetahash: number;
}

export interface ContractDay {
  readonly date: string;
  readonly hashprice: number;
  readonly gain: number;
  readonly total: number;
}

const perMonth = 4;
const monthsBack = 14;

/** Newest start first: 14 months of past contracts, the current ones, and next month's. */
export function createContracts(seed: number, denomination: string, now: number): Contract[] {
  const today = new Date(now);
  return Array.from({ length: (monthsBack + 2) * perMonth }, (_, index) => {
    const month = 1 - Math.floor(index / perMonth);
    const first = dayOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + month, 1));
    return createContract({ seed, denomination, first, slot: index % perMonth });
  });
}

interface Draw {
  readonly seed: number;
  readonly denomination: string;
  readonly first: string;
  readonly slot: number;
}

function createContract({ seed, denomination, first, slot }: Draw): Contract {
  const draw = (what: string) => keyed(seed, denomination, first, slot, what);
  const startDate = addDays(first, Math.floor(draw('start') * 9));
  const days = draw('long') < 0.3 ? 91 : 30;
  const price = hashprice(seed, denomination, startDate) * between(0.96, 1.05, draw('price'));
  return {
    id: keyedUuid(seed, 'contract', denomination, first, slot),
    side: draw('side') < 0.65 ? 'SELL' : 'BUY',
    type: draw('type') < 0.25 ? 'UPFRONT' : 'STANDARD',
    denomination,
    tradeDate: addDays(startDate, -3 - Math.floor(draw('trade') * 12)),
    startDate,
    endDate: addDays(startDate, days - 1),
    days,
    unitHashprice: round(price, denomination),
    dailyPetahash: 5 * Math.ceil(draw('size') * 12),
  };
}

export function statusOf(contract: Contract, now: number): 'ACTIVE' | 'SETTLED' {
  return contract.endDate >= dayOf(now) ? 'ACTIVE' : 'SETTLED';
}

/** Each past day, oldest first; none if the contract hasn't begun. */
export function contractDays(seed: number, contract: Contract, now: number): ContractDay[] {
  const last = earlierOf(contract.endDate, addDays(dayOf(now), -1));
  let total = 0;
  return eachDay(contract.startDate, last).map((date) => {
    const price = hashprice(seed, contract.denomination, date);
    const gain = gainOf(contract, price);
    total = round(total + gain, contract.denomination);
    return { date, hashprice: price, gain, total };
  });
}

/** A seller gains if the price falls below the agreed one, a buyer if it rises above. */
export function gainOf(contract: Contract, price: number): number {
  const rise = (price - contract.unitHashprice) * contract.dailyPetahash;
  return round(contract.side === 'BUY' ? rise : -rise, contract.denomination);
}

export function runsOn(contract: Contract, day: string): boolean {
  return contract.startDate <= day && day <= contract.endDate;
}

/** Days of the contract left after `day`. */
export function daysLeft(contract: Contract, day: string): number {
  return Math.max(0, daysBetween(laterOf(day, addDays(contract.startDate, -1)), contract.endDate));
}

/** To whole satoshis or whole cents. */
export function round(value: number, denomination: string): number {
  const unit = denomination === 'USD' ? 1e2 : 1e8;
  return Math.round(value * unit) / unit;
}
