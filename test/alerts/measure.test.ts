import { describe, expect, it } from 'vitest';
import { CONDITION_SPECS } from '../../src/alerts/conditions.js';
import type { Finding } from '../../src/alerts/measure/compare.js';
import { NEW_NOTE, type Listed, type Rule, type RuleNote } from '../../src/alerts/rule.js';
import {
  contract,
  derivativesBalances,
  miner,
  paymentSettings,
  summary,
} from '../../src/pool/schemas.js';
import { HOUR, NOW, ruleOf } from './support/alerts.js';

/** What a rule makes of the pool's answer. */
function measured(rule: Rule, answer: object, before: Partial<RuleNote> = {}): Finding {
  const { watching } = CONDITION_SPECS[rule.condition];
  const all = { readAt: NOW, refused: [], incomplete: null, hasMore: false, ...answer };
  return watching?.measure({ ...rule, note: { ...NEW_NOTE, ...before } }, all) ?? {};
}

/** `verdict value / limit`, `no data`, or `nothing to compare with`. */
function words({ reading }: Finding): string {
  if (reading === undefined) return 'nothing to compare with';
  if (reading === null) return 'no data';
  const { verdict, value, limit, isAtLeast } = reading;
  return `${verdict} ${value}${isAtLeast ? '+' : ''} / ${limit}`;
}

const ofSummary = (rule: Rule, body: object, figures: RuleNote['figures'] = []) =>
  words(measured(rule, { value: summary.parse(body) }, { figures }));
const kept = (value: string, hoursAgo: number) => ({ at: NOW - hoursAgo * HOUR, value });

describe('a summary', () => {
  it.each([
    ['79.999999999999999999', 'breached 79.999999999999999999 / 80'],
    ['80', 'near 80 / 80'],
    ['83.99', 'near 83.99 / 80'],
    ['84', 'clear 84 / 80'],
    [undefined, 'no data'],
  ])('with a hashrate of %j is %s', (hashrate_5m, expected) => {
    expect(ofSummary(ruleOf('hashrate'), { hashrate_5m, hashrate_24h: '100' })).toBe(expected);
  });

  it('is no data without a baseline, or where some subaccounts are refused', () => {
    const rule = ruleOf('hashrate');
    expect(ofSummary(rule, { hashrate_5m: '50' })).toBe('no data');
    expect(ofSummary(rule, { hashrate_5m: '0', hashrate_24h: '0' })).toBe('no data');
    const value = summary.parse({ hashrate_5m: '50', hashrate_24h: '100' });
    expect(words(measured(rule, { value, refused: ['hall-1'] }))).toBe('no data');
  });

  it('is compared with a fixed rate without the 24-hour rate', () => {
    const threshold = { unit: 'hashrate', value: '100', direction: 'under' } as const;
    const rule = ruleOf('hashrate', { threshold });
    expect(ofSummary(rule, { hashrate_5m: 99 })).toBe('breached 99 / 100');
  });

  it('compares active miners with the most of 24 hours, once there is an hour of readings', () => {
    const active = (...figures: RuleNote['figures']) =>
      ofSummary(ruleOf('active-miners'), { active_miners: 80 }, figures);
    expect(active(kept('100', 0.5))).toBe('nothing to compare with');
    expect(active(kept('100', 2))).toBe('breached 80 / 90');
    expect(active(kept('200', 25), kept('82', 2))).toBe('clear 80 / 73.8');
  });

  it('takes an efficiency for a fraction, and leaves room to end near the whole', () => {
    const threshold = { unit: 'percent', value: '98', direction: 'under' } as const;
    const efficiency = (efficiency_5m: number, rule = ruleOf('efficiency')) =>
      ofSummary(rule, { efficiency_5m });
    expect(efficiency(0.89)).toBe('breached 0.89 / 0.9');
    expect(efficiency(97)).toBe('no data');
    expect(efficiency(0.99, ruleOf('efficiency', { threshold }))).toBe('clear 0.99 / 0.98');
  });

  it('compares the hashprice with the one of a day ago, either way', () => {
    const moved = (value: string, figures = [kept('0.0004', 23.5)]) =>
      ofSummary(ruleOf('hashprice'), { hashprice: [{ value }] }, figures);
    expect(moved('0.00035')).toBe('breached 0.00035 / 0.00036');
    expect(moved('0.00045')).toBe('breached 0.00045 / 0.00044');
    expect(moved('0.00041')).toBe('clear 0.00041 / 0.00044');
    expect(moved('0.00035', [kept('0.0004', 3)])).toBe('nothing to compare with');
  });

  it.each([
    ['under', 'breached 0.00039 / 0.0004'],
    ['over', 'near 0.00039 / 0.0004'],
  ] as const)('compares the hashprice with a price: %s', (direction, expected) => {
    const rule = ruleOf('hashprice', { threshold: { unit: 'price', value: '0.0004', direction } });
    expect(ofSummary(rule, { hashprice: [{ value: 0.00039 }] })).toBe(expected);
  });
});

