import { describe, expect, it } from 'vitest';
import type { Reading } from '../../src/alerts/alert.js';
import { compare } from '../../src/alerts/measure/compare.js';
import { lookAtContracts, type KnownContracts } from '../../src/alerts/measure/contracts.js';
import { countMiners, measureCount, measureTemperature } from '../../src/alerts/measure/miners.js';
import {
  fallenBalances,
  longApprovals,
  lookAtApprovals,
  presentAddresses,
} from '../../src/alerts/measure/payments.js';
import { measureRevenue } from '../../src/alerts/measure/revenue.js';
import { measureSummary } from '../../src/alerts/measure/summary.js';
import type { Kept } from '../../src/alerts/readings.js';
import type { List } from '../../src/pool/pool.js';
import {
  miner,
  paymentSettings,
  summary,
  type Contract,
  type RevenueRow,
} from '../../src/pool/schemas.js';
import { aRule, HOUR, MINUTE, NOW } from './support/samples.js';

const list = <Row>(rows: readonly Row[], rest: Partial<List<Row>> = {}): List<Row> => ({
  rows,
  readAt: NOW,
  refused: [],
  incomplete: null,
  ...rest,
});

/** A summary as the pool's JSON is read. */
const read = (body: object, refused: readonly string[] = []) => ({
  value: summary.parse(body),
  readAt: NOW,
  refused,
});

/** `verdict value against limit`, `no data`, or `nothing to compare with`. */
function words(reading: Reading | null | undefined): string {
  if (reading === undefined) return 'nothing to compare with';
  if (reading === null) return 'no data';
  const { verdict, value, limit, isAtLeast } = reading;
  return `${verdict} ${value}${isAtLeast ? '+' : ''} against ${limit}`;
}

describe('a figure against its threshold', () => {
  const hashrate = (value: string | number | undefined) =>
    words(compare(aRule('hashrate'), { at: NOW, value }));

  it.each([
    ['79.999999999999999999', 'breached 79.999999999999999999 against 80'],
    ['80', 'near 80 against 80'],
    ['83.99', 'near 83.99 against 80'],
    ['84', 'clear 84 against 80'],
    ['not given', 'no data'],
    [undefined, 'no data'],
  ])('below: %s', (value, expected) => expect(hashrate(value)).toBe(expected));

  it.each([
    ['85', 'breached 85 against 85'],
    ['84.9', 'near 84.9 against 85'],
    ['80.75', 'clear 80.75 against 85'],
  ])('above: %s', (value, expected) =>
    expect(words(compare(aRule('temperature'), { at: NOW, value }))).toBe(expected),
  );

  it('has the margin that the rule sets', () => {
    const rule = aRule('temperature', { margin: '1' });
    expect(words(compare(rule, { at: NOW, value: 84 }))).toBe('clear 84 against 85');
  });
});

