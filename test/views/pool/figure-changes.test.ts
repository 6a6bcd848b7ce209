import { describe, expect, test } from 'vitest';
import {
  changeLine,
  coinChange,
  COMPARISONS,
  countChange,
  percentChange,
  pointsChange,
  sinceText,
} from '../../../src/views/pool/summary/figure-changes.js';
import { summaryReply } from '../../../src/views/pool/summary/summary.js';
import { inWords } from '../support/rendered.js';
import type { Snapshot } from '../../../src/domain/daily/snapshot.js';

type Figures = Snapshot['figures'];

function figures(change: Partial<Figures> = {}): Figures {
  return {
    hashrate_5m: null,
    hashrate_24h: null,
    efficiency_5m: null,
    uptime_24h: null,
    active_miners: null,
    revenue_24h: null,
    revenue_all_time: null,
    hashprice: null,
    balance: null,
    ...change,
  };
}

function taken(date: string, change: Partial<Figures>): Snapshot {
  const at = { date, timeZone: 'UTC', readAt: Date.parse(date) };
  return { ...at, currency: 'BTC', scope: '[]', figures: figures(change) };
}

describe('a change', () => {
  test.each([
    ['350000000000000000', '346000000000000000', '+1.2 %'],
    ['346', '350', '−1.1 %'],
    ['50', '100', '−50 %'],
    ['100', '100', 'unchanged'],
    ['100000', '100001', 'about the same'],
    [1, '0', null],
    [null, 5, null],
    [5, undefined, null],
    ['lots', 5, null],
    ['', 5, null],
  ])('of %s from %s is %s', (now, before, said) => {
    expect(percentChange(now, before)).toBe(said);
  });

  test('of fractions is in points, and none of what is no fraction', () => {
    expect(pointsChange(0.966, 0.963)).toBe('+0.3 points');
    expect(pointsChange(96.6, 96.3)).toBeNull();
  });

  test('of counts and coins is exact', () => {
    expect(countChange(1851, '1863')).toBe('−12');
    expect(coinChange('0.30000000', '0.10000000', 'BTC')).toBe('+0.20000000 BTC');
    expect(coinChange('0.1', '0.10', 'BTC')).toBe('unchanged');
  });

  test('of lists only where one entry of the same currency stands on both sides', () => {
    const one = [{ currency_type: 'BTC', revenue: '2' }];
    const other = [{ currency_type: 'LTC', revenue: '1' }];
    const compare = (now: Figures['balance'], before: Figures['balance']) =>
      COMPARISONS.balance(figures({ balance: now }), figures({ balance: before }));
    expect(compare(one, [{ currency_type: 'BTC', revenue: '1' }])).toBe('+1.00000000 BTC');
    expect(compare(one, other)).toBeNull();
    expect(compare(one, [...one, ...other])).toBeNull();
    expect(compare(one, [])).toBeNull();
    expect(compare(one, null)).toBeNull();
  });
});

describe('a line of changes', () => {
  const now = figures({ hashrate_24h: '110' });
  const last = taken('2026-11-19', { hashrate_24h: '100' });
  const week = taken('2026-11-13', { hashrate_24h: '220' });
  const date = '2026-11-20';

  test('says since when, and tells a week where there is one', () => {
    const line = changeLine(COMPARISONS.hashrate, now, { last, week, date });
    expect(line).toBe('-# +10 % since yesterday · −50 % in 7 days');
  });

  test('says a change once that is the same since both', () => {
    const same = { ...week, figures: last.figures };
    const line = changeLine(COMPARISONS.hashrate, now, { last, week: same, date });
    expect(line).toBe('-# +10 % since yesterday and in 7 days');
  });

  test('claims nothing where a day is missing, and is none without both', () => {
    const older = taken('2026-11-17', { hashrate_24h: '100' });
    expect(changeLine(COMPARISONS.hashrate, now, { last: older, week: null, date })).toBe(
      '-# +10 % since 17 Nov',
    );
    expect(changeLine(COMPARISONS.hashrate, now, { last: null, week: null, date })).toBeNull();
    expect(changeLine(COMPARISONS.uptime, now, { last, week, date })).toBeNull();
  });

  test('does not say the same day twice', () => {
    const line = changeLine(COMPARISONS.hashrate, now, { last: week, week, date });
    expect(line).toBe('-# −50 % since 13 Nov');
  });

  test('of a summary stands below each figure that can be compared, and below no other', () => {
    const shown = (summary: Figures, earlier: { last: Snapshot | null; week: Snapshot | null }) => {
      const value = { ...summary, currency_type: 'BTC', subaccounts: [] };
      const read = { value, readAt: 0, refusedSubaccounts: [], filledInAllSubaccounts: false };
      return inWords(summaryReply(read, { currency: 'BTC' }, { earlier: { ...earlier, date } }));
    };
    expect(shown(now, { last, week: null })).toMatch(
      /^Hashrate, 24 hours: \*\*110 H\/s\*\*\n-# \+10 % since yesterday$/m,
    );
    expect(shown(now, { last, week: null }).match(/since y|in 7 days/g)).toHaveLength(1);
    expect(shown(figures(), { last, week: null })).not.toMatch(/since y|in 7 days/);
    expect(shown(now, { last: null, week: null })).not.toMatch(/since y|in 7 days/);
    const coins = (revenue: string) => ({ balance: [{ currency_type: 'BTC', revenue }] });
    const days = {
      last: taken('2026-11-19', coins('1')),
      week: taken('2026-11-13', coins('1')),
    };
    expect(shown(figures(coins('2')), days)).toMatch(/since yesterday$/m);
    expect(shown(figures(coins('2')), days)).not.toContain('in 7 days');
    expect(sinceText('2025-12-31', '2026-01-01')).toBe('since yesterday');
  });
});