it('the available margin is compared with an amount', () => {
  const threshold = { unit: 'amount', value: '0.5', direction: 'under' } as const;
  const rule = ruleOf('margin', { threshold });
  const current_available = { initial_buffer_available: '0.41' };
  const value = derivativesBalances.parse({ current_available });
  expect(words(measured(rule, { value }))).toBe('breached 0.41 / 0.5');
});

describe('miners', () => {
  const off = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ip_address: `10.0.0.${index}`,
      hashing_status: index % 2 ? 'offline' : 'HASHING_STATUS_OFFLINE',
    }));
  const counted = (rows: readonly unknown[], hasMore = false) =>
    measured(ruleOf('offline-miners'), {
      rows: rows.map((row) => miner.parse(row)),
      hasMore,
      sites: [{ id: 's-1', name: 'Cedar Ridge' }],
    });
  const running = Array.from({ length: 20 }, () => ({ hashing_status: 'hashing' }));

  it.each<[string, readonly unknown[], boolean, string]>([
    ['are counted', off(12), false, 'breached 12 / 10'],
    [
      'are at least so many beside an unclear row',
      [...off(12), 'garbage'],
      false,
      'breached 12+ / 10',
    ],
    ['are no data where an unclear row decides', [...off(9), 'garbage'], false, 'no data'],
    ['do not count where the filter is ignored', [...off(2), ...running], false, 'clear 2 / 10'],
    ['say nothing where too few stand in a list cut short', off(4), true, 'no data'],
    ['are at least so many in a list cut short', off(12), true, 'breached 12+ / 10'],
  ])('%s', (...[, rows, hasMore, expected]) => {
    expect(words(counted(rows, hasMore))).toBe(expected);
  });

  const hottest = (...rows: readonly object[]) =>
    measured(ruleOf('temperature'), { rows: rows.map((row) => miner.parse(row)), hasMore: true });

  it('are judged by the hottest that runs', () => {
    const cold = { max_temperature: 99, hashing_status: 'offline' };
    const hot = { max_temperature: 91, id: 'm1' };
    const warm = { max_temperature: '86', id: 'm2' };
    const found = hottest(cold, hot, warm, { max_temperature: 60 });
    expect(words(found)).toBe('breached 91 / 85');
    expect(found.reading?.miners).toEqual(['m1', 'm2']);
  });

  it('can be hotter on another page where the pool does not sort', () => {
    expect(words(hottest({ max_temperature: 60 }, { max_temperature: 70 }))).toBe('no data');
    expect(words(hottest({ max_temperature: null }))).toBe('no data');
  });
});

describe('revenue', () => {
  const day = (days: number, revenue: string | null, currency_type = 'BTC') => ({
    date_time: new Date(NOW - days * 24 * HOUR).toISOString(),
    revenue,
    currency_type,
  });
  const week = [2, 3, 4, 5, 6, 7, 8].map((days) => day(days, '1'));
  const doge = [1, 2, 3, 4, 5, 6, 7, 8].map((days) => day(days, days === 1 ? '1' : '9', 'DOGE'));

  it.each<[string, readonly object[], number, string]>([
    ['is compared with the week before', [day(1, '0.62'), ...week], 0, 'breached 0.62 / 0.7'],
    ['adds up its kinds', [day(1, '0.6'), day(1, '0.4'), ...week], 0, 'clear 1 / 0.7'],
    ['is told of the worst coin', [day(1, '1'), ...week, ...doge], 0, 'breached 1 / 6.3'],
    ['may still come in the morning', week, 9, 'nothing to compare with'],
    ['is missing from noon on', week, 7, 'no data'],
    ['is not compared where a day lacks', [day(1, '0.1'), ...week.slice(1)], 0, 'no data'],
    ['is not compared where it is not given', [day(1, null), ...week], 0, 'no data'],
  ])('%s', (...[, rows, hoursAgo, expected]) => {
    const readAt = NOW - hoursAgo * HOUR;
    expect(words(measured(ruleOf('revenue'), { rows, readAt }))).toBe(expected);
  });
});