describe('a summary', () => {
  const hashrate = (body: object) => words(measureSummary(aRule('hashrate'), read(body), []));
  const kept = (name: string, value: string, hoursAgo: number): Kept => ({
    at: NOW - hoursAgo * HOUR,
    figures: { [name]: value },
  });

  it('compares the hashrate with a share of the 24-hour rate, whatever their digits', () => {
    const [hashrate_5m, hashrate_24h] = ['255300000000000000', '341100000000000000'];
    expect(hashrate({ hashrate_5m, hashrate_24h })).toBe(
      'breached 255300000000000000 against 272880000000000000',
    );
  });

  it('gives no data where a figure is absent, odd or without its baseline', () => {
    expect(hashrate({ hashrate_24h: '100' })).toBe('no data');
    expect(hashrate({ hashrate_5m: { rate: 5 }, hashrate_24h: '100' })).toBe('no data');
    expect(hashrate({ hashrate_5m: '50' })).toBe('no data');
    expect(hashrate({ hashrate_5m: '0', hashrate_24h: '0' })).toBe('no data');
  });

  it('gives no data where some subaccounts are refused', () => {
    const refused = read({ hashrate_5m: '50', hashrate_24h: '100' }, ['hall-1']);
    expect(measureSummary(aRule('hashrate'), refused, [])).toBe(null);
  });

  it('compares with a fixed rate without the 24-hour rate', () => {
    const rule = aRule('hashrate', { threshold: { unit: 'hashrate', value: '100' } });
    expect(words(measureSummary(rule, read({ hashrate_5m: 99 }), []))).toBe(
      'breached 99 against 100',
    );
  });

  it('compares active miners with the most of 24 hours, once there is an hour of readings', () => {
    const active = (day: readonly Kept[]) =>
      words(measureSummary(aRule('active-miners'), read({ active_miners: 80 }), day));
    expect(active([kept('active-miners', '100', 0.5)])).toBe('nothing to compare with');
    expect(active([kept('active-miners', '100', 2)])).toBe('breached 80 against 90');
    expect(active([kept('active-miners', '200', 25), kept('active-miners', '82', 2)])).toBe(
      'clear 80 against 73.8',
    );
  });

  it('takes an efficiency for a fraction', () => {
    const efficiency = (efficiency_5m: number) =>
      words(measureSummary(aRule('efficiency'), read({ efficiency_5m }), []));
    expect(efficiency(0.89)).toBe('breached 0.89 against 0.9');
    expect(efficiency(97)).toBe('no data');
  });

  it('compares the hashprice with the one of a day ago, either way', () => {
    const moved = (value: string, day = [kept('hashprice', '0.0004', 23.5)]) =>
      words(measureSummary(aRule('hashprice'), read({ hashprice: [{ value }] }), day));
    expect(moved('0.00035')).toBe('breached 0.00035 against 0.00036');
    expect(moved('0.00045')).toBe('breached 0.00045 against 0.00044');
    expect(moved('0.00041')).toBe('clear 0.00041 against 0.00044');
    expect(moved('0.00035', [kept('hashprice', '0.0004', 3)])).toBe('nothing to compare with');
  });

  it('compares the hashprice with a price', () => {
    const price = (direction: 'under' | 'over') => {
      const rule = aRule('hashprice', { threshold: { unit: 'price', value: '0.0004', direction } });
      return words(measureSummary(rule, read({ hashprice: [{ value: 0.00039 }] }), []));
    };
    expect(price('under')).toBe('breached 0.00039 against 0.0004');
    expect(price('over')).toBe('near 0.00039 against 0.0004');
  });
});