/** What each answer tells, one after another, in the words of its titles. */
function told(rule: Rule, ...answers: readonly object[]): (readonly string[] | null)[] {
  let known: RuleNote['known'] = null;
  return answers.map((answer, index) => {
    const readAt = NOW + index * HOUR;
    const found = measured(rule, { readAt, ...answer }, { known });
    known = found.known ?? known;
    return found.events?.map(({ title }) => title) ?? null;
  });
}

it('balances are told of when they fall, each coin’s for itself', () => {
  const answer = (LTC: string | null, DOGE: string) => {
    const [of, beside] = [{ currency_type: 'LTC' }, { currency_type: 'DOGE' }];
    const balance = [
      { ...of, revenue: LTC },
      { ...beside, revenue: DOGE },
    ];
    return { value: summary.parse({ balance }) };
  };
  const answers = [answer('5', '7'), answer('1', '7.1'), answer(null, '7.1'), answer('0.5', '7.1')];
  expect(told(ruleOf('payout'), ...answers)).toEqual([
    [],
    ['Balance fell by 4.00000000 LTC'],
    [],
    ['Balance fell by 0.50000000 LTC'],
  ]);
  expect(told(ruleOf('payout'), { value: summary.parse({}) })).toEqual([null]);
});

it('contracts are told of when they are new or change their status', () => {
  const sell = { contract_id: 'c1', status: 'ACTIVE', side: 'SELL', daily_hashrate_ph: 60 };
  const list = (...rows: readonly object[]) => ({ rows: rows.map((row) => contract.parse(row)) });
  const settled = { ...sell, status: 'SETTLED' };
  const unclear = { ...sell, status: null };
  const lists = [list(), list(sell), list(sell), list(unclear), list(), list(settled)];
  expect(told(ruleOf('contracts'), ...lists)).toEqual([
    [],
    ['New contract: SELL 60 PH/s'],
    [],
    [],
    [],
    ['Contract settled: SELL 60 PH/s'],
  ]);
  expect(told(ruleOf('contracts'), list(sell))).toEqual([[]]);
  const unnamed = [{ status: 'ACTIVE' }, { status: 'SETTLED' }];
  expect(told(ruleOf('contracts'), list(), list(...unnamed))).toEqual([[], []]);
});

describe('approvals', () => {
  const waiting = (status: string | null = 'PENDING_APPROVAL') => ({
    rows: [paymentSettings.parse({ subaccount: { name: 'hall-1' }, status })],
  });
  const SINCE_NOW: Listed = { 'hall-1': String(NOW) };
  const after = (hours: number, answer: object) => {
    const read = { readAt: NOW + hours * HOUR, ...answer };
    return measured(ruleOf('approval-waiting'), read, { known: SINCE_NOW });
  };

  it('are told of once they waited for longer than the rule has hours', () => {
    expect(after(23, waiting()).events).toEqual([]);
    expect(after(24, waiting()).events).toMatchObject([
      { title: 'Payment settings wait 24 h for approval', key: `hall-1:${NOW}` },
    ]);
  });

  it.each<[string, object, Listed]>([
    ['wait on where the status is not given', waiting(null), SINCE_NOW],
    ['wait on where the list was cut short', { rows: [], incomplete: 'cut' }, SINCE_NOW],
    ['no longer wait once they are active', waiting('ACTIVE'), {}],
    ['no longer wait once they are gone', { rows: [] }, {}],
  ])('%s', (_, answer, listed) => expect(after(1, answer).known).toEqual(listed));
});