describe('miners', () => {
  const offline = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      miner.parse({
        ip_address: `10.0.0.${index}`,
        hashing_status: index % 2 ? 'offline' : 'HASHING_STATUS_OFFLINE',
        site_id: index < 3 ? 'a' : 'b',
      }),
    );
  const counted = (rows: readonly unknown[], isAll = true) =>
    measureCount(
      aRule('offline-miners'),
      countMiners('offline', { rows: rows.map((row) => miner.parse(row)), isAll, at: NOW }),
      new Map([['b', 'Pecos Flats']]),
    );

  it('are counted, and named by address and site', () => {
    const reading = counted(offline(12));
    expect(words(reading)).toBe('breached 12 against 10');
    expect(reading?.miners).toEqual(['10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']);
    expect(reading?.sites).toEqual([
      { name: 'Pecos Flats', count: 9 },
      { name: 'a', count: 3 },
    ]);
  });

  it('are counted though one has a field of another shape', () => {
    const odd = {
      ip_address: '10.0.0.99',
      hashing_status: 'offline',
      firmware: 'stock',
      fan_speed: 5_880,
    };
    expect(words(counted([...offline(9), odd]))).toBe('breached 10 against 10');
  });

  it('are counted beside one that says nothing, at least', () => {
    expect(words(counted([...offline(12), 'garbage']))).toBe('breached 12+ against 10');
    expect(words(counted([...offline(4), 'garbage']))).toBe('clear 4+ against 10');
    expect(words(counted([...offline(9), 'garbage']))).toBe('no data');
  });

  it('do not count where the pool ignores the filter', () => {
    const hashing = offline(20).map((row) => ({ ...row, hashing_status: 'hashing' }));
    expect(words(counted([...offline(2), ...hashing]))).toBe('clear 2 against 10');
  });

  it('say nothing where too few stand in a list that was not read to its end', () => {
    expect(words(counted(offline(4), false))).toBe('no data');
    expect(words(counted(offline(12), false))).toBe('breached 12+ against 10');
  });

  const hottest = (...rows: readonly object[]) =>
    measureTemperature(aRule('temperature'), {
      rows: rows.map((row) => miner.parse(row)),
      readAt: NOW,
      hasMore: true,
    });

  it('are judged by the hottest that runs', () => {
    const off = { max_temperature: 99, hashing_status: 'offline' };
    const [hot, warm] = [
      { max_temperature: 91, id: 'm1' },
      { max_temperature: '86', id: 'm2' },
    ];
    const reading = hottest(off, hot, warm, { max_temperature: 60 });
    expect(words(reading)).toBe('breached 91 against 85');
    expect(reading?.miners).toEqual(['m1', 'm2']);
  });

  it('can be hotter on another page where the pool does not sort', () => {
    expect(words(hottest({ max_temperature: 60 }, { max_temperature: 70 }))).toBe('no data');
    expect(words(hottest({ max_temperature: 60 }, { max_temperature: 90 }))).toBe(
      'breached 90+ against 85',
    );
  });

  it('give no data without temperatures', () => {
    expect(words(hottest({ id: 'm1' }, { max_temperature: null }))).toBe('no data');
  });
});

describe('revenue', () => {
  const day = (days: number, revenue: string | null, currency_type = 'BTC'): RevenueRow => ({
    date_time: new Date(NOW - days * 24 * HOUR).toISOString(),
    revenue,
    currency_type,
  });
  const week = [2, 3, 4, 5, 6, 7, 8].map((days) => day(days, '1'));
  const revenue = (rows: readonly RevenueRow[], readAt = NOW) =>
    words(measureRevenue(aRule('revenue'), list(rows, { readAt })));

  it('of yesterday is compared with the mean of the seven days before', () => {
    expect(revenue([day(1, '0.62'), ...week])).toBe('breached 0.62 against 0.7');
  });

  it('adds up its kinds', () => {
    expect(revenue([day(1, '0.6'), day(1, '0.4'), ...week])).toBe('clear 1 against 0.7');
  });

  it('is told of the worst coin', () => {
    const doge = [1, 2, 3, 4, 5, 6, 7, 8].map((days) => day(days, days === 1 ? '1' : '9', 'DOGE'));
    expect(revenue([day(1, '1'), ...week, ...doge])).toBe('breached 1 against 6.3');
  });

  it('that is not there yet is missing from noon on', () => {
    expect(revenue(week, NOW - 9 * HOUR)).toBe('nothing to compare with');
    expect(revenue(week, NOW - 7 * HOUR)).toBe('no data');
  });

  it('is not compared where a day lacks', () => {
    expect(revenue([day(1, '0.1'), ...week.slice(1)])).toBe('no data');
    expect(revenue([day(1, null), ...week])).toBe('no data');
  });
});

describe('contracts', () => {
  const sell: Contract = {
    contract_id: 'c1',
    status: 'ACTIVE',
    side: 'SELL',
    daily_hashrate_ph: 60,
    start_date: '2026-11-06',
    end_date: '2027-02-04',
  };
  const { contract_id: _, ...sellWithoutId } = sell;
  /** What each list tells, after the first. */
  function told(...lists: readonly (readonly Contract[])[]): string[] {
    let known: KnownContracts | null = null;
    const words: string[] = [];
    for (const rows of lists) {
      const look = lookAtContracts(known, { currency: 'BTC', rows });
      known = look.known;
      for (const event of look.events)
        if (event.kind === 'contract')
          words.push(`${event.name}: ${event.before} → ${event.after}`);
    }
    return words;
  }

  it('tell nothing at the first look', () => expect(told([sell])).toEqual([]));

  it('tell what is new and what changed its status, once', () => {
    const settled = { ...sell, status: 'SETTLED' };
    expect(told([], [sell], [sell], [settled], [settled])).toEqual([
      'SELL 60 PH/s: null → ACTIVE',
      'SELL 60 PH/s: ACTIVE → SETTLED',
    ]);
  });

  it('are known again without their ids, or without some terms', () => {
    const few = { status: 'SETTLED', side: 'SELL', daily_hashrate_ph: '60.0' };
    expect(told([sell], [sellWithoutId], [sell])).toEqual([]);
    expect(told([sell], [few])).toEqual(['SELL 60 PH/s: ACTIVE → SETTLED']);
  });

  it('of equal terms are two', () => {
    expect(told([sellWithoutId], [sellWithoutId, sellWithoutId])).toHaveLength(1);
  });

  it('that lose their status or leave the list tell nothing', () => {
    expect(told([sell], [{ ...sell, status: null }], [], [sell])).toEqual([]);
  });
});

describe('payments', () => {
  const settings = (name: string, status: string | null) =>
    paymentSettings.parse({ subaccount: { name }, status });
  const at = (minutes: number, figures: Kept['figures']): Kept => ({
    at: NOW + minutes * MINUTE,
    figures,
  });

  it('tell of each coin whose balance fell', () => {
    const before = at(0, { 'balance:LTC': '5', 'balance:DOGE': '7', hashrate: '9' });
    const after = at(1, { 'balance:LTC': '1', 'balance:DOGE': '7.1', hashrate: '1' });
    expect(fallenBalances(after, before)).toEqual([
      { kind: 'payout', key: `LTC:${after.at}`, currency: 'LTC', before: '5', after: '1' },
    ]);
    expect(fallenBalances(after, null)).toEqual([]);
    expect(fallenBalances(before, after)).toEqual([]);
  });

  it('name each present address once', () => {
    const address = { address_name: 'BTC treasury', external_address: 'bc1qtreasury' };
    const rows = [1, 2].map(() => paymentSettings.parse({ addresses: [address, 'garbage'] }));
    expect(presentAddresses(list(rows))).toEqual([
      { name: 'BTC treasury', address: 'bc1qtreasury' },
    ]);
  });

  it('wait for approval since they were first seen so', () => {
    const waiting = settings('hall-1', 'PENDING_APPROVAL');
    const first = lookAtApprovals({}, list([waiting, settings('hall-2', 'ACTIVE')]));
    expect(first).toEqual({ 'hall-1': NOW });
    const later = lookAtApprovals(first, list([settings('hall-1', null)], { readAt: NOW + HOUR }));
    expect(later).toEqual(first);
    expect(lookAtApprovals(first, list([]))).toEqual({});
    expect(lookAtApprovals(first, list([], { incomplete: 'only the first were read' }))).toEqual(
      first,
    );
    expect(lookAtApprovals(first, list([settings('hall-1', 'ACTIVE')]))).toEqual({});
  });

  it('are told of once they waited for longer than the rule has hours', () => {
    const rule = aRule('approval-waiting');
    const after = (hours: number) =>
      longApprovals(rule, { 'hall-1': NOW }, { currency: 'BTC', at: NOW + hours * HOUR });
    expect(after(23)).toEqual([]);
    expect(after(24)).toMatchObject([
      { subaccount: 'hall-1', since: NOW, key: `BTC:hall-1:${NOW}` },
    ]);
  });
});
